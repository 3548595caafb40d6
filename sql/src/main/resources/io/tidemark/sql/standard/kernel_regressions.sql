-- Which kernels became slower or faster: the median of each version against the one before, by setup.
with versions as (
    select coalesce(case_name, 'unknown') as case_name, coalesce(setup, 'unknown') as setup, version,
           min(created_at) as first_at
    from certificate where version is not null
    group by coalesce(case_name, 'unknown'), coalesce(setup, 'unknown'), version),
medians as (
    select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.setup, 'unknown') as setup,
           c.version, r.kernel, r.core_type, count(*) as runs,
           cast(percentile_disc(0.5) within group (order by r.dur_ns) as bigint) as p50_ns
    from runs r
    join certificate c on c.capture = r.capture
    where r.dur_ns is not null and c.version is not null
    group by coalesce(c.case_name, 'unknown'), coalesce(c.setup, 'unknown'), c.version, r.kernel,
             r.core_type),
steps as (
    select m.case_name, m.setup, m.kernel, m.core_type, m.version, m.runs, m.p50_ns,
           lag(m.version) over w as version_before, lag(m.p50_ns) over w as p50_before_ns
    from medians m
    join versions v on v.case_name = m.case_name and v.setup = m.setup and v.version = m.version
    window w as (partition by m.case_name, m.setup, m.kernel, m.core_type
                 order by v.first_at, m.version))
select case_name, setup, kernel, core_type, version_before, version, runs, p50_before_ns, p50_ns,
       p50_ns - p50_before_ns as change_ns,
       cast(p50_ns as double) / nullif(p50_before_ns, 0) as ratio
from steps
where version_before is not null
order by case_name, setup, kernel, core_type nulls first, version
