-- The statements of keep_texts.ts as they run. npm run generate writes this file.

-- deleteTexts
with kept as materialized (
  select r.texts_left is not null and r.texts_again_at <= $2::timestamptz as begins_again, r.texts_left as left_at,
    r.texts_again_at as again_at, $4::int4 as most,
    case when r.texts_left is not null and r.texts_again_at <= $2::timestamptz then r.texts_left else r.texts_cursor end as place
  from retention r where r.account_id = $1::int8 for update skip locked
), seen as materialized (
  select m.id, m.created_at < $3::timestamptz as is_passed, greatest(m.created_at, m.send_at) < $3::timestamptz as is_old, true as is_due
  from kept k cross join lateral (
    select * from message m where m.account_id = $1::int8 and m.id >= k.place order by m.id limit $4::int4
  ) m
), reached as materialized (
  select s.* from seen s where s.id < coalesce((select min(n.id) from seen n where not n.is_passed), '9223372036854775807'::int8)
), counted as materialized (
  select c.seq, c.zone, c.low_block from stats_count c where c.account_id = $1::int8 for update
), going as materialized (
  select m.id from message m
  where m.account_id = $1::int8 and m.id = any (array(select r.id from reached r where r.is_old and r.is_due))
    and m.status in ('delivered', 'failed', 'received') and m.deadline_at is null and m.holder is null and not exists (select from counted c where m.seq > c.seq and m.id / 1024 >= c.low_block) for update skip locked
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
), left_behind as materialized (
  select least(case when k.begins_again then null else k.left_at end, (
    select min(s.id) from reached s where s.is_due and s.id not in (select g.id from going g)
  )) as id
  from kept k
), moved as (
  update retention r set
    texts_cursor = coalesce((select max(s.id) + 1 from reached s), k.place),
    texts_left = l.id,
    texts_again_at = case
      when l.id is null then null
      when k.begins_again or k.again_at is null then $2::timestamptz + interval '1 day'
      else k.again_at
    end, deleted_seq = greatest(r.deleted_seq, (select max(g.seq) from gone g))
  from kept k cross join left_behind l where r.account_id = $1::int8
)
select $5::text as nonce, (select count(*)::int4 from going) as rows, coalesce((select count(*) from reached) = (select most from kept), false) as has_more, exists (select from kept) as is_turn

-- removeWords
-- The row stays with its states; its seq does not move, because nothing became of the text.
with kept as materialized (
  select r.words_left is not null and r.words_again_at <= $2::timestamptz as begins_again, r.words_left as left_at,
    r.words_again_at as again_at, $4::int4 as most,
    case when r.words_left is not null and r.words_again_at <= $2::timestamptz then r.words_left else r.words_cursor end as place
  from retention r where r.account_id = $1::int8 for update skip locked
), seen as materialized (
  select m.id, m.created_at < $3::timestamptz as is_passed, greatest(m.created_at, m.send_at) < $3::timestamptz as is_old, m.body_removed_at is null as is_due
  from kept k cross join lateral (
    select * from message m where m.account_id = $1::int8 and m.id >= k.place order by m.id limit $4::int4
  ) m
), reached as materialized (
  select s.* from seen s where s.id < coalesce((select min(n.id) from seen n where not n.is_passed), '9223372036854775807'::int8)
), going as materialized (
  select m.id from message m
  where m.account_id = $1::int8 and m.id = any (array(select r.id from reached r where r.is_old and r.is_due))
    and m.status in ('delivered', 'failed', 'received') and m.deadline_at is null and m.holder is null and true for update skip locked
), gone as (
  update message m set body = '', body_removed_at = $2::timestamptz from going g
  where m.account_id = $1::int8 and m.id = g.id returning m.id
), left_behind as materialized (
  select least(case when k.begins_again then null else k.left_at end, (
    select min(s.id) from reached s where s.is_due and s.id not in (select g.id from going g)
  )) as id
  from kept k
), moved as (
  update retention r set
    words_cursor = coalesce((select max(s.id) + 1 from reached s), k.place),
    words_left = l.id,
    words_again_at = case
      when l.id is null then null
      when k.begins_again or k.again_at is null then $2::timestamptz + interval '1 day'
      else k.again_at
    end
  from kept k cross join left_behind l where r.account_id = $1::int8
)
select $5::text as nonce, (select count(*)::int4 from going) as rows, coalesce((select count(*) from reached) = (select most from kept), false) as has_more, exists (select from kept) as is_turn

-- begin
insert into retention (account_id) values ($1::int8) on conflict do nothing
