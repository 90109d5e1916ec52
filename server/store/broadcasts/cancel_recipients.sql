-- The statements of cancel_recipients.ts as they run. npm run generate writes this file.

-- listCancelling
with recursive walk as (
  (select t.account_id from broadcast t where t.cancelled_recipient is not null order by t.account_id limit 1)
  union all
  select (select t.account_id from broadcast t where t.cancelled_recipient is not null and t.account_id > walk.account_id order by t.account_id limit 1) from walk where walk.account_id is not null
)
select w.account_id as account_id, s.id as id from (
  select account_id from walk where account_id is not null and account_id <> all ($1::int8[]) limit $2::int4
) w cross join lateral (
  select c.id from broadcast c where c.account_id = w.account_id and c.cancelled_recipient is not null order by c.id limit 1
) s

-- cancelRecipients
-- A core may still be sending rows of it: its claim is waited for. The account is locked before the broadcast. The arrays keep the
-- planner, which may think the tables small, from reading all of them for each row.
with locked as materialized (
  select id, period, last_seq from account where id = $1::int8 for update skip locked
), job as materialized (
  select s.id, s.cancelled_recipient, s.taken_recipient from broadcast s join locked l on l.id = s.account_id
  where s.account_id = $1::int8 and s.id = $2::int8 and s.cancelled_recipient is not null
    and (s.claimed_until is null or s.claimed_until <= now())
  for update of s
), looked as materialized (
  select r.number, r.state, coalesce(r.message_id, (
      select o.id from message o
      where o.account_id = $1::int8 and o.client_ref = 'broadcast-' || j.id || '-' || r.number and r.state = 'waiting'
    )) as message_id
  from job j join broadcast_recipient r on r.account_id = $1::int8 and r.broadcast_id = j.id
    and r.number > j.cancelled_recipient and r.number <= j.taken_recipient
  order by r.number limit 500
), hit as materialized (
  select m.id, l.period, l.last_seq + row_number() over (order by m.id) as seq
  from locked l cross join looked k
  join message m on m.account_id = $1::int8 and m.id = any (array (select message_id from looked))
    and m.id = k.message_id and m.direction = 'out' and (m.status::text in ('queued', 'scheduled') or (m.status::text = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end)) and not (m.carrier is not null)
), held as (
  update message m set wanted_back_at = now() from looked k
  where m.account_id = $1::int8 and m.id = any (array (select message_id from looked)) and m.id = k.message_id
    and m.status::text = 'sending' and m.route = 'device' and m.retry_at is null
  returning m.id
), changed as (
  update message m set
    seq = h.seq,
    status = 'failed',
    error = 'cancelled: its broadcast was cancelled before the text left',
    deadline_at = null,
    retry_at = null,
    steps = case
      when 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: its broadcast was cancelled before the text left', 120), E'\n\r', '  ') || E'\n' is null then m.steps
      when length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: its broadcast was cancelled before the text left', 120), E'\n\r', '  ') || E'\n', ''))) <= 4000 then (coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: its broadcast was cancelled before the text left', 120), E'\n\r', '  ') || E'\n', ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: its broadcast was cancelled before the text left', 120), E'\n\r', '  ') || E'\n', '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: its broadcast was cancelled before the text left', 120), E'\n\r', '  ') || E'\n', ''))) - length(replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: its broadcast was cancelled before the text left', 120), E'\n\r', '  ') || E'\n', '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: its broadcast was cancelled before the text left', 120), E'\n\r', '  ') || E'\n', '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = m.charged and not (
      'failed' = 'failed' and m.sent_at is null and not false and not 'cancelled: its broadcast was cancelled before the text left' like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = h.period
    )
  from hit h
  where m.account_id = $1::int8 and m.id = any (array (select id from hit)) and m.id = h.id
    and m.direction = 'out' and (m.status in ('queued', 'scheduled') or (m.status = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end)) and not (m.carrier is not null)
  returning m.seq, m.charged
), moved as (
  update account a set last_seq = c.seq, texts_used = a.texts_used - c.refunds
  from (select max(seq) as seq, (count(*) filter (where not charged))::int4 as refunds from changed) c
  where a.id = $1::int8 and c.seq is not null
), found as (
  update broadcast_recipient r set state = 'sent', message_id = k.message_id
  from looked k where r.account_id = $1::int8 and r.broadcast_id = $2::int8 and r.number = k.number
    and r.number = any (array (select number from looked where state = 'waiting' and message_id is not null))
    and r.state = 'waiting' and k.message_id is not null
  returning r.number
)
update broadcast s set
  accepted_count = s.accepted_count + (select count(*) from found),
  cancelled_recipient = case when (select count(*) from looked) < 500 then null else (select max(number) from looked) end
from job j where s.account_id = $1::int8 and s.id = j.id
returning (select max(seq) from changed) as seq, array(select id from held) as wanted_back, (select count(*)::int4 from looked) as rows, s.cancelled_recipient is null as is_over
