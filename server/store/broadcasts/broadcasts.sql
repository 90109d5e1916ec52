-- The statements of broadcasts.ts as they run. npm run generate writes this file.

-- find
select s.id as id, s.name as name, s.client_ref as client_ref, s.template as template, s.route as route, s.sender as sender, s.is_urgent as is_urgent, s.source as source, s.failed_of as failed_of, s.state as state, s.pause_reason as pause_reason, s.send_at as send_at, s.recipient_count as recipient_count, s.accepted_count as accepted_count, s.refused_count as refused_count, s.delivered_count as delivered_count, s.failed_count as failed_count, s.cancelled_count as cancelled_count, s.replied_count as replied_count, s.counted_at as counted_at, s.created_at as created_at, s.started_at as started_at, s.ended_at as ended_at, s.claimed_until is not null and s.claimed_until > now() as is_claimed from broadcast s where s.account_id = $1::int8 and s.id = $2::int8

-- findByRef
select s.id as id, s.name as name, s.client_ref as client_ref, s.template as template, s.route as route, s.sender as sender, s.is_urgent as is_urgent, s.source as source, s.failed_of as failed_of, s.state as state, s.pause_reason as pause_reason, s.send_at as send_at, s.recipient_count as recipient_count, s.accepted_count as accepted_count, s.refused_count as refused_count, s.delivered_count as delivered_count, s.failed_count as failed_count, s.cancelled_count as cancelled_count, s.replied_count as replied_count, s.counted_at as counted_at, s.created_at as created_at, s.started_at as started_at, s.ended_at as ended_at, s.claimed_until is not null and s.claimed_until > now() as is_claimed from broadcast s where s.account_id = $1::int8 and s.client_ref = $2::text

-- listNewest
select s.id as id, s.name as name, s.client_ref as client_ref, s.template as template, s.route as route, s.sender as sender, s.is_urgent as is_urgent, s.source as source, s.failed_of as failed_of, s.state as state, s.pause_reason as pause_reason, s.send_at as send_at, s.recipient_count as recipient_count, s.accepted_count as accepted_count, s.refused_count as refused_count, s.delivered_count as delivered_count, s.failed_count as failed_count, s.cancelled_count as cancelled_count, s.replied_count as replied_count, s.counted_at as counted_at, s.created_at as created_at, s.started_at as started_at, s.ended_at as ended_at, s.claimed_until is not null and s.claimed_until > now() as is_claimed from broadcast s where s.account_id = $1::int8 and s.id < $2::int8 order by s.id desc limit $3::int4

-- create
insert into broadcast (account_id, id, source, state, created_at, name, client_ref, template, route, sender, is_urgent)
select a.id, coalesce((select max(n.id) from broadcast n where n.account_id = a.id), 0) + 1, 'file', 'draft', $8::timestamptz, $2::text, $3::text, $4::text, $5::text, $6::text, $7::bool
from account a where a.id = $1::int8 and (
  select count(*) from (select from broadcast o where o.account_id = a.id
    and o.state in ('draft', 'running', 'paused') limit 20) open) < 20
returning id as id

-- createOfFailed
-- A copy is as old as its row, and an erasure that empties the row waits for the copy: it then finds that, too.
with failed as materialized (
  select r.number, r.address, r.address_norm, r.body, r.after_erasure from broadcast_recipient r
  join message m on m.account_id = r.account_id and m.id = r.message_id
  where r.account_id = $1::int8 and r.broadcast_id = $2::int8 and r.state = 'sent' and m.status = 'failed' and coalesce(
    split_part(m.error, ':', 1) not in ('outcome_unknown', 'cancelled', 'opted_out'), true)
    and r.address_norm is not null for share of r
), made as (
  insert into broadcast (account_id, id, source, failed_of, state, created_at, recipient_count, name, client_ref, template, route,
    sender, is_urgent)
  select s.account_id, coalesce((select max(n.id) from broadcast n where n.account_id = s.account_id), 0) + 1, 'failed', s.id, 'draft', $5::timestamptz, (select count(*) from failed), $3::text,
    $4::text, s.template, s.route, s.sender, s.is_urgent
  from broadcast s
  where s.account_id = $1::int8 and s.id = $2::int8 and exists (select from failed) and (
  select count(*) from (select from broadcast o where o.account_id = s.account_id
    and o.state in ('draft', 'running', 'paused') limit 20) open) < 20
  returning id
), copied as (
  insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state, after_erasure)
  select $1::int8, made.id, f.number, f.address, f.address_norm, f.body, 'waiting', f.after_erasure from made cross join failed f
)
select (select id from made) as id, (select count(*) from failed)::int4 as failed

