-- Where did the time of the cores go in each case and version, by state.
with parts as (
    select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
           t.part, count(distinct t.capture) as captures, cast(sum(t.ns) as bigint) as total_ns
    from core_time t
    join certificate c on c.capture = t.capture
    group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown'), t.part)
select case_name, version, part, captures, total_ns,
       cast(total_ns as double)
           / nullif(cast(sum(total_ns) over (partition by case_name, version) as bigint), 0) as share
from parts
order by case_name, version, part
