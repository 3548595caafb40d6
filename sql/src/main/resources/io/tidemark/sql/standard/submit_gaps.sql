-- How long did the orchestrator pause between two submits: the longest pause of each capture.
with gaps as (
    select capture, submit, task_id, start_ns - max(end_ns) over (partition by capture
               order by start_ns, end_ns, submit
               rows between unbounded preceding and 1 preceding) as gap_ns
    from submits where start_ns is not null and end_ns is not null),
placed as (
    select capture, submit, task_id, gap_ns,
           row_number() over (partition by capture order by gap_ns desc, submit) as place,
           count(*) over (partition by capture) as gaps,
           sum(gap_ns) over (partition by capture) as total_ns
    from gaps where gap_ns > 0)
select capture, gaps, cast(total_ns as bigint) as total_ns, gap_ns as longest_ns,
       submit as next_submit, task_id as next_task_id
from placed
where place = 1
order by capture
