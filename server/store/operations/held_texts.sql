-- The statements of held_texts.ts as they run. npm run generate writes this file.

-- countHeld
select h.account_id as account_id, a.name as name, h.texts as texts from (
  select t.account_id, count(*)::int4 as texts from held_text t
  join message m on m.account_id = t.account_id and m.id = t.message_id and m.status = 'scheduled' and m.awaiting = 'release'
  where t.account_id > $1::int8 group by t.account_id order by t.account_id limit $2::int8
) h join account a on a.id = h.account_id order by h.account_id

-- release
-- It is scheduled from here on, and judged as any other when its instant has come: see release_texts.ts. The time that it was held
-- does not count against its time to live, but for the reply to a stop, which leaves soon or not at all.
with locked as materialized (
  select id, period, last_seq from account where id = $1::int8 for update
), gone as (
  delete from held_text where (account_id, message_id) in (
    select t.account_id, t.message_id from held_text t join locked l on l.id = t.account_id
    order by t.message_id limit $2::int8
  ) returning account_id, message_id, held_at, send_at
), changed as (
  update message m set awaiting = null, send_at = coalesce(g.send_at, now()),
    deadline_at = case when m.confirms_stop then m.deadline_at else m.deadline_at + (now() - g.held_at) end
  from gone g where m.account_id = g.account_id and m.id = g.message_id and m.status = 'scheduled' and m.awaiting = 'release'
  returning m.id
)
select (select count(*)::int4 from changed) as texts, l.last_seq as seq, (select count(*)::int4 from gone) as looked from locked l

-- drop
with locked as materialized (
  select id, period, last_seq from account where id = $1::int8 for update
), gone as (
  delete from held_text where (account_id, message_id) in (
    select t.account_id, t.message_id from held_text t join locked l on l.id = t.account_id
    order by t.message_id limit $2::int8
  ) returning account_id, message_id, held_at, send_at
), changed as (
  update message m set seq = h.seq, status = 'failed', error = 'cancelled: the operator ended it after a restore', deadline_at = null, awaiting = null,
    send_at = h.send_at,
    steps = case
      when 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the operator ended it after a restore', 120), E'\n\r', '  ') || E'\n' is null then m.steps
      when length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the operator ended it after a restore', 120), E'\n\r', '  ') || E'\n', ''))) <= 4000 then (coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the operator ended it after a restore', 120), E'\n\r', '  ') || E'\n', ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the operator ended it after a restore', 120), E'\n\r', '  ') || E'\n', '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the operator ended it after a restore', 120), E'\n\r', '  ') || E'\n', ''))) - length(replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the operator ended it after a restore', 120), E'\n\r', '  ') || E'\n', '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the operator ended it after a restore', 120), E'\n\r', '  ') || E'\n', '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = m.charged and not (
      'failed' = 'failed' and m.sent_at is null and not false and not 'cancelled: the operator ended it after a restore' like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = h.period
    )
  from (
    select g.account_id, g.message_id, g.send_at, l.period, l.last_seq + row_number() over (order by g.message_id) as seq
    from gone g join locked l on l.id = g.account_id
  ) h where m.account_id = h.account_id and m.id = h.message_id and m.status = 'scheduled' and m.awaiting = 'release'
  returning m.id, m.seq, m.charged
), moved as (
  update account a set last_seq = greatest(a.last_seq, c.seq), texts_used = a.texts_used - c.refunds
  from (select max(seq) as seq, count(*) filter (where not charged)::int4 as refunds from changed) c
  where a.id = $1::int8
)
select (select count(*)::int4 from changed) as texts, greatest(l.last_seq, (select max(c.seq) from changed c)) as seq, (select count(*)::int4 from gone) as looked from locked l
