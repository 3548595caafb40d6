-- Which rank of a run over several ranks took longest, and how much longer than the mean.
with spans as (
    select regexp_replace(capture, '/[^/]+$', '') as run, capture, rank,
           max(end_ns) - min(start_ns) as makespan_ns
    from runs where dur_ns is not null and rank is not null
    group by capture, rank),
placed as (
    select run, rank, makespan_ns, count(*) over (partition by run) as ranks,
           cast(sum(makespan_ns) over (partition by run) as double) as total_ns,
           min(makespan_ns) over (partition by run) as fastest_ns,
           row_number() over (partition by run order by makespan_ns desc, rank) as place
    from spans)
select run, ranks, rank as slowest_rank, makespan_ns, fastest_ns, total_ns / ranks as mean_ns,
       makespan_ns * ranks / nullif(total_ns, 0) as imbalance
from placed
where place = 1
order by run
