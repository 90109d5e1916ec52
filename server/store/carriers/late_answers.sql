-- The statements of late_answers.ts as they run. npm run generate writes this file.

-- accept
-- The parts that are unknown in the snapshot are counted against those that are known now: of one text two may come at once.
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::uuid[], $4::int2[], $5::text[], $6::text[], $7::timestamptz[]) with ordinality as t (account_id, id, identity, part, carrier, ref, at, ord)
), locked as materialized (
  select id, last_seq from account where id in (select account_id from input) order by id for update
), known as (
  update submission s set state = 'accepted', ref = i.ref
  from input i join locked l on l.id = i.account_id
  cross join lateral (
    select m.id from message m
    where m.account_id = i.account_id and m.id = i.id and m.identity is not distinct from i.identity limit 1
  ) m
  where s.account_id = i.account_id and s.message_id = i.id and s.part = i.part and s.carrier = i.carrier
    and s.state = 'unknown' and s.ref is null
  returning i.ord, s.account_id, s.message_id, s.total, s.submitted_at, l.last_seq, 'a' || (extract(epoch from i.at) * 1000)::int8 || ' ' || s.part || '/' || s.total || ' |' || translate(left(coalesce(i.ref, ''), 120), E'\n\r', '  ') || E'\n' as line
), text as materialized (
  select g.*, g.last_seq + row_number() over (partition by g.account_id order by g.message_id) as seq
  from (
    select account_id, message_id, last_seq, total, count(*) as known, min(submitted_at) as submitted_at,
      string_agg(line, '' order by ord) as steps
    from known group by account_id, message_id, last_seq, total
  ) g
), changed as (
  update message m set
    status = 'sent', error = null, seq = t.seq, sent_at = coalesce(m.sent_at, t.submitted_at),
    deadline_at = $8::timestamptz, steps = case
      when t.steps is null then m.steps
      when length((coalesce(m.steps, '') || coalesce(t.steps, ''))) <= 4000 then (coalesce(m.steps, '') || coalesce(t.steps, ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce(t.steps, '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce(t.steps, ''))) - length(replace((coalesce(m.steps, '') || coalesce(t.steps, '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce(t.steps, '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end
  from text t
  where m.account_id = t.account_id and m.id = t.message_id and m.status = 'failed' and m.error like 'outcome\_unknown%'
    and (t.total, t.known) = (
      select count(*), count(*) filter (where s.state = 'unknown') from submission s
      where s.account_id = t.account_id and s.message_id = t.message_id and s.state <> 'failed')
  returning m.account_id, m.id, m.seq
), moved as (
  update account a set last_seq = greatest(a.last_seq, s.seq)
  from (select account_id, max(seq) as seq from changed group by account_id) s
  where a.id = s.account_id
)
select $9::text as nonce, c.seq as seq, false as is_locked from input i left join changed c on c.account_id = i.account_id and c.id = i.id order by i.ord

-- accept: leaving locked rows out, which differs from accept
--    4 -   select id, last_seq from account where id in (select account_id from input) order by id for update
--      +   select id, last_seq from account where id in (select account_id from input) order by id for update skip locked
--   42 - select $9::text as nonce, c.seq as seq, false as is_locked from input i left join changed c on c.account_id = i.account_id and c.id = i.id order by i.ord
--      + select $9::text as nonce, c.seq as seq, (i.account_id not in (select id from locked) and exists (select from account a where a.id = i.account_id)) as is_locked from input i left join changed c on c.account_id = i.account_id and c.id = i.id order by i.ord
