-- How long does each kernel take in each capture, and what share of the capture's compute time is it.
select k.capture, k.rank, k.kernel, k.core_type, k.runs, k.total_ns, k.mean_ns, k.p50_ns, k.p99_ns,
       k.min_ns, k.max_ns, cast(k.total_ns as double) / nullif(t.total_ns, 0) as share
from kernels k
join (select capture, cast(sum(total_ns) as bigint) as total_ns from kernels group by capture) t
    on t.capture = k.capture
order by k.capture, k.kernel, k.core_type nulls first
