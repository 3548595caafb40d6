-- Where does a host that builds the graph spend its time.
select capture, pid, pass, phase, count(*) as operations,
       cast(sum(end_ns - start_ns) as bigint) as total_ns, max(end_ns - start_ns) as max_ns
from host_phases
group by capture, pid, pass, phase
order by capture, pid nulls first, pass nulls first, phase
