-- How deep did the queues get in each capture, and when first.
with peaks as (
    select capture, max(waiting) as most_waiting, max(running) as most_running
    from queue_depth group by capture)
select p.capture, p.most_waiting,
       min(case when q.waiting = p.most_waiting then q.at_ns end) as first_most_waiting_ns,
       p.most_running,
       min(case when q.running = p.most_running then q.at_ns end) as first_most_running_ns
from peaks p
join queue_depth q on q.capture = p.capture
group by p.capture, p.most_waiting, p.most_running
order by p.capture
