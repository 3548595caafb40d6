-- What released the steps of the critical paths: a producer, the core or nothing.
select capture, coalesce(link, 'none') as link, count(*) as steps,
       cast(sum(compute_ns) as bigint) as compute_ns, cast(sum(stall_ns) as bigint) as stall_ns
from critical_path
group by capture, coalesce(link, 'none')
order by capture, link
