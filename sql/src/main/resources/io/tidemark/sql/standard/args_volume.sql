-- How much was dumped of the arguments, by type and role, and what was cut or lost.
select capture, dtype, role, stage, scalar, count(*) as args,
       cast(sum(elements) as bigint) as elements, cast(sum(payload_bytes) as bigint) as bytes,
       count(case when truncated then 1 end) as truncated_args,
       count(case when overwritten then 1 end) as overwritten_args
from args
group by capture, dtype, role, stage, scalar
order by capture, dtype nulls first, role nulls first, stage nulls first, scalar nulls first
