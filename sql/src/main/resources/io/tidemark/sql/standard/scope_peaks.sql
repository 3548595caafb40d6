-- How full did the rings get: tasks alive, heap in use, against the capacity.
select capture, ring, count(*) as samples, max(task_end - task_start) as most_tasks,
       max(task_window) as task_window,
       cast(max(task_end - task_start) as double) / nullif(max(task_window), 0) as task_share,
       max(heap_end - heap_start) as most_heap, max(heap_capacity) as heap_capacity,
       cast(max(heap_end - heap_start) as double) / nullif(max(heap_capacity), 0) as heap_share,
       max(dep_pool_end - dep_pool_start) as most_dep_pool, max(tensor_map) as most_tensor_map
from scopes
group by capture, ring
order by capture, ring
