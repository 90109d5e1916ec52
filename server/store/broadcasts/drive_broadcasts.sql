-- The statements of drive_broadcasts.ts as they run. npm run generate writes this file.

-- claim
-- The broadcast of an account that had the fewest turns is next. Rows go in order of their number, so that those whose
-- texts still wait to leave are among the last that were taken. A row with an instant of its own delays nobody. A row of who is being
-- erased is passed over: it is refused soon. Who asks for that later ends the claim's rows by its own number (see asOfErasure).
with recursive walk as (
  (select t.account_id from broadcast t where t.state = 'running' order by t.account_id limit 1)
  union all
  select (select t.account_id from broadcast t where t.state = 'running' and t.account_id > walk.account_id order by t.account_id limit 1) from walk where walk.account_id is not null
), due as materialized (
  select w.account_id, s.id from (
    select account_id from walk where account_id is not null and account_id <> all ($1::int8[]) limit $2::int4
  ) w left join lateral (
    select d.id from broadcast d where d.account_id = w.account_id and d.state = 'running' and (d.send_at is null or d.send_at <= now())
    and (d.claimed_until is null or d.claimed_until <= now()) order by d.claim, d.id limit 1
  ) s on true
), locked as materialized (
  select s.* from broadcast s join due d on d.account_id = s.account_id and d.id = s.id
  where s.state = 'running' and (s.send_at is null or s.send_at <= now())
    and (s.claimed_until is null or s.claimed_until <= now()) for update of s skip locked
), measured as materialized (
  select l.*, greatest(500 - (
    select count(*) from (
      select r.message_id, r.send_at from broadcast_recipient r
      where r.account_id = l.account_id and r.broadcast_id = l.id and r.number <= l.taken_recipient
        and r.state = 'sent'
      order by r.number desc limit 500
    ) r join message m on m.account_id = l.account_id and m.id = r.message_id
    where m.direction = 'out' and (m.status::text in ('queued', 'scheduled') or (m.status::text = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end)) and not (m.status = 'scheduled' and r.send_at is not null)
  ), 0) as most_more, exists (
    select from broadcast_recipient r where r.account_id = l.account_id and r.broadcast_id = l.id and r.state = 'waiting'
  ) as has_waiting
  from locked l
), picked as materialized (
  select l.account_id, l.id, p.* from measured l cross join lateral (
    select r.number, r.address_norm, r.body, r.send_at from broadcast_recipient r
    where r.account_id = l.account_id and r.broadcast_id = l.id and r.state = 'waiting'
      and not exists (select from erasure x where x.account_id = r.account_id and x.done_at is null and r.address_norm = any (x.addresses) and r.after_erasure < x.id)
    order by r.number limit least($3::int4, l.most_more)
  ) p
), moved as (
  update broadcast s set claim = s.claim + 1, claimed_until = now() + interval '30 seconds',
    taken_recipient = greatest(s.taken_recipient, (
      select max(p.number) from picked p where p.account_id = s.account_id and p.id = s.id))
  from measured l where s.account_id = l.account_id and s.id = l.id
    and (not l.has_waiting or exists (select from picked p where p.account_id = l.account_id and p.id = l.id))
  returning s.account_id, s.id, s.claim
)
select c.account_id as account_id, c.id as id, c.claim as claim, c.route as route, c.sender as sender, c.is_urgent as is_urgent, c.as_of_erasure as as_of_erasure, p.number as number, p.address_norm as address, p.body as body, p.send_at as send_at from due d
left join (
  select m.account_id, m.id, m.claim, l.route, l.sender, l.is_urgent,
    coalesce((select a.last_erasure_id from account a where a.id = m.account_id), 0) as as_of_erasure
  from moved m join measured l on l.account_id = m.account_id and l.id = m.id
) k on k.account_id = d.account_id and k.id = d.id
cross join lateral (
  select d.account_id, k.id, k.claim, k.route, k.sender, k.is_urgent, k.as_of_erasure
) c
left join picked p on p.account_id = k.account_id and p.id = k.id
order by c.account_id, p.number

-- conclude
-- The list of numbers keeps the planner, which may think the table small, from reading all rows of the broadcast for each of these.
with locked as materialized (
  select id from broadcast where account_id = $7::int8 and id = $8::int8 for update
), marked as (
  update broadcast_recipient r set state = i.state, code = i.code, reason = i.reason, message_id = i.message_id
  from unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::int8[]) as i (number, state, code, reason, message_id), locked l
  where r.account_id = $7::int8 and r.broadcast_id = l.id and r.number = any ($6::int4[]) and r.number = i.number
    and r.state = 'waiting'
  returning r.number, r.state
), counted as (
  select (count(*) filter (where state = 'sent'))::int4 as accepted, (count(*) filter (where state = 'refused'))::int4 as refused,
    exists (
      select from broadcast_recipient w where w.account_id = $7::int8 and w.broadcast_id = $8::int8 and w.state = 'waiting'
        and w.number not in (select number from marked)
    ) as has_waiting
  from marked
)
update broadcast s set
  accepted_count = s.accepted_count + c.accepted,
  refused_count = s.refused_count + c.refused,
  claimed_until = case when s.claim = $9::int8 then null else s.claimed_until end,
  state = case when s.state <> 'running' then s.state when not c.has_waiting then 'done'
    when $10::text is not null then 'paused' else s.state end,
  pause_reason = case when s.state = 'running' and c.has_waiting then $10::text else s.pause_reason end,
  ended_at = case when s.state = 'running' and not c.has_waiting then now() else s.ended_at end
from counted c where s.account_id = $7::int8 and s.id = $8::int8
returning s.state = 'done' as is_done
