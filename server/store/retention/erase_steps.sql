-- The statements of erase_steps.ts as they run. npm run generate writes this file.

-- texts
-- What was found before texts went may be there again: what is written of a text names its recipient.
with mine as materialized (
  select e.account_id, e.id, e.addresses, e.last_message_id, e.broadcast_cursor, e.recipient_cursor, $3::int4 as most from erasure e
  where e.account_id = $1::int8 and e.id = $2::int8 and e.done_at is null for update skip locked
), counted as materialized (
  select c.seq, c.zone, c.low_block from stats_count c where c.account_id = $1::int8 for update
), going as materialized (
  select m.id, m.client_ref from mine e join message m on m.account_id = e.account_id and m.address_norm = any (e.addresses)
  where m.id <= e.last_message_id and m.status in ('delivered', 'failed', 'received') and m.deadline_at is null and m.holder is null and not exists (select from counted c where m.seq > c.seq and m.id / 1024 >= c.low_block)
  order by m.id limit $3::int4 for update of m skip locked
), gone as (
  delete from message m using going g where m.account_id = $1::int8 and m.id = g.id returning m.*
), kept_in_sums as (
  update stats_block f set texts = f.texts - u.texts, replies = f.replies - u.replies
  from (
    select u.id_block, u.day, u.outcome, u.device_id, u.carrier, count(*)::int4 as texts, (count(*) filter (where u.is_reply))::int4 as replies
    from (
      select g.id / 1024 as id_block, g.direction = 'in' and exists (
      select from (
        select o.direction from message o
        where o.account_id = g.account_id and o.address_norm = g.address_norm and o.id < g.id
        order by o.id desc limit 10
      ) o where o.direction = 'out'
    ) as is_reply, (g.created_at at time zone c.zone)::date as day,
      case
      when g.status in ('received', 'delivered') then g.status::text
      when g.status <> 'failed' then 'pending'
      when split_part(g.error, ':', 1) in ('expired_in_queue', 'outcome_unknown', 'rejected_by_network', 'device_failed', 'carrier_failed', 'cancelled', 'opted_out', 'approval_rejected', 'approval_expired') then split_part(g.error, ':', 1)
      else 'device_failed'
    end as outcome,
      case when g.status in ('sent', 'delivered', 'failed', 'received') and g.route = 'device' then coalesce(g.device_id, 0) else 0 end as device_id,
      case when g.status in ('sent', 'delivered', 'failed', 'received') and g.route = 'gateway' then coalesce(g.carrier, '') else '' end as carrier from gone g cross join counted c
    ) u group by 1, 2, 3, 4, 5
  ) u
  where f.account_id = $1::int8 and f.id_block = u.id_block and f.day = u.day and f.outcome = u.outcome
    and f.device_id = u.device_id and f.carrier = u.carrier
), named as (
  insert into deleted_text (account_id, name, id, seq, status, route, created_at, sent_at, delivered_at)
  select $1::int8, n.name, g.id, g.seq, g.status, g.route, g.created_at, g.sent_at, g.delivered_at
  from gone g cross join lateral (
    select md5('sent:' || g.client_ref)::uuid as name where g.client_ref is not null
    union all select md5('received:' || g.device_id || ':' || g.inbound_id)::uuid where g.inbound_id is not null
  ) n
  on conflict do nothing
), unsubmitted as (
  delete from submission s using gone g where s.account_id = $1::int8 and s.message_id = g.id
), unapproved as (
  delete from approval c using gone g where c.account_id = $1::int8 and c.message_id = g.id
), ended as (
  delete from thread t using gone g
  where t.account_id = $1::int8 and t.address_norm = g.address_norm and t.last_message_id = g.id
  returning t.address_norm
), unread as (
  delete from thread_read t using ended e where t.account_id = $1::int8 and t.address_norm = e.address_norm
), undecided as (
  delete from thread_state t using ended e where t.account_id = $1::int8 and t.address_norm = e.address_norm
), unnoted as (
  delete from thread_note t using ended e where t.account_id = $1::int8 and t.address_norm = e.address_norm
), truncated as (
  insert into retention as r (account_id, deleted_seq)
  select $1::int8, max(g.seq) from gone g having count(*) > 0
  on conflict (account_id) do update set deleted_seq = greatest(r.deleted_seq, excluded.deleted_seq)
), counted_erased as (
  update erasure e set
    erased = case when n.rows = 0 then e.erased
      else e.erased || jsonb_build_object('message', coalesce((e.erased->>'message')::int8, 0) + n.rows) end,
    cleared = case when n.rows > 0 then '{}' else e.cleared end
  from (select count(*) as rows from gone) n cross join lateral (select ((select count(*) from going) = n.rows and n.rows < (select max(most) from mine)) as is_clear) c
  where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('message' = any (e.cleared)))
)
select $4::text as nonce, (select count(*) from gone) as rows, coalesce((select count(*) from going) = (select max(most) from mine), false) and exists (select from gone) as has_more, exists (select from mine) and (select ((select count(*) from going) = n.rows and n.rows < (select max(most) from mine)) from (select count(*) as rows from gone) n) as is_clear, exists (select from mine) as is_turn

