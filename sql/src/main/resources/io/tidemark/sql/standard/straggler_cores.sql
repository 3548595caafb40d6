-- Which core ended last in each capture, and how long after the median of its kind.
with ends as (
    select capture, core_type, core, max(end_ns) as end_ns, cast(sum(dur_ns) as bigint) as busy_ns
    from runs where dur_ns is not null group by capture, core_type, core),
medians as (
    select capture, core_type, count(*) as cores,
           cast(percentile_disc(0.5) within group (order by end_ns) as bigint) as median_end_ns
    from ends group by capture, core_type),
placed as (
    select e.*, row_number() over (partition by e.capture, e.core_type
               order by e.end_ns desc, e.core) as place
    from ends e)
select p.capture, p.core_type, m.cores, p.core, p.busy_ns, p.end_ns - m.median_end_ns as late_ns
from placed p
join medians m on m.capture = p.capture and m.core_type is not distinct from p.core_type
where p.place = 1
order by p.capture, p.core_type nulls first
