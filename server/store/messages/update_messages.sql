-- The statements of update_messages.ts as they run. npm run generate writes this file.

-- update
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::int2[], $4::int8[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::bool[], $12::text[]) with ordinality as t (account_id, id, attempt, device_id, identity, from_status, status, error, at, deadline, has_left, step, ord)
), locked as materialized (
  select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update
), numbered as materialized (
  select i.*, l.period, l.opt_out_changes, l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq
  from input i
  join locked l on l.id = i.account_id
), changed as (
  update message m set
    seq = n.seq,
    status = n.status::message_status,
    error = case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'opted_out: the recipient wants no more texts' when n.status = 'failed' then n.error end,
    sent_at = case when n.status in ('sent', 'delivered') or n.has_left then coalesce(m.sent_at, n.at) else m.sent_at end,
    delivered_at = case when n.status = 'delivered' then n.at end,
    deadline_at = n.deadline,
    holder = null,
    awaiting = null,
    device_id = coalesce(m.device_id, n.device_id),
    attempt = greatest(m.attempt, n.attempt),
    steps = case
      when case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end is null then m.steps
      when length((coalesce(m.steps, '') || coalesce(case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end, ''))) <= 4000 then (coalesce(m.steps, '') || coalesce(case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end, ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce(case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end, '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce(case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end, ''))) - length(replace((coalesce(m.steps, '') || coalesce(case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end, '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce(case when (coalesce(split_part(n.error, ':', 1) = 'cancelled', false) and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end, '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = m.charged and not (
      n.status = 'failed' and m.sent_at is null and not n.has_left and not n.error like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = n.period
    )
  from numbered n
  where m.account_id = n.account_id and m.id = n.id and
    m.direction = 'out'
    and (n.device_id is null or m.identity is not distinct from n.identity
      and (m.device_id = n.device_id or (m.status = 'scheduled' and m.awaiting = 'release' and m.identity = n.identity
      and n.attempt > m.attempt)))
    and (n.attempt is null or m.attempt = n.attempt or (m.status = 'scheduled' and m.awaiting = 'release' and m.identity = n.identity
      and n.attempt > m.attempt))
    and (n.identity is null or m.identity = n.identity)
    and (n.from_status is null or case m.status when 'scheduled' then 'queued' else m.status::text end = n.from_status)
    and case n.status
      when 'sent' then (m.status = 'sending' or (m.status = 'failed' and m.sent_at is null and m.error like 'outcome\_unknown%')) or (m.status = 'scheduled' and m.awaiting = 'release' and m.identity = n.identity
      and n.attempt > m.attempt)
      when 'delivered' then (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')) or (m.status = 'scheduled' and m.awaiting = 'release' and m.identity = n.identity
      and n.attempt > m.attempt)
      when 'failed' then m.status in ('queued', 'scheduled', 'sending', 'sent')
    end
  returning n.ord, m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = s.seq, texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where not charged)::int4 as refunds from changed group by account_id
  ) s
  where a.id = s.account_id
)
select $13::text as nonce, c.seq as seq, false as is_locked from input i left join changed c on c.ord = i.ord order by i.ord

-- update: leaving locked rows out, which differs from update
--    4 -   select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update
--      +   select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update skip locked
--   80 - select $13::text as nonce, c.seq as seq, false as is_locked from input i left join changed c on c.ord = i.ord order by i.ord
--      + select $13::text as nonce, c.seq as seq, (i.account_id not in (select id from locked) and exists (select from account a where a.id = i.account_id)) as is_locked from input i left join changed c on c.ord = i.ord order by i.ord
