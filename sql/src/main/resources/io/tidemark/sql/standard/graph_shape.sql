-- How large is the graph of each capture: tasks, edges, and the greatest fan-in and fan-out.
with pairs as (select distinct capture, pred, succ from edges),
ins as (select capture, succ, count(*) as degree from pairs group by capture, succ),
outs as (select capture, pred, count(*) as degree from pairs group by capture, pred),
sums as (
    select capture, count(*) as tasks, count(case when kind = 'dummy' then 1 end) as dummies,
           count(case when kind = 'alloc' then 1 end) as allocations
    from tasks group by capture),
links as (select capture, count(*) as edges from pairs group by capture),
most_in as (select capture, max(degree) as degree from ins group by capture),
most_out as (select capture, max(degree) as degree from outs group by capture)
select s.capture, s.tasks, s.dummies, s.allocations, coalesce(l.edges, 0) as edges,
       coalesce(i.degree, 0) as most_producers, coalesce(o.degree, 0) as most_consumers
from sums s
left join links l on l.capture = s.capture
left join most_in i on i.capture = s.capture
left join most_out o on o.capture = s.capture
order by s.capture
