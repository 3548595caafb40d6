-- How does the makespan of a case move from capture to capture of the same setup, of runs that ended well.
with spans as (
    select c.capture, coalesce(c.case_name, 'unknown') as case_name,
           coalesce(c.setup, 'unknown') as setup, c.version, c.created_at,
           max(r.end_ns) - min(r.start_ns) as makespan_ns
    from runs r
    join certificate c on c.capture = r.capture
    where r.dur_ns is not null and c.created_at is not null and coalesce(c.ended, 'ok') = 'ok'
    group by c.capture, coalesce(c.case_name, 'unknown'), coalesce(c.setup, 'unknown'), c.version,
             c.created_at),
steps as (
    select case_name, setup, created_at, capture, version, makespan_ns,
           lag(makespan_ns) over (partition by case_name, setup order by created_at, capture) as before_ns,
           min(makespan_ns) over (partition by case_name, setup order by created_at, capture
               rows between unbounded preceding and current row) as best_ns
    from spans)
select case_name, setup, created_at, capture, version, makespan_ns, makespan_ns - before_ns as change_ns,
       cast(makespan_ns as double) / nullif(before_ns, 0) as ratio, best_ns,
       cast(makespan_ns as double) / nullif(best_ns, 0) as to_best
from steps
order by case_name, setup, created_at, capture
