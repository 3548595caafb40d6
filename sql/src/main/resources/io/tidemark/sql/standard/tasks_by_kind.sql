-- What tasks does each capture have: kinds, kernels and the cores they asked for.
select capture, kind, func_id, count(*) as tasks, cast(sum(blocks) as bigint) as blocks,
       max(blocks) as most_blocks
from tasks
group by capture, kind, func_id
order by capture, kind, func_id nulls first
