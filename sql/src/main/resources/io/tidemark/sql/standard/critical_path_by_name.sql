-- Which tasks stand on the critical paths of a case and version, and what do they add to them.
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
       p.name, count(distinct p.capture) as captures, count(*) as steps,
       cast(sum(p.compute_ns) as bigint) as compute_ns, cast(sum(p.stall_ns) as bigint) as stall_ns
from critical_path p
join certificate c on c.capture = p.capture
group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown'), p.name
order by case_name, version, p.name nulls first