-- broadcastRecipients
with mine as materialized (
  select e.account_id, e.id, e.addresses, e.last_message_id, e.broadcast_cursor, e.recipient_cursor, $3::int4 as most from erasure e
  where e.account_id = $1::int8 and e.id = $2::int8 and e.done_at is null for update skip locked
), seen as materialized (
  select r.* from mine e cross join lateral (
    select s.broadcast_id, s.number, s.after_erasure < e.id and (s.address_norm = any (e.addresses)
      or (s.address_norm is null and s.address <> '' and exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(s.address, a.address) > 0
      else strpos(regexp_replace(s.address, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end))) as is_hit from broadcast_recipient s
    where s.account_id = $1::int8 and (s.broadcast_id, s.number) > (e.broadcast_cursor, e.recipient_cursor)
    order by s.broadcast_id, s.number limit $3::int4
  ) r
), held_broadcast as materialized (
  select s.id from broadcast s
  where s.account_id = $1::int8 and s.id in (select broadcast_id from seen where is_hit) order by s.id for no key update
), held as materialized (
  select r.broadcast_id, r.number, r.state from seen h
  join broadcast_recipient r on r.account_id = $1::int8 and r.broadcast_id = h.broadcast_id and r.number = h.number
  where h.is_hit and (select count(*) from held_broadcast) >= 0 for update of r
), known as materialized (
  select h.*, case when h.state = 'waiting' then (
    select o.id from message o where o.account_id = $1::int8 and o.client_ref = 'broadcast-' || h.broadcast_id || '-' || h.number
  ) end as text_id from held h
), gone as (
  update broadcast_recipient t set address = '', address_norm = null, body = '',
    state = case when k.state <> 'waiting' then k.state when k.text_id is not null then 'sent' else 'refused' end,
    message_id = coalesce(t.message_id, k.text_id),
    code = case when k.state = 'waiting' and k.text_id is null then 'opted_out' else t.code end,
    reason = case when k.state = 'waiting' and k.text_id is null then 'the recipient was erased before the text left' end
  from known k
  where t.account_id = $1::int8 and t.broadcast_id = k.broadcast_id and t.number = k.number
  returning k.broadcast_id, k.state, k.text_id
), recounted as (
  update broadcast s set accepted_count = s.accepted_count + c.accepted, refused_count = s.refused_count + c.refused
  from (
    select broadcast_id, count(text_id)::int4 as accepted, (count(*) filter (where text_id is null))::int4 as refused
    from gone where state = 'waiting' group by broadcast_id
  ) c where s.account_id = $1::int8 and s.id = c.broadcast_id
), counted_erased as (
  update erasure e set broadcast_cursor = coalesce((select max(s.broadcast_id) from seen s), e.broadcast_cursor),
    recipient_cursor = coalesce((select s.number from seen s order by s.broadcast_id desc, s.number desc limit 1), e.recipient_cursor),
    erased = case when n.rows = 0 then e.erased
      else e.erased || jsonb_build_object('broadcast_recipient', coalesce((e.erased->>'broadcast_recipient')::int8, 0) + n.rows) end,
    cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'broadcast_recipient'), 'broadcast_recipient') else array_remove(e.cleared, 'broadcast_recipient') end
  from (select count(*) as rows from gone) n cross join lateral (select not exists (select from seen) as is_clear) c
  where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine)
)
select $4::text as nonce, (select count(*) from gone) as rows, exists (select from seen) as has_more, exists (select from mine) and (select not exists (select from seen) from (select count(*) as rows from gone) n) as is_clear, exists (select from mine) as is_turn

-- webhooks
-- Whoever writes down a delivery by a snapshot from before the texts were gone does so again: see conclude_deliveries.ts.
with mine as materialized (
  select e.account_id, e.id, e.addresses, e.last_message_id, e.broadcast_cursor, e.recipient_cursor, $3::int4 as most from erasure e
  where e.account_id = $1::int8 and e.id = $2::int8 and e.done_at is null for update skip locked
), held as materialized (
  select w.account_id, w.name from mine e join webhook w on w.account_id = e.account_id order by w.name for update of w
), touched as (
  update webhook w set name = w.name from held h where w.account_id = h.account_id and w.name = h.name
), gone as (select from held where false), counted_erased as (
  update erasure e set
    erased = case when n.rows = 0 then e.erased
      else e.erased || jsonb_build_object('webhook', coalesce((e.erased->>'webhook')::int8, 0) + n.rows) end,
    cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'webhook'), 'webhook') else array_remove(e.cleared, 'webhook') end
  from (select count(*) as rows from gone) n cross join lateral (select true as is_clear) c
  where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('webhook' = any (e.cleared)))
)
select $4::text as nonce, (select count(*) from gone) as rows, coalesce((select count(*) from gone) = (select max(most) from mine), false) and exists (select from gone) as has_more, exists (select from mine) and (select true from (select count(*) as rows from gone) n) as is_clear, exists (select from mine) as is_turn

