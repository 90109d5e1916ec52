-- The statements of end_waiting.ts as they run. npm run generate writes this file.

-- listAccounts
-- The walk hops from account to account in opt_out_ending.
with recursive walk as (
  (select t.account_id from opt_out t where t.ends_waiting order by t.account_id limit 1)
  union all
  select (select t.account_id from opt_out t where t.ends_waiting and t.account_id > walk.account_id order by t.account_id limit 1) from walk where walk.account_id is not null
)
select account_id as account_id from walk where account_id is not null and account_id <> all ($1::int8[]) limit $2::int4

-- end
-- If an account has more texts than a run ends, the next run looks at its recipients again. The cast keeps the planner
-- from reading a whole queue instead of the recipient's texts.
with due as materialized (
  select a.account_id, o.address_norm from unnest($1::int8[]) as a (account_id)
  cross join lateral (
    select address_norm from opt_out o where o.account_id = a.account_id and o.ends_waiting
    order by address_norm limit 20
  ) o
), locked as materialized (
  select id, period, last_seq from account where id in (select account_id from due) order by id for update
), waiting as materialized (
  select l.id as account_id, w.id, l.period, l.last_seq + row_number() over (partition by l.id order by w.id) as seq
  from locked l cross join lateral (
    select distinct m.id from due d
    join message m on m.account_id = l.id and m.address_norm = any ((case when d.address_norm ~ '^\+(52|54|55|229)' then array[d.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(d.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(d.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[d.address_norm] end))
      and m.direction = 'out' and (m.status::text in ('queued', 'scheduled') or (m.status::text = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end)) and m.confirms_stop is not true
    where d.account_id = l.id order by m.id limit 200
  ) w
), held as materialized (
  select l.id as account_id, array(
    select m.id from due d
    join message m on m.account_id = l.id and m.address_norm = any ((case when d.address_norm ~ '^\+(52|54|55|229)' then array[d.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(d.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(d.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[d.address_norm] end))
      and m.status::text = 'sending' and m.route = 'device' and m.retry_at is null and m.confirms_stop is not true
    where d.account_id = l.id order by m.id limit 200
  ) as ids
  from locked l
), changed as (
  update message m set
    seq = w.seq, status = 'failed', error = 'opted_out: the recipient wants no more texts', deadline_at = null, retry_at = null, awaiting = null,
    steps = case
      when 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' is null then m.steps
      when length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', ''))) <= 4000 then (coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', ''))) - length(replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n', '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = m.charged and not (
      'failed' = 'failed' and m.sent_at is null and not (m.carrier is not null) and not 'opted_out: the recipient wants no more texts' like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = w.period
    )
  from waiting w
  where m.account_id = w.account_id and m.id = w.id and m.direction = 'out' and (m.status in ('queued', 'scheduled') or (m.status = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end))
  returning m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = s.seq, texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where is_refund)::int4 as refunds
    from (select account_id, seq, false from waiting union all select account_id, seq, not charged from changed)
      as moves (account_id, seq, is_refund)
    group by account_id
  ) s
  where a.id = s.account_id
), counted as materialized (
  select l.id, (select count(*) from waiting w where w.account_id = l.id) as texts from locked l
), done as (
  update opt_out o set ends_waiting = false from due d join counted l on l.id = d.account_id and l.texts < 200
  where o.account_id = d.account_id and o.address_norm = d.address_norm and o.ends_waiting
  returning o.account_id, o.address_norm, o.source
), found as materialized (
  select account_id, address_norm as subject, 'recipient.opted_out' as type,
    jsonb_build_object('address_norm', address_norm, 'source', source) as data
  from done where exists (select from webhook w where w.account_id = done.account_id and w.disabled_at is null and 'recipient.opted_out' = any (w.types))
), noticed as (
  insert into notice (account_id, id, type, at, data)
  select f.account_id,
    coalesce((select max(n.id) from notice n where n.account_id = f.account_id), 0)
      + row_number() over (partition by f.account_id order by f.subject),
    f.type, now(), f.data
  from found f join locked l on l.id = f.account_id
)
select t.account_id as account_id, c.seq as seq, coalesce(h.ids, '{}') as wanted_back, l.id is null as is_locked, l.id is not null and (t.recipients >= 20 or l.texts >= 200) as has_more from (select account_id, count(*) as recipients from due group by account_id) t
left join counted l on l.id = t.account_id
left join held h on h.account_id = t.account_id
left join (select account_id, max(seq) as seq from changed group by account_id) c on c.account_id = t.account_id

-- end: leaving locked rows out, which differs from end
--    8 -   select id, period, last_seq from account where id in (select account_id from due) order by id for update
--      +   select id, period, last_seq from account where id in (select account_id from due) order by id for update skip locked
