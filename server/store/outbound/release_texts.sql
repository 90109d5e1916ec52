-- The statements of release_texts.ts as they run. npm run generate writes this file.

-- release
-- A device's queue is read from a place below which no text waits: it moves back to the first released text. Releases
-- are counted, because a claim moves that place forward by an older snapshot. The accounts `without` stand in a
-- subquery: for a bare array the planner expects that it excludes nearly all, and reads the whole table.
with due as materialized (
  select account_id, id from message
  where status = 'scheduled' and send_at <= now() and account_id <> all (select unnest($2::int8[]))
    and account_id not in (select id from account where suspended_at is not null)
  order by send_at, account_id, id limit $1::int4
), held as materialized (
  select id, period, last_seq, opt_out_changes, suspended_at from account where id in (select account_id from due)
  order by id for update
), locked as materialized (
  select * from held l where l.suspended_at is null and not (case when l.opt_out_changes > 0 then
      l.opt_out_changes <> (select k.opt_out_changes from account k where k.id = l.id) else false end)
), refused as materialized (
  select m.account_id, m.id, l.period, l.last_seq + row_number() over (partition by m.account_id order by m.id) as seq
  from due d join locked l on l.id = d.account_id and l.opt_out_changes > 0
  join message m on m.account_id = d.account_id and m.id = d.id
  where (case when l.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)
), ended as (
  update message m set
    seq = r.seq, status = 'failed', error = 'opted_out: the recipient wants no more texts', deadline_at = null, retry_at = null, awaiting = null,
    steps = case
      when 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' is null then m.steps
      when length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', ''))) <= 4000 then (coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', ''))) - length(replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = m.charged and not (
      'failed' = 'failed' and m.sent_at is null and not (m.carrier is not null) and not 'opted_out: the recipient wants no more texts' like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = r.period
    )
  from refused r where m.account_id = r.account_id and m.id = r.id and m.status = 'scheduled'
  returning m.account_id, m.seq, m.charged
), changed as (
  update message m set status = 'queued', steps = case
      when 'l' || (extract(epoch from now()) * 1000)::int8 || E'\n' is null then m.steps
      when length((coalesce(m.steps, '') || coalesce('l' || (extract(epoch from now()) * 1000)::int8 || E'\n', ''))) <= 4000 then (coalesce(m.steps, '') || coalesce('l' || (extract(epoch from now()) * 1000)::int8 || E'\n', ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce('l' || (extract(epoch from now()) * 1000)::int8 || E'\n', '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce('l' || (extract(epoch from now()) * 1000)::int8 || E'\n', ''))) - length(replace((coalesce(m.steps, '') || coalesce('l' || (extract(epoch from now()) * 1000)::int8 || E'\n', '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce('l' || (extract(epoch from now()) * 1000)::int8 || E'\n', '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end
  from due d join locked l on l.id = d.account_id
  where m.account_id = d.account_id and m.id = d.id and m.status = 'scheduled'
    and not exists (select from refused r where r.account_id = d.account_id and r.id = d.id)
  returning m.account_id, m.id
), counted as materialized (
  select account_id, min(id) as first_id, max(seq) as seq, count(*)::int4 as texts,
    count(*) filter (where is_refund)::int4 as refunds
  from (select account_id, id, null, false from changed union all select account_id, null, seq, not charged from ended)
    as moves (account_id, id, seq, is_refund)
  group by account_id
), moved as (
  update account a set waits_from = least(a.waits_from, c.first_id), releases = a.releases + (c.first_id is not null)::int,
    last_seq = greatest(a.last_seq, c.seq), texts_used = a.texts_used - c.refunds
  from counted c where a.id = c.account_id
)
select d.account_id as account_id, coalesce((select max(e.seq) from ended e where e.account_id = l.id), l.last_seq) as seq, coalesce(c.texts, 0) as texts, d.is_full as is_full from (
  select account_id, (select count(*) from due) = $1::int4 as is_full from due group by account_id
) d left join locked l on l.id = d.account_id left join counted c on c.account_id = d.account_id

-- release: leaving locked rows out, which differs from release
--    8 -   order by id for update
--      +   order by id for update skip locked
