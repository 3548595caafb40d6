-- Where did the time of matrix and vector cores go in each capture.
select capture, core_type, part, count(distinct core) as cores, cast(sum(ns) as bigint) as total_ns,
       max(ns) as max_ns
from core_time
group by capture, core_type, part
order by capture, core_type nulls first, part
