-- How evenly is the work spread over the cores of each kind: the busiest core against the mean.
with busy as (
    select capture, core_type, core, cast(sum(dur_ns) as bigint) as busy_ns, count(*) as runs
    from runs where dur_ns is not null group by capture, core_type, core)
select capture, core_type, count(*) as cores, min(busy_ns) as min_busy_ns,
       cast(sum(busy_ns) as double) / count(*) as mean_busy_ns, max(busy_ns) as max_busy_ns,
       cast(max(busy_ns) as double) * count(*) / nullif(cast(sum(busy_ns) as double), 0) as imbalance,
       max(runs) - min(runs) as run_spread
from busy
group by capture, core_type
order by capture, core_type nulls first
