-- What do the submits of each capture cost, and at what pace do they come.
select capture, rank, phase, on_host, count(*) as submits,
       cast(sum(end_ns - start_ns) as bigint) as total_ns,
       cast(percentile_disc(0.5) within group (order by end_ns - start_ns) as bigint) as p50_ns,
       cast(percentile_disc(0.99) within group (order by end_ns - start_ns) as bigint) as p99_ns,
       max(end_ns - start_ns) as max_ns, max(end_ns) - min(start_ns) as span_ns,
       count(*) * 1000000 / nullif(cast(max(end_ns) - min(start_ns) as double), 0) as per_ms
from submits
where start_ns is not null and end_ns is not null
group by capture, rank, phase, on_host
order by capture, phase, on_host nulls first
