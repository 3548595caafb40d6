-- How many tasks a millisecond did each run complete, and how busy were its cores.
select capture, rank, count(distinct task_id) as tasks, count(distinct core) as cores,
       max(end_ns) - min(start_ns) as makespan_ns,
       count(distinct task_id) * 1000000 / nullif(cast(max(end_ns) - min(start_ns) as double), 0)
           as tasks_per_ms,
       cast(sum(dur_ns) as double)
           / nullif(cast(max(end_ns) - min(start_ns) as double) * count(distinct core), 0) as busy
from runs
where dur_ns is not null
group by capture, rank
order by capture
