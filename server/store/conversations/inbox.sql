-- The statements of inbox.ts as they run. npm run generate writes this file.

-- count
-- From the newest text on, so that the newest one that is found was received last in its conversation.
with received as materialized (
  select w.address_norm, max(w.id) as id, max(w.seq) as seq from (
  select m.id, m.seq, m.address_norm, m.error from message m
  where m.account_id = $1::int8 and m.id < $3::int8
    and m.direction = 'in'
  order by m.id desc limit $4::int4) w
   group by 1 order by 2 desc limit $4::int4), failed as materialized (
  select w.address_norm, max(w.id) as id, max(w.seq) as seq from (
  select m.id, m.seq, m.address_norm, m.error from message m
  where m.account_id = $1::int8 and m.id < $3::int8
    and m.status = 'failed'
  order by m.id desc limit $4::int4) w
  where not coalesce(split_part(w.error, ':', 1) = 'cancelled', false) group by 1 order by 2 desc limit $4::int4)
select $5::text as nonce, c.unread as unread, c.mine as mine, c.failed as failed from (select
  (select count(*)::int4 from received n
  left join lateral (
    select r.last_message_id from thread_read r
    where r.account_id = $1::int8 and r.user_id = $2::int8 and r.address_norm = n.address_norm limit 1
  ) r on true where n.id > coalesce(r.last_message_id, 0)) as unread,
  (select count(*)::int4 from received n
  cross join lateral (
    select t.last_message_id from thread t
    where t.account_id = $1::int8 and t.address_norm = n.address_norm limit 1
  ) t
  left join lateral (
    select a.user_id as assignee_id, s.done_seq from thread_state s
    left join membership a on a.account_id = s.account_id and a.user_id = s.assignee_id
    where s.account_id = $1::int8 and s.address_norm = n.address_norm limit 1) s on true
  where t.last_message_id = n.id and n.seq > coalesce(s.done_seq, 0) and coalesce(s.assignee_id, $2::int8) = $2::int8) as mine,
  (select count(*)::int4 from failed n
  cross join lateral (
    select t.last_message_id from thread t
    where t.account_id = $1::int8 and t.address_norm = n.address_norm limit 1
  ) t
  left join lateral (
    select a.user_id as assignee_id, s.done_seq from thread_state s
    left join membership a on a.account_id = s.account_id and a.user_id = s.assignee_id
    where s.account_id = $1::int8 and s.address_norm = n.address_norm limit 1) s on true
  where t.last_message_id = n.id and n.seq > coalesce(s.done_seq, 0)) as failed) c
