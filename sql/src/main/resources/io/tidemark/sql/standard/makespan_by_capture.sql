-- How long did each run take from its first start to its last end, on how many cores.
select r.capture, r.rank, coalesce(c.case_name, 'unknown') as case_name,
       coalesce(c.version, 'unknown') as version, count(*) as runs,
       count(distinct r.task_id) as tasks, count(distinct r.core) as cores,
       max(r.end_ns) - min(r.start_ns) as makespan_ns
from runs r
join certificate c on c.capture = r.capture
where r.dur_ns is not null
group by r.capture, r.rank, coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown')
order by r.capture
