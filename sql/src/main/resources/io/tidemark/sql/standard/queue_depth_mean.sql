-- How many runs waited and ran at a time, on average over each capture.
with stretches as (
    select capture, waiting, running,
           lead(at_ns) over (partition by capture order by at_ns) - at_ns as ns
    from queue_depth)
select capture, cast(sum(ns) as bigint) as span_ns,
       cast(sum(cast(waiting * ns as decimal(38, 0))) as double)
           / nullif(cast(sum(ns) as double), 0) as mean_waiting,
       cast(sum(cast(running * ns as decimal(38, 0))) as double)
           / nullif(cast(sum(ns) as double), 0) as mean_running,
       cast(sum(case when running = 0 then ns else 0 end) as bigint) as nothing_ran_ns
from stretches
where ns is not null
group by capture
order by capture
