-- What bounds each run: compute and stall of its observed critical path, and the share of compute.
select p.capture, p.rank, coalesce(c.case_name, 'unknown') as case_name,
       coalesce(c.version, 'unknown') as version, count(*) as steps,
       cast(sum(p.compute_ns) as bigint) as compute_ns, cast(sum(p.stall_ns) as bigint) as stall_ns,
       cast(sum(p.compute_ns) as double) / nullif(cast(sum(p.compute_ns + p.stall_ns) as double), 0)
           as compute_share,
       max(p.stall_ns) as longest_stall_ns
from critical_path p
join certificate c on c.capture = p.capture
group by p.capture, p.rank, coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown')
order by p.capture
