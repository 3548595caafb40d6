-- How many captures does each case have in each version, how many of them are complete, and of when.
select coalesce(case_name, 'unknown') as case_name, coalesce(version, 'unknown') as version,
       count(*) as captures,
       count(case when verdict = 'COMPLETE' then 1 end) as complete,
       min(created_at) as first_at, max(created_at) as last_at
from certificate
group by coalesce(case_name, 'unknown'), coalesce(version, 'unknown')
order by case_name, version
