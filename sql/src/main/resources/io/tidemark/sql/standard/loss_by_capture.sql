-- What is missing in each capture, by channel and cause.
select l.capture, c.verdict, coalesce(l.channel, 'all') as channel, l.cause, count(*) as stretches,
       cast(sum(l.missing) as bigint) as missing, count(distinct l.lane) as lanes
from loss l
join certificate c on c.capture = l.capture
group by l.capture, c.verdict, coalesce(l.channel, 'all'), l.cause
order by l.capture, channel, l.cause nulls first
