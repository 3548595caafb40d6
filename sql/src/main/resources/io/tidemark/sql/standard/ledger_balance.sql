-- What became of the records of each stream, and does the sum hold.
select capture, channel, stream, count(*) as lanes, cast(sum(reserved) as bigint) as reserved,
       cast(sum(delivered) as bigint) as delivered, cast(sum(recovered) as bigint) as recovered,
       cast(sum(dropped) as bigint) as dropped, cast(sum(torn) as bigint) as torn,
       cast(sum(reserved - delivered - recovered - dropped - torn) as bigint) as unaccounted
from ledger
group by capture, channel, stream
order by capture, channel, stream
