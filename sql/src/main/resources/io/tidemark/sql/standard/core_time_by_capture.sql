-- Where did the time of the cores go in each capture, by state.
with parts as (
    select capture, rank, part, cast(sum(ns) as bigint) as total_ns
    from core_time group by capture, rank, part)
select capture, rank, part, total_ns,
       cast(total_ns as double)
           / nullif(cast(sum(total_ns) over (partition by capture) as bigint), 0) as share
from parts
order by capture, part
