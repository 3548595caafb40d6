-- What does a submit cost, per case and version.
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
       s.phase, s.on_host, count(*) as submits,
       cast(sum(s.end_ns - s.start_ns) as double) / count(*) as mean_ns,
       cast(percentile_disc(0.5) within group (order by s.end_ns - s.start_ns) as bigint) as p50_ns,
       cast(percentile_disc(0.99) within group (order by s.end_ns - s.start_ns) as bigint) as p99_ns
from submits s
join certificate c on c.capture = s.capture
where s.start_ns is not null and s.end_ns is not null
group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown'), s.phase, s.on_host
order by case_name, version, s.phase, s.on_host nulls first
