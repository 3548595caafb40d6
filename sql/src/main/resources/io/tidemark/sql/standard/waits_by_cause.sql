-- What did the cores wait for between two runs: a producer, the scheduler or the start of the core.
select capture, coalesce(cause, 'unknown') as cause, count(*) as waits,
       cast(sum(idle_ns) as bigint) as idle_ns, cast(sum(dependency_ns) as bigint) as dependency_ns,
       cast(sum(scheduler_ns) as bigint) as scheduler_ns,
       cast(sum(core_start_ns) as bigint) as core_start_ns, max(idle_ns) as max_idle_ns
from longest_waits
group by capture, coalesce(cause, 'unknown')
order by capture, cause
