-- The statements of hand_back.ts as they run. npm run generate writes this file.

-- handBack
-- The attempt counts on, so that no later report of this hand-over is believed. As with a release, the queue begins again
-- at the first of these texts, and a claim that goes by an older snapshot does not move that place forward. What its SIM has not
-- sent counts no more in the SIM's budget, as far as that still counts the minute, day or month of the hand-over.
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::int2[], $5::uuid[], $6::timestamptz[], $7::text[]) with ordinality as t (account_id, device_id, id, attempt, identity, at, reason, ord)
), locked as materialized (
  select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update
), stale as materialized (
  select l.id from locked l where (case when l.opt_out_changes > 0 then
      l.opt_out_changes <> (select k.opt_out_changes from account k where k.id = l.id) else false end)
), found as materialized (
  select i.ord, i.at, i.reason, m.account_id, m.id, l.period, m.device_id, coalesce(m.sim, 1) as slot, m.segments::int4 as parts,
    to_timestamp(substring(E'\n' || m.steps from '.*\nh(\d+)')::int8 / 1000.0) as claimed_at,
    l.last_seq + row_number() over (partition by m.account_id order by i.ord) as seq,
    case when (case when l.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end) then 'opted_out: the recipient wants no more texts' when m.wanted_back_at is not null then 'cancelled: the account cancelled the text before it left' end as ending,
    case when (case when l.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n'
      when m.wanted_back_at is not null then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n'
      else 'w' || (extract(epoch from i.at) * 1000)::int8 || ' |' || translate(left(i.reason, 120), E'\n\r', '  ') || E'\n' end as step
  from input i join locked l on l.id = i.account_id and l.id not in (select id from stale)
  join message m on m.account_id = i.account_id and m.id = i.id and m.attempt = i.attempt and m.device_id = i.device_id
    and m.identity is not distinct from i.identity
), changed as (
  update message m set
    seq = case when f.ending is null then m.seq else f.seq end,
    status = case when f.ending is null then 'sending' else 'failed' end::message_status,
    error = f.ending,
    attempt = case when f.ending is null then m.attempt + 1 else m.attempt end,
    device_id = case when f.ending is null then null else m.device_id end,
    sim = case when f.ending is null then null else m.sim end,
    retry_at = case when f.ending is null then f.at end,
    deadline_at = case when f.ending is null then m.deadline_at - make_interval(secs => $8::int4) end,
    steps = case
      when f.step is null then m.steps
      when length((coalesce(m.steps, '') || coalesce(f.step, ''))) <= 4000 then (coalesce(m.steps, '') || coalesce(f.step, ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce(f.step, '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce(f.step, ''))) - length(replace((coalesce(m.steps, '') || coalesce(f.step, '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce(f.step, '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = case when f.ending is null then m.charged
      else m.charged and not (
      'failed' = 'failed' and m.sent_at is null and not false and not f.ending like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = f.period
    ) end
  from found f where m.account_id = f.account_id and m.id = f.id and m.status::text = 'sending' and m.route = 'device' and m.retry_at is null
  returning f.ord, m.account_id, m.id, m.charged, f.device_id, f.slot, f.parts, f.claimed_at,
    case when f.ending is not null then f.seq end as ended_seq
), counted_sim as materialized (
  select account_id, device_id, slot, minute, day, month from sim
  where (account_id, device_id, slot) in (select account_id, device_id, slot from changed) order by 1, 2, 3 for update
), uncounted as (
  update sim s set used_minute = s.used_minute - u.minute, used_day = s.used_day - u.day, used_month = s.used_month - u.month
  from (
    select account_id, device_id, slot,
      coalesce(sum(parts) filter (where claimed_at >= minute), 0)::int4 as minute,
      coalesce(sum(parts) filter (where (claimed_at at time zone 'UTC')::date >= day), 0)::int4 as day,
      coalesce(sum(parts) filter (where (claimed_at at time zone 'UTC')::date >= month), 0)::int4 as month
    from changed join counted_sim using (account_id, device_id, slot) group by account_id, device_id, slot
  ) u where s.account_id = u.account_id and s.device_id = u.device_id and s.slot = u.slot
), moved as (
  update account a set
    waits_from = least(a.waits_from, c.first_id),
    releases = a.releases + (c.first_id is not null)::int,
    last_seq = greatest(a.last_seq, c.seq),
    texts_used = a.texts_used - c.refunds
  from (
    select account_id, min(id) filter (where ended_seq is null) as first_id, max(ended_seq) as seq,
      count(*) filter (where not charged)::int4 as refunds
    from changed group by account_id
  ) c where a.id = c.account_id
)
select $9::text as nonce, c.ord is not null as is_taken, c.ended_seq as seq, false or exists (select from stale s where s.id = i.account_id) as is_locked from input i left join changed c on c.ord = i.ord order by i.ord

-- handBack: leaving locked rows out, which differs from handBack
--    4 -   select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update
--      +   select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update skip locked
--   73 - select $9::text as nonce, c.ord is not null as is_taken, c.ended_seq as seq, false or exists (select from stale s where s.id = i.account_id) as is_locked from input i left join changed c on c.ord = i.ord order by i.ord
--      + select $9::text as nonce, c.ord is not null as is_taken, c.ended_seq as seq, (i.account_id not in (select id from locked) and exists (select from account a where a.id = i.account_id)) or exists (select from stale s where s.id = i.account_id) as is_locked from input i left join changed c on c.ord = i.ord order by i.ord
