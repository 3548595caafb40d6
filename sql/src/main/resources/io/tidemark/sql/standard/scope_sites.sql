-- Which source lines open the scopes, how deep, and how much is in use at their ends.
select capture, site, count(case when phase = 'begin' then 1 end) as begins,
       count(case when phase = 'end' then 1 end) as ends, max(depth) as depth,
       max(case when phase = 'end' then task_end - task_start end) as most_tasks,
       max(case when phase = 'end' then heap_end - heap_start end) as most_heap
from scopes
group by capture, site
order by capture, site nulls first
