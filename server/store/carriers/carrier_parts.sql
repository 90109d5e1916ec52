-- The statements of carrier_parts.ts as they run. npm run generate writes this file.

-- store
with input as (
  select * from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int4[], $6::int2[], $7::int2[], $8::text[], $9::timestamptz[], $10::bool[]) as t (account_id, carrier, sender, recipient, reference, total, number, text, received_at, is_repeat)
), repeated as (
  insert into carrier_inbound_part as p (account_id, carrier, sender, recipient, reference, total, number, text, received_at)
  select account_id, carrier, sender, recipient, reference, total, number, text, received_at from input where is_repeat
  order by account_id, carrier, sender, recipient, reference, total, number
  on conflict (account_id, carrier, sender, recipient, reference, total, number) do update set
    text = excluded.text,
    received_at = greatest(p.received_at, excluded.received_at),
    joined_as = case when p.received_at < excluded.received_at then case when p.text = excluded.text then '?' || ltrim(p.joined_as, '!') end
      else '!' || ltrim(p.joined_as, '!') end
  where p.joined_as not like '?%' and (p.received_at < excluded.received_at or p.text = excluded.text)
), fresh as (
  insert into carrier_inbound_part as p (account_id, carrier, sender, recipient, reference, total, number, text, received_at)
  select account_id, carrier, sender, recipient, reference, total, number, text, received_at from input where not is_repeat
  order by account_id, carrier, sender, recipient, reference, total, number
  on conflict (account_id, carrier, sender, recipient, reference, total, number) do update set
    text = excluded.text, received_at = excluded.received_at, joined_as = case when p.text = excluded.text then '?' || ltrim(p.joined_as, '!') end
  where p.joined_as not like '?%'
)
select $11::text as nonce

-- read
select $7::text as nonce, i.ord as ord, a.country as country, p.number as number, p.text as text, (extract(epoch from p.received_at) * 1000)::int8 as arrived_at_ms, p.joined_as is not null as is_doubtful, coalesce(p.joined_as like '!%', false) as is_repeat
from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int4[], $6::int2[]) with ordinality as i (account_id, carrier, sender, recipient, reference, total, ord)
join account a on a.id = i.account_id
cross join lateral (
  select * from carrier_inbound_part p
  where p.account_id = i.account_id and p.carrier = i.carrier and p.sender = i.sender
    and p.recipient = i.recipient and p.reference = i.reference and p.total = i.total and ((p.joined_as is null or p.joined_as like '?%') or p.joined_as like '!%')
  order by p.number limit 255
) p
order by i.ord, p.number

-- mark
-- A null name settles the doubt: they were repeats. All cores lock parts in one order.
with held as materialized (
  select i.* from unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int4[], $6::int2[], $7::int2[], $8::timestamptz[], $9::text[]) as i (account_id, carrier, sender, recipient, reference, total, number, arrived_at, name) join carrier_inbound_part p on p.account_id = i.account_id and p.carrier = i.carrier and p.sender = i.sender and p.recipient = i.recipient
    and p.reference = i.reference and p.total = i.total and p.number = i.number and p.received_at = i.arrived_at
  where (p.joined_as is null or p.joined_as like '?%') or p.joined_as like '!%'
  order by p.account_id, p.carrier, p.sender, p.recipient, p.reference, p.total, p.number for update of p
), marked as (
  update carrier_inbound_part p set joined_as = coalesce(h.name, substr(p.joined_as, 2)) from held h
  where p.account_id = h.account_id and p.carrier = h.carrier and p.sender = h.sender and p.recipient = h.recipient
    and p.reference = h.reference and p.total = h.total and p.number = h.number
)
select $10::text as nonce

-- listDue
with gone as (
  delete from carrier_inbound_part where ctid = any (array (
    select p.ctid from carrier_inbound_part p where p.received_at <= now() - $1::int8 * interval '1 millisecond' and not (p.joined_as is null or p.joined_as like '?%')
    limit 1000 for update skip locked
  ))
), stale as (
  select distinct account_id, carrier, sender, recipient, reference, total from carrier_inbound_part p where p.received_at <= now() - $2::int8 * interval '1 millisecond' and (p.joined_as is null or p.joined_as like '?%')
    and p.account_id <> all (select unnest($5::int8[])) limit 100
), whole as (
  select account_id, carrier, sender, recipient, reference, total from carrier_inbound_part p
  where (account_id, carrier, sender, recipient, reference, total) in (
    select account_id, carrier, sender, recipient, reference, total from carrier_inbound_part p where p.received_at > now() - $3::int8 * interval '1 millisecond' and (p.joined_as is null or p.joined_as like '?%')
      and p.account_id <> all (select unnest($5::int8[]))
  ) and (p.joined_as is null or p.joined_as like '?%')
  group by account_id, carrier, sender, recipient, reference, total having count(*) = total limit 100
), borrowing as (
  select account_id, carrier, sender, recipient, reference, total from carrier_inbound_part p
  where (account_id, carrier, sender, recipient, reference, total) in (
    select account_id, carrier, sender, recipient, reference, total from carrier_inbound_part p where p.received_at > now() - $3::int8 * interval '1 millisecond' and p.joined_as is null
      and p.account_id <> all (select unnest($5::int8[]))
  ) and ((p.joined_as is null or p.joined_as like '?%') or p.joined_as like '!%')
  group by account_id, carrier, sender, recipient, reference, total having count(*) = total and bool_or(p.joined_as like '!%')
    and max(p.received_at) filter (where p.joined_as is null) <= now() - $4::int8 * interval '1 millisecond' limit 100
)
select $6::text as nonce, account_id as account_id, carrier as carrier, sender as sender, recipient as recipient, reference as reference, total as total from stale union select $6::text as nonce, account_id as account_id, carrier as carrier, sender as sender, recipient as recipient, reference as reference, total as total from whole union select $6::text as nonce, account_id as account_id, carrier as carrier, sender as sender, recipient as recipient, reference as reference, total as total from borrowing