-- start
-- The lock makes the columns in the condition as new as the move.
update broadcast s set state = 'running', send_at = $3::timestamptz, started_at = now(), pause_reason = null
where s.account_id = $1::int8 and s.id = $2::int8 and s.state = 'draft' and s.recipient_count > 0
  and ($4::int4 is null or s.recipient_count = $4::int4) and s.created_at > now() - interval '30 days'
  and ($3::timestamptz is null
    or $3::timestamptz between now() - interval '60 seconds' and now() + interval '840 hours')
returning s.id as id, s.name as name, s.client_ref as client_ref, s.template as template, s.route as route, s.sender as sender, s.is_urgent as is_urgent, s.source as source, s.failed_of as failed_of, s.state as state, s.pause_reason as pause_reason, s.send_at as send_at, s.recipient_count as recipient_count, s.accepted_count as accepted_count, s.refused_count as refused_count, s.delivered_count as delivered_count, s.failed_count as failed_count, s.cancelled_count as cancelled_count, s.replied_count as replied_count, s.counted_at as counted_at, s.created_at as created_at, s.started_at as started_at, s.ended_at as ended_at, s.claimed_until is not null and s.claimed_until > now() as is_claimed

-- pause
update broadcast s set state = 'paused', pause_reason = null
where s.account_id = $1::int8 and s.id = $2::int8 and s.state in ('running', 'paused') returning s.id as id, s.name as name, s.client_ref as client_ref, s.template as template, s.route as route, s.sender as sender, s.is_urgent as is_urgent, s.source as source, s.failed_of as failed_of, s.state as state, s.pause_reason as pause_reason, s.send_at as send_at, s.recipient_count as recipient_count, s.accepted_count as accepted_count, s.refused_count as refused_count, s.delivered_count as delivered_count, s.failed_count as failed_count, s.cancelled_count as cancelled_count, s.replied_count as replied_count, s.counted_at as counted_at, s.created_at as created_at, s.started_at as started_at, s.ended_at as ended_at, s.claimed_until is not null and s.claimed_until > now() as is_claimed

-- resume
update broadcast s set state = 'running', pause_reason = null
where s.account_id = $1::int8 and s.id = $2::int8 and s.state in ('running', 'paused') returning s.id as id, s.name as name, s.client_ref as client_ref, s.template as template, s.route as route, s.sender as sender, s.is_urgent as is_urgent, s.source as source, s.failed_of as failed_of, s.state as state, s.pause_reason as pause_reason, s.send_at as send_at, s.recipient_count as recipient_count, s.accepted_count as accepted_count, s.refused_count as refused_count, s.delivered_count as delivered_count, s.failed_count as failed_count, s.cancelled_count as cancelled_count, s.replied_count as replied_count, s.counted_at as counted_at, s.created_at as created_at, s.started_at as started_at, s.ended_at as ended_at, s.claimed_until is not null and s.claimed_until > now() as is_claimed

-- cancel
-- Texts of a broadcast that is done may still wait.
update broadcast s set state = 'cancelled', pause_reason = null, ended_at = coalesce(s.ended_at, now()),
  cancelled_recipient = case when s.taken_recipient > 0 and s.state <> 'cancelled' then 0 else s.cancelled_recipient end
where s.account_id = $1::int8 and s.id = $2::int8 returning s.id as id, s.name as name, s.client_ref as client_ref, s.template as template, s.route as route, s.sender as sender, s.is_urgent as is_urgent, s.source as source, s.failed_of as failed_of, s.state as state, s.pause_reason as pause_reason, s.send_at as send_at, s.recipient_count as recipient_count, s.accepted_count as accepted_count, s.refused_count as refused_count, s.delivered_count as delivered_count, s.failed_count as failed_count, s.cancelled_count as cancelled_count, s.replied_count as replied_count, s.counted_at as counted_at, s.created_at as created_at, s.started_at as started_at, s.ended_at as ended_at, s.claimed_until is not null and s.claimed_until > now() as is_claimed
