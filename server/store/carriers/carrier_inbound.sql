-- The statements of carrier_inbound.ts as they run. npm run generate writes this file.

-- claim
-- All instants are the database's own. A text on another connection that is not confirmed is repeated: the arrival
-- takes it over, so that the next arrival on its connection is a new text. A new text takes the next number: when two
-- replicas receive the same words at once, both take the same number, one violates the primary key, and its caller
-- repeats it with a snapshot that shows the other. Only the caller knows whether an arrival waited so long that a
-- confirmed text was not confirmed yet when it came: a statement may take long.
with input as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bool[]) with ordinality as t (carrier, fingerprint, connection, arrival, is_named, ord)
), known as materialized (
  select i.ord, i.connection as taken_on, i.arrival as taken_by, r.*
  from input i cross join lateral (
    select r.* from carrier_inbound r
    where r.carrier = i.carrier and r.fingerprint = i.fingerprint
      and r.received_at > now() - case when i.is_named then $6::int8 else $7::int8 end * interval '1 millisecond'
      and (i.is_named or r.arrival = i.arrival or (r.connection <> i.connection and r.confirmed_at is null))
    order by r.arrival = i.arrival desc, length(r.name), r.name limit 1
  ) r
), held as materialized (
  select k.ord from known k join carrier_inbound r on r.carrier = k.carrier and r.fingerprint = k.fingerprint
    and r.name = k.name and r.connection = k.connection and r.arrival = k.arrival
  order by r.carrier, r.fingerprint, r.name for update of r
), repeated as (
  update carrier_inbound r set connection = k.taken_on, arrival = k.taken_by
  from held h join known k on k.ord = h.ord
  where r.carrier = k.carrier and r.fingerprint = k.fingerprint and r.name = k.name
    and r.connection = k.connection and r.arrival = k.arrival
  returning k.ord, r.name, r.received_at
), added as (
  insert into carrier_inbound (carrier, fingerprint, name, connection, arrival, received_at)
  select i.carrier, i.fingerprint, (
    select coalesce(max(r.name::int8), 0) + 1 from carrier_inbound r
    where r.carrier = i.carrier and r.fingerprint = i.fingerprint
  )::text, i.connection, i.arrival, date_trunc('milliseconds', now())
  from input i where not exists (select from known k where k.ord = i.ord)
  order by i.carrier, i.fingerprint
  returning carrier, fingerprint, name, received_at
)
select $8::text as nonce, coalesce(r.name, a.name) as name, (extract(epoch from coalesce(r.received_at, a.received_at)) * 1000)::int8 as arrived_at_ms, r.name is not null as is_repeat, rival.name as name, (extract(epoch from rival.received_at) * 1000)::int8 as arrived_at_ms, floor(extract(epoch from now() - rival.confirmed_at) * 1000)::int8 as confirmed_ago_ms
from input i
left join repeated r on r.ord = i.ord
left join added a on r.ord is null and a.carrier = i.carrier and a.fingerprint = i.fingerprint
left join lateral (
  select o.name, o.received_at, o.confirmed_at from carrier_inbound o
  where not i.is_named and o.carrier = i.carrier and o.fingerprint = i.fingerprint
    and o.connection <> i.connection and o.arrival <> i.arrival and o.confirmed_at is not null
  order by o.confirmed_at desc limit 1
) rival on true
order by i.ord

-- yieldTo
-- A claim that no replica took over meanwhile is deleted; from now on the rival is this arrival's text.
with taken as (
  update carrier_inbound set connection = $3::text, arrival = $4::text
  where carrier = $1::text and fingerprint = $2::text and name = $6::text
    and received_at = to_timestamp(0) + $7::int8 * interval '1 millisecond'
  returning name
), gone as (
  delete from carrier_inbound
  where carrier = $1::text and fingerprint = $2::text and name = $5::text and arrival = $4::text
    and exists (select from taken)
)
select $8::text as nonce, exists (select from taken) as is_taken

-- confirm
with held as materialized (
  select r.carrier, r.fingerprint, r.name from unnest($1::text[], $2::text[], $3::text[], $4::int8[]) as t (carrier, fingerprint, name, arrived_at_ms)
  join carrier_inbound r on r.carrier = t.carrier and r.fingerprint = t.fingerprint and r.name = t.name
  where r.received_at = to_timestamp(0) + t.arrived_at_ms * interval '1 millisecond' and r.confirmed_at is null
  order by r.carrier, r.fingerprint, r.name for update of r
), confirmed as (
  update carrier_inbound r set confirmed_at = date_trunc('milliseconds', now()) from held h
  where r.carrier = h.carrier and r.fingerprint = h.fingerprint and r.name = h.name
)
select $5::text as nonce

-- prune
with gone as (
  delete from carrier_inbound where ctid = any (array (
    select ctid from carrier_inbound
    where received_at <= now() - $1::int8 * interval '1 millisecond'
      and (connection not like 'any%' or received_at <= now() - $2::int8 * interval '1 millisecond')
    limit 1000 for update skip locked
  )) returning 1
)
select $3::text as nonce, count(*) as gone from gone