-- recipientSteps
-- Rows of broadcasts go before texts, or they would become texts once more. What hangs on a conversation goes before it, so that it is
-- counted. The opt-out stays, or the recipient would be written to again.
with mine as materialized (
  select e.account_id, e.id, e.addresses, e.last_message_id, e.broadcast_cursor, e.recipient_cursor, $3::int4 as most from erasure e
  where e.account_id = $1::int8 and e.id = $2::int8 and e.done_at is null for update skip locked
), looked as materialized (
  select t.ctid as place from mine e join carrier_inbound_part t on t.account_id = e.account_id and (t.sender = any (e.addresses) or exists (
      select from unnest(e.addresses) a (address) where length(regexp_replace(a.address, '[^0-9]+', '', 'g')) >= 7
        and ltrim(regexp_replace(t.sender, '[^0-9]+', '', 'g'), '0') = regexp_replace(a.address, '[^0-9]+', '', 'g'))) limit $3::int4
), gone as (
  delete from carrier_inbound_part where ctid = any (array (select h.ctid from carrier_inbound_part h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
), counted_erased as (
  update erasure e set
    erased = case when n.rows = 0 then e.erased
      else e.erased || jsonb_build_object('carrier_inbound_part', coalesce((e.erased->>'carrier_inbound_part')::int8, 0) + n.rows) end,
    cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'carrier_inbound_part'), 'carrier_inbound_part') else array_remove(e.cleared, 'carrier_inbound_part') end
  from (select count(*) as rows from gone) n cross join lateral (select ((select count(*) from looked) = n.rows and n.rows < (select max(most) from mine)) as is_clear) c
  where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('carrier_inbound_part' = any (e.cleared)))
)
select $4::text as nonce, (select count(*) from gone) as rows, coalesce((select count(*) from looked) = (select max(most) from mine), false) and exists (select from gone) as has_more, exists (select from mine) and (select ((select count(*) from looked) = n.rows and n.rows < (select max(most) from mine)) from (select count(*) as rows from gone) n) as is_clear, exists (select from mine) as is_turn

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join carrier_inbound_part t on t.account_id = e.account_id and (t.sender = any (e.addresses) or exists (
--    6 -       select from unnest(e.addresses) a (address) where length(regexp_replace(a.address, '[^0-9]+', '', 'g')) >= 7
--    7 -         and ltrim(regexp_replace(t.sender, '[^0-9]+', '', 'g'), '0') = regexp_replace(a.address, '[^0-9]+', '', 'g'))) limit $3::int4
--      +   select t.ctid as place from mine e join key_refusal t on t.account_id = e.account_id and (t.address_norm = any (e.addresses) or exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.message, a.address) > 0
--      +       else strpos(regexp_replace(t.message, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end)) limit $3::int4
--    9 -   delete from carrier_inbound_part where ctid = any (array (select h.ctid from carrier_inbound_part h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   delete from key_refusal where ctid = any (array (select h.ctid from key_refusal h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   13 -       else e.erased || jsonb_build_object('carrier_inbound_part', coalesce((e.erased->>'carrier_inbound_part')::int8, 0) + n.rows) end,
--   14 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'carrier_inbound_part'), 'carrier_inbound_part') else array_remove(e.cleared, 'carrier_inbound_part') end
--      +       else e.erased || jsonb_build_object('key_refusal', coalesce((e.erased->>'key_refusal')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'key_refusal'), 'key_refusal') else array_remove(e.cleared, 'key_refusal') end
--   16 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('carrier_inbound_part' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('key_refusal' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join key_refusal t on t.account_id = e.account_id and (t.address_norm = any (e.addresses) or exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.message, a.address) > 0
--    6 -       else strpos(regexp_replace(t.message, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end)) limit $3::int4
--      +   select t.ctid as place from mine e join webhook_attempt t on t.account_id = e.account_id and (t.address_norm = any (e.addresses) or exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.payload || ' ' || t.answer || ' ' || coalesce(t.error, ''), a.address) > 0
--      +       else strpos(regexp_replace(t.payload || ' ' || t.answer || ' ' || coalesce(t.error, ''), '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end)) limit $3::int4
--    8 -   delete from key_refusal where ctid = any (array (select h.ctid from key_refusal h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   update webhook_attempt t set payload = '', answer = '', address_norm = null, error = case when t.error is not null then 'erased' end where t.ctid = any (array (select h.ctid from webhook_attempt h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   12 -       else e.erased || jsonb_build_object('key_refusal', coalesce((e.erased->>'key_refusal')::int8, 0) + n.rows) end,
--   13 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'key_refusal'), 'key_refusal') else array_remove(e.cleared, 'key_refusal') end
--      +       else e.erased || jsonb_build_object('webhook_attempt', coalesce((e.erased->>'webhook_attempt')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'webhook_attempt'), 'webhook_attempt') else array_remove(e.cleared, 'webhook_attempt') end
--   15 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('key_refusal' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('webhook_attempt' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join key_refusal t on t.account_id = e.account_id and (t.address_norm = any (e.addresses) or exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.message, a.address) > 0
--    6 -       else strpos(regexp_replace(t.message, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end)) limit $3::int4
--      +   select t.ctid as place from mine e join dead_letter t on exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.raw, a.address) > 0
--      +       else strpos(regexp_replace(t.raw, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end) limit $3::int4
--    8 -   delete from key_refusal where ctid = any (array (select h.ctid from key_refusal h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   delete from dead_letter where ctid = any (array (select h.ctid from dead_letter h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   12 -       else e.erased || jsonb_build_object('key_refusal', coalesce((e.erased->>'key_refusal')::int8, 0) + n.rows) end,
--   13 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'key_refusal'), 'key_refusal') else array_remove(e.cleared, 'key_refusal') end
--      +       else e.erased || jsonb_build_object('dead_letter', coalesce((e.erased->>'dead_letter')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'dead_letter'), 'dead_letter') else array_remove(e.cleared, 'dead_letter') end
--   15 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('key_refusal' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('dead_letter' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join key_refusal t on t.account_id = e.account_id and (t.address_norm = any (e.addresses) or exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.message, a.address) > 0
--    6 -       else strpos(regexp_replace(t.message, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end)) limit $3::int4
--      +   select t.ctid as place from mine e join notice t on t.account_id = e.account_id and exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.data::text, a.address) > 0
--      +       else strpos(regexp_replace(t.data::text, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end) limit $3::int4
--    8 -   delete from key_refusal where ctid = any (array (select h.ctid from key_refusal h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   update notice t set data = '{}'::jsonb where t.ctid = any (array (select h.ctid from notice h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   12 -       else e.erased || jsonb_build_object('key_refusal', coalesce((e.erased->>'key_refusal')::int8, 0) + n.rows) end,
--   13 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'key_refusal'), 'key_refusal') else array_remove(e.cleared, 'key_refusal') end
--      +       else e.erased || jsonb_build_object('notice', coalesce((e.erased->>'notice')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'notice'), 'notice') else array_remove(e.cleared, 'notice') end
--   15 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('key_refusal' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('notice' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join key_refusal t on t.account_id = e.account_id and (t.address_norm = any (e.addresses) or exists (select from unnest(e.addresses) a (address) where case when length(regexp_replace(a.address, '[^0-9]+', '', 'g')) < 7 then strpos(t.message, a.address) > 0
--    6 -       else strpos(regexp_replace(t.message, '[^0-9]+', '', 'g'), right(regexp_replace(a.address, '[^0-9]+', '', 'g'), 8)) > 0 end)) limit $3::int4
--      +   select t.ctid as place from mine e join thread_read t on t.account_id = e.account_id and t.address_norm = any (e.addresses) limit $3::int4
--    8 -   delete from key_refusal where ctid = any (array (select h.ctid from key_refusal h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   delete from thread_read where ctid = any (array (select h.ctid from thread_read h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   12 -       else e.erased || jsonb_build_object('key_refusal', coalesce((e.erased->>'key_refusal')::int8, 0) + n.rows) end,
--   13 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'key_refusal'), 'key_refusal') else array_remove(e.cleared, 'key_refusal') end
--      +       else e.erased || jsonb_build_object('thread_read', coalesce((e.erased->>'thread_read')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_read'), 'thread_read') else array_remove(e.cleared, 'thread_read') end
--   15 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('key_refusal' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_read' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join thread_read t on t.account_id = e.account_id and t.address_norm = any (e.addresses) limit $3::int4
--      +   select t.ctid as place from mine e join thread_state t on t.account_id = e.account_id and t.address_norm = any (e.addresses) limit $3::int4
--    7 -   delete from thread_read where ctid = any (array (select h.ctid from thread_read h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   delete from thread_state where ctid = any (array (select h.ctid from thread_state h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   11 -       else e.erased || jsonb_build_object('thread_read', coalesce((e.erased->>'thread_read')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_read'), 'thread_read') else array_remove(e.cleared, 'thread_read') end
--      +       else e.erased || jsonb_build_object('thread_state', coalesce((e.erased->>'thread_state')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_state'), 'thread_state') else array_remove(e.cleared, 'thread_state') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_read' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_state' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join thread_read t on t.account_id = e.account_id and t.address_norm = any (e.addresses) limit $3::int4
--      +   select t.ctid as place from mine e join thread_note t on t.account_id = e.account_id and t.address_norm = any (e.addresses) limit $3::int4
--    7 -   delete from thread_read where ctid = any (array (select h.ctid from thread_read h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   delete from thread_note where ctid = any (array (select h.ctid from thread_note h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   11 -       else e.erased || jsonb_build_object('thread_read', coalesce((e.erased->>'thread_read')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_read'), 'thread_read') else array_remove(e.cleared, 'thread_read') end
--      +       else e.erased || jsonb_build_object('thread_note', coalesce((e.erased->>'thread_note')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_note'), 'thread_note') else array_remove(e.cleared, 'thread_note') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_read' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_note' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join thread_read t on t.account_id = e.account_id and t.address_norm = any (e.addresses) limit $3::int4
--      +   select t.ctid as place from mine e join thread t on t.account_id = e.account_id and t.address_norm = any (e.addresses) and t.last_message_id <= e.last_message_id limit $3::int4
--    7 -   delete from thread_read where ctid = any (array (select h.ctid from thread_read h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   delete from thread where ctid = any (array (select h.ctid from thread h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   11 -       else e.erased || jsonb_build_object('thread_read', coalesce((e.erased->>'thread_read')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_read'), 'thread_read') else array_remove(e.cleared, 'thread_read') end
--      +       else e.erased || jsonb_build_object('thread', coalesce((e.erased->>'thread')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread'), 'thread') else array_remove(e.cleared, 'thread') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_read' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread' = any (e.cleared)))

-- recipientSteps, which differs from recipientSteps
--    5 -   select t.ctid as place from mine e join thread_read t on t.account_id = e.account_id and t.address_norm = any (e.addresses) limit $3::int4
--      +   select t.ctid as place from mine e join keyword_answer t on t.account_id = e.account_id and t.address_norm = any (e.addresses) and t.message_id <= e.last_message_id limit $3::int4
--    7 -   delete from thread_read where ctid = any (array (select h.ctid from thread_read h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--      +   delete from keyword_answer where ctid = any (array (select h.ctid from keyword_answer h where h.ctid = any (array (select place from looked)) for update skip locked)) returning 1
--   11 -       else e.erased || jsonb_build_object('thread_read', coalesce((e.erased->>'thread_read')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_read'), 'thread_read') else array_remove(e.cleared, 'thread_read') end
--      +       else e.erased || jsonb_build_object('keyword_answer', coalesce((e.erased->>'keyword_answer')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'keyword_answer'), 'keyword_answer') else array_remove(e.cleared, 'keyword_answer') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_read' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('keyword_answer' = any (e.cleared)))

-- accountSteps
-- Whatever still refers to the account goes before it. A statement that had begun before may have written a row of a table without
-- a foreign key after that: these are looked at once more at the end.
with mine as materialized (
  select e.account_id, e.id, e.addresses, e.last_message_id, e.broadcast_cursor, e.recipient_cursor, $3::int4 as most from erasure e
  where e.account_id = $1::int8 and e.id = $2::int8 and e.done_at is null for update skip locked
), looked as materialized (
  select t.ctid as place from mine e join dead_letter t on exists (select from carrier_number n where n.account_id = e.account_id and case when length(regexp_replace(n.number, '[^0-9]+', '', 'g')) < 7 then strpos(t.raw, n.number) > 0
      else strpos(regexp_replace(t.raw, '[^0-9]+', '', 'g'), right(regexp_replace(n.number, '[^0-9]+', '', 'g'), 8)) > 0 end) limit $3::int4
), gone as (
  delete from dead_letter where ctid = any (array (select h.ctid from dead_letter h where h.ctid = any (array (select place from looked)) for update )) returning 1
), counted_erased as (
  update erasure e set
    erased = case when n.rows = 0 then e.erased
      else e.erased || jsonb_build_object('dead_letter', coalesce((e.erased->>'dead_letter')::int8, 0) + n.rows) end,
    cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'dead_letter'), 'dead_letter') else array_remove(e.cleared, 'dead_letter') end
  from (select count(*) as rows from gone) n cross join lateral (select ((select count(*) from looked) = n.rows and n.rows < (select max(most) from mine)) as is_clear) c
  where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('dead_letter' = any (e.cleared)))
)
select $4::text as nonce, (select count(*) from gone) as rows, coalesce((select count(*) from looked) = (select max(most) from mine), false) and exists (select from gone) as has_more, exists (select from mine) and (select ((select count(*) from looked) = n.rows and n.rows < (select max(most) from mine)) from (select count(*) as rows from gone) n) as is_clear, exists (select from mine) as is_turn

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join dead_letter t on exists (select from carrier_number n where n.account_id = e.account_id and case when length(regexp_replace(n.number, '[^0-9]+', '', 'g')) < 7 then strpos(t.raw, n.number) > 0
--    6 -       else strpos(regexp_replace(t.raw, '[^0-9]+', '', 'g'), right(regexp_replace(n.number, '[^0-9]+', '', 'g'), 8)) > 0 end) limit $3::int4
--      +   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--    8 -   delete from dead_letter where ctid = any (array (select h.ctid from dead_letter h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   12 -       else e.erased || jsonb_build_object('dead_letter', coalesce((e.erased->>'dead_letter')::int8, 0) + n.rows) end,
--   13 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'dead_letter'), 'dead_letter') else array_remove(e.cleared, 'dead_letter') end
--      +       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--   15 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('dead_letter' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join api_key t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from api_key where ctid = any (array (select h.ctid from api_key h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('api_key', coalesce((e.erased->>'api_key')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'api_key'), 'api_key') else array_remove(e.cleared, 'api_key') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('api_key' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join approval t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from approval where ctid = any (array (select h.ctid from approval h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('approval', coalesce((e.erased->>'approval')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'approval'), 'approval') else array_remove(e.cleared, 'approval') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('approval' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join audit_event t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from audit_event where ctid = any (array (select h.ctid from audit_event h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('audit_event', coalesce((e.erased->>'audit_event')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'audit_event'), 'audit_event') else array_remove(e.cleared, 'audit_event') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('audit_event' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join billing t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from billing where ctid = any (array (select h.ctid from billing h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('billing', coalesce((e.erased->>'billing')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'billing'), 'billing') else array_remove(e.cleared, 'billing') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('billing' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join broadcast t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from broadcast where ctid = any (array (select h.ctid from broadcast h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('broadcast', coalesce((e.erased->>'broadcast')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'broadcast'), 'broadcast') else array_remove(e.cleared, 'broadcast') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('broadcast' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join broadcast_recipient t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from broadcast_recipient where ctid = any (array (select h.ctid from broadcast_recipient h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('broadcast_recipient', coalesce((e.erased->>'broadcast_recipient')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'broadcast_recipient'), 'broadcast_recipient') else array_remove(e.cleared, 'broadcast_recipient') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('broadcast_recipient' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join carrier_inbound_part t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from carrier_inbound_part where ctid = any (array (select h.ctid from carrier_inbound_part h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('carrier_inbound_part', coalesce((e.erased->>'carrier_inbound_part')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'carrier_inbound_part'), 'carrier_inbound_part') else array_remove(e.cleared, 'carrier_inbound_part') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('carrier_inbound_part' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join carrier_number t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from carrier_number where ctid = any (array (select h.ctid from carrier_number h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('carrier_number', coalesce((e.erased->>'carrier_number')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'carrier_number'), 'carrier_number') else array_remove(e.cleared, 'carrier_number') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('carrier_number' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join consumer t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from consumer where ctid = any (array (select h.ctid from consumer h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('consumer', coalesce((e.erased->>'consumer')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'consumer'), 'consumer') else array_remove(e.cleared, 'consumer') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('consumer' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join contact t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from contact where ctid = any (array (select h.ctid from contact h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('contact', coalesce((e.erased->>'contact')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'contact'), 'contact') else array_remove(e.cleared, 'contact') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('contact' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join contact_book t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from contact_book where ctid = any (array (select h.ctid from contact_book h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('contact_book', coalesce((e.erased->>'contact_book')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'contact_book'), 'contact_book') else array_remove(e.cleared, 'contact_book') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('contact_book' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join contact_group t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from contact_group where ctid = any (array (select h.ctid from contact_group h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('contact_group', coalesce((e.erased->>'contact_group')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'contact_group'), 'contact_group') else array_remove(e.cleared, 'contact_group') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('contact_group' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join contact_group_member t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from contact_group_member where ctid = any (array (select h.ctid from contact_group_member h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('contact_group_member', coalesce((e.erased->>'contact_group_member')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'contact_group_member'), 'contact_group_member') else array_remove(e.cleared, 'contact_group_member') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('contact_group_member' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join day_count t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from day_count where ctid = any (array (select h.ctid from day_count h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('day_count', coalesce((e.erased->>'day_count')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'day_count'), 'day_count') else array_remove(e.cleared, 'day_count') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('day_count' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join deleted_text t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from deleted_text where ctid = any (array (select h.ctid from deleted_text h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('deleted_text', coalesce((e.erased->>'deleted_text')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'deleted_text'), 'deleted_text') else array_remove(e.cleared, 'deleted_text') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('deleted_text' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join device t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from device where ctid = any (array (select h.ctid from device h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('device', coalesce((e.erased->>'device')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'device'), 'device') else array_remove(e.cleared, 'device') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('device' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join digest_mark t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from digest_mark where ctid = any (array (select h.ctid from digest_mark h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('digest_mark', coalesce((e.erased->>'digest_mark')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'digest_mark'), 'digest_mark') else array_remove(e.cleared, 'digest_mark') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('digest_mark' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join feed_mark t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from feed_mark where ctid = any (array (select h.ctid from feed_mark h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('feed_mark', coalesce((e.erased->>'feed_mark')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'feed_mark'), 'feed_mark') else array_remove(e.cleared, 'feed_mark') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('feed_mark' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join held_text t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from held_text where ctid = any (array (select h.ctid from held_text h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('held_text', coalesce((e.erased->>'held_text')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'held_text'), 'held_text') else array_remove(e.cleared, 'held_text') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('held_text' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join inbox_rules t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from inbox_rules where ctid = any (array (select h.ctid from inbox_rules h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('inbox_rules', coalesce((e.erased->>'inbox_rules')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'inbox_rules'), 'inbox_rules') else array_remove(e.cleared, 'inbox_rules') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('inbox_rules' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join incoming_webhook t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from incoming_webhook where ctid = any (array (select h.ctid from incoming_webhook h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('incoming_webhook', coalesce((e.erased->>'incoming_webhook')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'incoming_webhook'), 'incoming_webhook') else array_remove(e.cleared, 'incoming_webhook') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('incoming_webhook' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join key_refusal t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from key_refusal where ctid = any (array (select h.ctid from key_refusal h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('key_refusal', coalesce((e.erased->>'key_refusal')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'key_refusal'), 'key_refusal') else array_remove(e.cleared, 'key_refusal') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('key_refusal' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join keyword_answer t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from keyword_answer where ctid = any (array (select h.ctid from keyword_answer h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('keyword_answer', coalesce((e.erased->>'keyword_answer')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'keyword_answer'), 'keyword_answer') else array_remove(e.cleared, 'keyword_answer') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('keyword_answer' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join message t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from message where ctid = any (array (select h.ctid from message h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('message', coalesce((e.erased->>'message')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'message'), 'message') else array_remove(e.cleared, 'message') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('message' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join notice t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from notice where ctid = any (array (select h.ctid from notice h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('notice', coalesce((e.erased->>'notice')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'notice'), 'notice') else array_remove(e.cleared, 'notice') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('notice' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join noticed t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from noticed where ctid = any (array (select h.ctid from noticed h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('noticed', coalesce((e.erased->>'noticed')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'noticed'), 'noticed') else array_remove(e.cleared, 'noticed') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('noticed' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join opt_out t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from opt_out where ctid = any (array (select h.ctid from opt_out h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('opt_out', coalesce((e.erased->>'opt_out')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'opt_out'), 'opt_out') else array_remove(e.cleared, 'opt_out') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('opt_out' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join opt_out_settings t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from opt_out_settings where ctid = any (array (select h.ctid from opt_out_settings h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('opt_out_settings', coalesce((e.erased->>'opt_out_settings')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'opt_out_settings'), 'opt_out_settings') else array_remove(e.cleared, 'opt_out_settings') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('opt_out_settings' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join pairing_code t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from pairing_code where ctid = any (array (select h.ctid from pairing_code h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('pairing_code', coalesce((e.erased->>'pairing_code')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'pairing_code'), 'pairing_code') else array_remove(e.cleared, 'pairing_code') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('pairing_code' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join platform_link t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from platform_link where ctid = any (array (select h.ctid from platform_link h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('platform_link', coalesce((e.erased->>'platform_link')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'platform_link'), 'platform_link') else array_remove(e.cleared, 'platform_link') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('platform_link' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join retention t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from retention where ctid = any (array (select h.ctid from retention h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('retention', coalesce((e.erased->>'retention')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'retention'), 'retention') else array_remove(e.cleared, 'retention') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('retention' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join sandbox_checkout t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from sandbox_checkout where ctid = any (array (select h.ctid from sandbox_checkout h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('sandbox_checkout', coalesce((e.erased->>'sandbox_checkout')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'sandbox_checkout'), 'sandbox_checkout') else array_remove(e.cleared, 'sandbox_checkout') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('sandbox_checkout' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join sandbox_subscription t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from sandbox_subscription where ctid = any (array (select h.ctid from sandbox_subscription h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('sandbox_subscription', coalesce((e.erased->>'sandbox_subscription')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'sandbox_subscription'), 'sandbox_subscription') else array_remove(e.cleared, 'sandbox_subscription') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('sandbox_subscription' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join saved_reply t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from saved_reply where ctid = any (array (select h.ctid from saved_reply h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('saved_reply', coalesce((e.erased->>'saved_reply')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'saved_reply'), 'saved_reply') else array_remove(e.cleared, 'saved_reply') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('saved_reply' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join sim t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from sim where ctid = any (array (select h.ctid from sim h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('sim', coalesce((e.erased->>'sim')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'sim'), 'sim') else array_remove(e.cleared, 'sim') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('sim' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join stats_block t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from stats_block where ctid = any (array (select h.ctid from stats_block h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('stats_block', coalesce((e.erased->>'stats_block')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'stats_block'), 'stats_block') else array_remove(e.cleared, 'stats_block') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('stats_block' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join stats_count t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from stats_count where ctid = any (array (select h.ctid from stats_count h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('stats_count', coalesce((e.erased->>'stats_count')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'stats_count'), 'stats_count') else array_remove(e.cleared, 'stats_count') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('stats_count' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join stats_day t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from stats_day where ctid = any (array (select h.ctid from stats_day h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('stats_day', coalesce((e.erased->>'stats_day')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'stats_day'), 'stats_day') else array_remove(e.cleared, 'stats_day') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('stats_day' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join submission t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from submission where ctid = any (array (select h.ctid from submission h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('submission', coalesce((e.erased->>'submission')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'submission'), 'submission') else array_remove(e.cleared, 'submission') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('submission' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join text_trace t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from text_trace where ctid = any (array (select h.ctid from text_trace h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('text_trace', coalesce((e.erased->>'text_trace')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'text_trace'), 'text_trace') else array_remove(e.cleared, 'text_trace') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('text_trace' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join thread t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from thread where ctid = any (array (select h.ctid from thread h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('thread', coalesce((e.erased->>'thread')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread'), 'thread') else array_remove(e.cleared, 'thread') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join thread_note t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from thread_note where ctid = any (array (select h.ctid from thread_note h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('thread_note', coalesce((e.erased->>'thread_note')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_note'), 'thread_note') else array_remove(e.cleared, 'thread_note') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_note' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join thread_read t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from thread_read where ctid = any (array (select h.ctid from thread_read h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('thread_read', coalesce((e.erased->>'thread_read')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_read'), 'thread_read') else array_remove(e.cleared, 'thread_read') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_read' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join thread_state t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from thread_state where ctid = any (array (select h.ctid from thread_state h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('thread_state', coalesce((e.erased->>'thread_state')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'thread_state'), 'thread_state') else array_remove(e.cleared, 'thread_state') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('thread_state' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join user_link t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from user_link where ctid = any (array (select h.ctid from user_link h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('user_link', coalesce((e.erased->>'user_link')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'user_link'), 'user_link') else array_remove(e.cleared, 'user_link') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('user_link' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join webhook t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from webhook where ctid = any (array (select h.ctid from webhook h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('webhook', coalesce((e.erased->>'webhook')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'webhook'), 'webhook') else array_remove(e.cleared, 'webhook') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('webhook' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join webhook_attempt t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from webhook_attempt where ctid = any (array (select h.ctid from webhook_attempt h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('webhook_attempt', coalesce((e.erased->>'webhook_attempt')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'webhook_attempt'), 'webhook_attempt') else array_remove(e.cleared, 'webhook_attempt') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('webhook_attempt' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join membership t on t.account_id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from membership where ctid = any (array (select h.ctid from membership h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('membership', coalesce((e.erased->>'membership')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'membership'), 'membership') else array_remove(e.cleared, 'membership') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('membership' = any (e.cleared)))

-- accountSteps, which differs from accountSteps
--    5 -   select t.ctid as place from mine e join rate_window t on t.key_hash in (select k.hash from api_key k where k.account_id = e.account_id) limit $3::int4
--      +   select t.ctid as place from mine e join account t on t.id = e.account_id limit $3::int4
--    7 -   delete from rate_window where ctid = any (array (select h.ctid from rate_window h where h.ctid = any (array (select place from looked)) for update )) returning 1
--      +   delete from account where ctid = any (array (select h.ctid from account h where h.ctid = any (array (select place from looked)) for update )) returning 1
--   11 -       else e.erased || jsonb_build_object('rate_window', coalesce((e.erased->>'rate_window')::int8, 0) + n.rows) end,
--   12 -     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'rate_window'), 'rate_window') else array_remove(e.cleared, 'rate_window') end
--      +       else e.erased || jsonb_build_object('account', coalesce((e.erased->>'account')::int8, 0) + n.rows) end,
--      +     cleared = case when c.is_clear then array_append(array_remove(e.cleared, 'account'), 'account') else array_remove(e.cleared, 'account') end
--   14 -   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('rate_window' = any (e.cleared)))
--      +   where e.account_id = $1::int8 and e.id = $2::int8 and exists (select from mine) and (n.rows > 0 or c.is_clear <> ('account' = any (e.cleared)))
