-- How many runs of each capture failed or lack a stamp.
select capture, count(*) as runs, count(case when failed then 1 end) as failed_runs,
       min(case when failed then task_id end) as first_failed_task_id,
       count(case when dur_ns is null then 1 end) as untimed_runs
from runs
group by capture
order by capture
