-- Before which kernels did cores wait longest, per case and version.
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
       w.next_kernel, count(*) as waits, cast(sum(w.idle_ns) as bigint) as idle_ns,
       cast(percentile_disc(0.5) within group (order by w.idle_ns) as bigint) as p50_ns,
       max(w.idle_ns) as max_ns
from idle_gaps w
join certificate c on c.capture = w.capture
group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown'), w.next_kernel
order by case_name, version, next_kernel
