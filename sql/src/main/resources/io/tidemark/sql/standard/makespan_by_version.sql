-- How long do the good runs of each case and setup take in each version: shortest, median, mean, longest.
with spans as (
    select capture, max(end_ns) - min(start_ns) as makespan_ns
    from runs where dur_ns is not null group by capture)
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.setup, 'unknown') as setup,
       coalesce(c.version, 'unknown') as version,
       count(*) as captures, min(s.makespan_ns) as min_ns,
       cast(percentile_disc(0.5) within group (order by s.makespan_ns) as bigint) as p50_ns,
       cast(sum(s.makespan_ns) as double) / count(*) as mean_ns, max(s.makespan_ns) as max_ns
from spans s
join certificate c on c.capture = s.capture
where coalesce(c.ended, 'ok') in ('ok', 'unknown')
group by coalesce(c.case_name, 'unknown'), coalesce(c.setup, 'unknown'), coalesce(c.version, 'unknown')
order by case_name, setup, version
