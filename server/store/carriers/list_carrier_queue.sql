-- The statements of list_carrier_queue.ts as they run. npm run generate writes this file.

-- listed
-- The two walks hop from account to account in message_carrier_queue, where only texts that wait have an entry: neither
-- history nor an account without waiting texts costs anything. A suspended account takes a turn, and gives nothing. The
-- second walk is not begun when the first finds enough.
with recursive onward as (
  (select m.account_id from message m where m.route = 'gateway' and m.holder is null and m.status in ('queued', 'sending') and m.account_id > $5::int8 order by m.account_id limit 1)
  union all
  select (select m.account_id from message m where m.route = 'gateway' and m.holder is null and m.status in ('queued', 'sending') and m.account_id > o.account_id order by m.account_id limit 1)
  from onward o where o.account_id is not null
), again as (
  (select m.account_id from message m where m.route = 'gateway' and m.holder is null and m.status in ('queued', 'sending') and m.account_id <= $5::int8 order by m.account_id limit 1)
  union all
  select (
    select m.account_id from message m
    where m.route = 'gateway' and m.holder is null and m.status in ('queued', 'sending') and m.account_id > a.account_id and m.account_id <= $5::int8 order by m.account_id limit 1
  )
  from again a where a.account_id is not null
), walked as materialized (
  select account_id, row_number() over () as ord
  from (
    select account_id from onward where account_id is not null
    union all
    select account_id from again where account_id is not null
    limit $6::int4
  ) w
), sender as materialized (
  select w.account_id, w.ord, c.no, c.name, c.is_open,
    case when case when w.account_id > 999999999999 then c.name = 'Sandbox' else c.name <> 'Sandbox' end then coalesce(n.number, c.shared_sender) end as number
  from walked w
  cross join unnest($1::text[], $2::bool[], $3::text[]) with ordinality as c (name, is_open, shared_sender, no)
  left join lateral (
    select n.number from carrier_number n
    where n.account_id = w.account_id and n.carrier = c.name order by n.assigned_at, n.number limit 1
  ) n on true
), able as materialized (
  select account_id, ord, array_agg(name) filter (where number is not null and is_open) as names, json_agg(number order by no) as senders
  from sender where not exists (select from account x where x.id = account_id and x.suspended_at is not null)
  group by account_id, ord having count(number) filter (where is_open) > 0
), share as (
  select greatest($7::int4 / greatest(count(*), 1), 1)::int4 as most from able
)
select $8::text as nonce, a.ord as ord, a.account_id as account_id, a.senders as senders, s.most as most, t.id as id, t.attempt as attempt, t.address_norm as address_norm, t.segments as segments, t.sender as sender, t.carrier as carrier, t.sender_on as sender_on
from able a
cross join share s
left join lateral (
  select m.id, m.attempt, m.address_norm, m.segments, m.sender, m.carrier,
    case when m.sender is not null then (select json_agg(c.carrier) from carrier_number c where c.account_id = m.account_id and c.number = m.sender) end as sender_on
  from message m
  where m.account_id = a.account_id and m.route = 'gateway' and m.holder is null and m.status in ('queued', 'sending') and m.deadline_at > $4::timestamptz
    and (m.retry_at is null or m.retry_at <= $4::timestamptz) and (m.carrier is null or m.carrier = any (a.names))
    and (m.sender is null or exists (select from carrier_number c where c.account_id = m.account_id and c.number = m.sender and c.carrier = any (a.names)))
  order by m.id limit s.most
) t on true
union all (
  select $8::text as nonce, null as ord, w.account_id as account_id, null as senders, w.ord as most, null as id, null as attempt, null as address_norm, null as segments, null as sender, null as carrier, null as sender_on from walked w order by w.ord desc limit 1
)
order by ord, id
