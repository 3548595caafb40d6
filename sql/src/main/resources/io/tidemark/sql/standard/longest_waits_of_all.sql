-- Which twenty waits of all captures were the longest, and why.
select capture, core, begin_ns, idle_ns, next_task_id, next_kernel, dependency_ns, scheduler_ns,
       core_start_ns, cause
from longest_waits
order by idle_ns desc, capture, core, begin_ns, next_task_id
limit 20
