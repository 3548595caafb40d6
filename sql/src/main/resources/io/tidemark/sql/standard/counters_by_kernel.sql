-- What do the performance counters say of each kernel, per case and version.
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
       p.func_id, p.event, p.counter, count(*) as subtasks, cast(sum(p.value) as bigint) as total,
       cast(sum(p.value) as double) / count(*) as mean, max(p.value) as most,
       cast(sum(p.value) as double) / nullif(cast(sum(p.total_cycles) as double), 0) as per_cycle
from counters p
join certificate c on c.capture = p.capture
group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown'), p.func_id, p.event,
         p.counter
order by case_name, version, p.func_id nulls first, p.event, p.counter
