-- The statements of conclude_submits.ts as they run. npm run generate writes this file.

-- conclude
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::uuid[], $4::int8[], $5::int2[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::bool[], $11::text[]) with ordinality as t (account_id, id, identity, holder, attempt, verdict, error, retry_at, sent_at, may_have_left, steps, ord)
), locked as materialized (
  select id, period, last_seq from account where id in (select account_id from input) order by id for update
), written as (
  insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
  select p.account_id, p.id, p.part, p.total, p.carrier, p.ref, p.state,
    now() - p.ago * interval '1 millisecond'
  from unnest($12::int8[], $13::int8[], $14::uuid[], $15::text[], $16::int2[], $17::int2[], $18::submission_state[], $19::text[], $20::int8[]) as p (account_id, id, identity, carrier, part, total, state, ref, ago)
  join locked l on l.id = p.account_id
  cross join lateral (
    select m.id from message m
    where m.account_id = p.account_id and m.id = p.id and m.identity is not distinct from p.identity limit 1
  ) m
  on conflict do nothing
), numbered as materialized (
  select i.*, l.period,
    l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq
  from input i
  join locked l on l.id = i.account_id
), changed as (
  update message m set
    seq = case when n.verdict = 'released' then m.seq else n.seq end,
    status = case when n.verdict = 'released' then m.status else n.verdict::message_status end,
    error = n.error,
    sent_at = coalesce(m.sent_at, n.sent_at),
    deadline_at = case n.verdict
      when 'sent' then $21::timestamptz
      when 'released' then m.deadline_at - make_interval(secs => $22::int4)
    end,
    holder = null,
    steps = case
      when n.steps is null then m.steps
      when length((coalesce(m.steps, '') || coalesce(n.steps, ''))) <= 4000 then (coalesce(m.steps, '') || coalesce(n.steps, ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce(n.steps, '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce(n.steps, ''))) - length(replace((coalesce(m.steps, '') || coalesce(n.steps, '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce(n.steps, '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    carrier = case when n.verdict = 'released' and not n.may_have_left then null else m.carrier end,
    retry_at = n.retry_at,
    charged = m.charged and not (
      n.verdict = 'failed' and m.sent_at is null and not n.may_have_left and not n.error like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = n.period
    )
  from numbered n
  where m.account_id = n.account_id and m.id = n.id and m.status::text = 'sending' and m.holder is not distinct from n.holder and m.attempt = n.attempt
    and m.identity is not distinct from n.identity
  returning n.ord, n.verdict, m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = greatest(a.last_seq, s.seq), texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where not charged)::int4 as refunds
    from changed group by account_id
  ) s
  where a.id = s.account_id
)
select $23::text as nonce, case when c.verdict <> 'released' then c.seq end as seq, false as is_locked from input i left join changed c on c.ord = i.ord order by i.ord

-- conclude: leaving locked rows out, which differs from conclude
--    4 -   select id, period, last_seq from account where id in (select account_id from input) order by id for update
--      +   select id, period, last_seq from account where id in (select account_id from input) order by id for update skip locked
--   56 - select $23::text as nonce, case when c.verdict <> 'released' then c.seq end as seq, false as is_locked from input i left join changed c on c.ord = i.ord order by i.ord
--      + select $23::text as nonce, case when c.verdict <> 'released' then c.seq end as seq, (i.account_id not in (select id from locked) and exists (select from account a where a.id = i.account_id)) as is_locked from input i left join changed c on c.ord = i.ord order by i.ord
