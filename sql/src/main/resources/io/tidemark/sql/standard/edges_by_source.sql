-- Who found the dependencies of each capture: the program, the creator of a tensor or the tensor map.
select capture, coalesce(source, 'unknown') as source, count(*) as records,
       count(distinct succ) as consumers, count(distinct pred) as producers
from edges
group by capture, coalesce(source, 'unknown')
order by capture, source
