-- What captures are there: case, version, when, how the run ended and what the data is worth.
select capture, rank, coalesce(case_name, 'unknown') as case_name,
       coalesce(version, 'unknown') as version, platform, runtime, clusters, time,
       profile, level, created_at, ended, verdict
from certificate
order by capture
