-- How often, and for how many ticks, did the recording hold the device back.
select capture, channel, cause, count(*) as freezes,
       cast(sum(end_tick - begin_tick) as bigint) as ticks, max(end_tick - begin_tick) as longest
from freezes
group by capture, channel, cause
order by capture, channel nulls first, cause nulls first
