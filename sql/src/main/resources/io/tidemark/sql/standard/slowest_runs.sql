-- Which fifty runs of all captures were the longest.
select capture, kernel, task_id, core, start_ns, dur_ns
from runs
where dur_ns is not null
order by dur_ns desc, capture, task_id, core, start_ns
limit 50
