-- Which runs took more than three times the median of their kernel in their capture: how many, how long.
select r.capture, r.kernel, r.core_type, k.runs, count(*) as slow_runs,
       count(distinct r.core) as cores, k.p50_ns, max(r.dur_ns) as max_ns,
       cast(sum(r.dur_ns - k.p50_ns) as bigint) as lost_ns
from runs r
join kernels k on k.capture = r.capture and k.kernel = r.kernel
    and k.core_type is not distinct from r.core_type
where r.dur_ns > 3 * k.p50_ns
group by r.capture, r.kernel, r.core_type, k.runs, k.p50_ns
order by r.capture, r.kernel, r.core_type nulls first
