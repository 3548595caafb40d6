-- What does the scheduler's work cost a task, per case, version and phase.
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
       p.phase, count(*) as stretches, cast(sum(p.end_ns - p.start_ns) as bigint) as total_ns,
       cast(sum(p.tasks) as bigint) as tasks,
       cast(sum(p.end_ns - p.start_ns) as double) / nullif(cast(sum(p.tasks) as double), 0)
           as ns_per_task
from sched_phases p
join certificate c on c.capture = p.capture
group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown'), p.phase
order by case_name, version, p.phase
