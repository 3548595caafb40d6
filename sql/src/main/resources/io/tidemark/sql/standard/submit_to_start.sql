-- How long does a task take from the return of its submit to its first start.
with firsts as (
    select capture, task_id, min(start_ns) as start_ns
    from runs where dur_ns is not null group by capture, task_id)
select s.capture, count(*) as tasks,
       cast(percentile_disc(0.5) within group (order by f.start_ns - s.end_ns) as bigint) as p50_ns,
       cast(percentile_disc(0.99) within group (order by f.start_ns - s.end_ns) as bigint) as p99_ns,
       max(f.start_ns - s.end_ns) as max_ns
from submits s
join firsts f on f.capture = s.capture and f.task_id = s.task_id
where s.phase = 'orch_submit' and s.end_ns is not null
group by s.capture
order by s.capture
