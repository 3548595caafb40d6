-- What do the scheduler threads of each capture do, and how often do they find work.
select capture, thread, phase, count(*) as stretches,
       cast(sum(end_ns - start_ns) as bigint) as total_ns, max(end_ns - start_ns) as max_ns,
       cast(sum(tasks) as bigint) as tasks,
       cast(sum(pop_hits) as double)
           / nullif(cast(sum(pop_hits + pop_misses) as double), 0) as hit_rate
from sched_phases
group by capture, thread, phase
order by capture, thread, phase
