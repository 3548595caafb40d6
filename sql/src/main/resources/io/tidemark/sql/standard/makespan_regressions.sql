-- Which cases became slower or faster: the median makespan of each version against the one before, by setup.
with spans as (
    select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.setup, 'unknown') as setup,
           c.version, c.capture, c.created_at,
           max(r.end_ns) - min(r.start_ns) as makespan_ns
    from runs r
    join certificate c on c.capture = r.capture
    where r.dur_ns is not null and c.version is not null and coalesce(c.ended, 'ok') = 'ok'
    group by coalesce(c.case_name, 'unknown'), coalesce(c.setup, 'unknown'), c.version, c.capture,
             c.created_at),
medians as (
    select case_name, setup, version, min(created_at) as first_at, count(*) as captures,
           cast(percentile_disc(0.5) within group (order by makespan_ns) as bigint) as p50_ns
    from spans group by case_name, setup, version),
steps as (
    select case_name, setup, version, captures, p50_ns, lag(version) over w as version_before,
           lag(captures) over w as captures_before, lag(p50_ns) over w as p50_before_ns
    from medians
    window w as (partition by case_name, setup order by first_at, version))
select case_name, setup, version_before, version, captures_before, captures, p50_before_ns, p50_ns,
       p50_ns - p50_before_ns as change_ns,
       cast(p50_ns as double) / nullif(p50_before_ns, 0) as ratio
from steps
where version_before is not null
order by case_name, setup, version
