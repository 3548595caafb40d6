-- How many captures of each case and version miss something, and how many of their records.
with lost as (
    select capture, cast(sum(dropped + torn) as bigint) as missing,
           cast(sum(reserved) as bigint) as reserved
    from ledger group by capture)
select coalesce(c.case_name, 'unknown') as case_name, coalesce(c.version, 'unknown') as version,
       count(*) as captures,
       count(case when c.verdict = 'GAPS' then 1 end) as gaps,
       count(case when c.verdict = 'UNTRUSTED' then 1 end) as untrusted,
       cast(sum(l.reserved) as bigint) as records, cast(sum(l.missing) as bigint) as missing,
       cast(sum(l.missing) as double) / nullif(cast(sum(l.reserved) as double), 0) as missing_share
from certificate c
left join lost l on l.capture = c.capture
group by coalesce(c.case_name, 'unknown'), coalesce(c.version, 'unknown')
order by case_name, version
