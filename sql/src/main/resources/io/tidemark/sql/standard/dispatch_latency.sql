-- How long does a core take from its dispatch to the start of the kernel, and the scheduler to see the end.
select capture, core_type, count(*) as runs,
       cast(percentile_disc(0.5) within group (order by start_ns - dispatch_ns) as bigint)
           as start_p50_ns,
       cast(percentile_disc(0.99) within group (order by start_ns - dispatch_ns) as bigint)
           as start_p99_ns,
       max(start_ns - dispatch_ns) as start_max_ns,
       cast(percentile_disc(0.5) within group (order by finish_ns - end_ns) as bigint)
           as finish_p50_ns,
       cast(percentile_disc(0.99) within group (order by finish_ns - end_ns) as bigint)
           as finish_p99_ns,
       max(finish_ns - end_ns) as finish_max_ns
from runs
where dur_ns is not null and dispatch_ns is not null and finish_ns is not null
group by capture, core_type
order by capture, core_type nulls first
