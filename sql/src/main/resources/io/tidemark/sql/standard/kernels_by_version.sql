-- How long does each kernel take, per case and version: runs, mean, percentiles.
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
       r.kernel, r.core_type, count(distinct r.capture) as captures, count(*) as runs,
       cast(sum(r.dur_ns) as bigint) as total_ns,
       cast(sum(r.dur_ns) as double) / count(*) as mean_ns,
       min(r.dur_ns) as min_ns,
       cast(percentile_disc(0.5) within group (order by r.dur_ns) as bigint) as p50_ns,
       cast(percentile_disc(0.9) within group (order by r.dur_ns) as bigint) as p90_ns,
       cast(percentile_disc(0.99) within group (order by r.dur_ns) as bigint) as p99_ns,
       max(r.dur_ns) as max_ns
from runs r
join certificate c on c.capture = r.capture
where r.dur_ns is not null
group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown'), r.kernel, r.core_type
order by case_name, version, kernel, core_type nulls first
