-- The statements of notices.ts as they run. npm run generate writes this file.

-- noticeDevices
with now_so as materialized (
  select d.account_id, d.id, d.name, 'device:' || d.id as subject,
    case when d.online_until > $1::timestamptz then 'device.online' else 'device.offline' end as type
  from (select distinct account_id from webhook where disabled_at is null) u
  join device d on d.account_id = u.account_id
  where d.unpaired_at is null and (exists (select from webhook w where w.account_id = u.account_id and w.disabled_at is null and 'device.online' = any (w.types)) or exists (select from webhook w where w.account_id = u.account_id and w.disabled_at is null and 'device.offline' = any (w.types)))
), changed as materialized (
  select s.*, k.state is null as is_first from now_so s
  left join noticed k on k.account_id = s.account_id and k.subject = s.subject
  where k.state is distinct from s.type
), locked as materialized (
  select id from account where id in (select account_id from changed where not is_first) order by id for update
), kept as (
  insert into noticed as k (account_id, subject, state)
  select account_id, subject, type from changed where is_first or account_id in (select id from locked)
  on conflict (account_id, subject) do update set state = excluded.state where k.state <> excluded.state
  returning k.account_id, k.subject
), found as materialized (
  select c.account_id, c.subject, c.type, jsonb_build_object('device_id', c.id, 'name', c.name) as data
  from changed c join kept using (account_id, subject) where not c.is_first
), written as (
  insert into notice (account_id, id, type, at, data)
  select f.account_id,
    coalesce((select max(n.id) from notice n where n.account_id = f.account_id), 0)
      + row_number() over (partition by f.account_id order by f.subject),
    f.type, $1::timestamptz, f.data
  from found f join locked l on l.id = f.account_id)
select account_id as account_id from found

-- noticeDevices: leaving locked rows out, which differs from noticeDevices
--   12 -   select id from account where id in (select account_id from changed where not is_first) order by id for update
--      +   select id from account where id in (select account_id from changed where not is_first) order by id for update skip locked

-- noticeUsage
-- Each level of the cap is noticed once a month: the level is part of what is kept.
with reached as materialized (
  select a.id as account_id, max(v.level) as level, a.texts_used, t.cap
  from (select distinct account_id from webhook where disabled_at is null) u
  join account a on a.id = u.account_id
  join unnest($1::text[], $2::int4[]) as t (plan, cap) on t.plan = a.plan
  join unnest($3::float8[]) as v (level) on a.texts_used >= t.cap * v.level
  where a.period = $4::date and not a.exempt and exists (select from webhook w where w.account_id = a.id and w.disabled_at is null and 'usage.near_cap' = any (w.types))
  group by a.id, a.texts_used, t.cap
), changed as materialized (
  select r.*, 'usage' as subject, $4::date::text || ' ' || r.level as state from reached r
  left join noticed k on k.account_id = r.account_id and k.subject = 'usage'
  where k.state is distinct from $4::date::text || ' ' || r.level
    and (k.state is null or k.state not like $4::date::text || ' %' or split_part(k.state, ' ', 2)::float8 < r.level)
), locked as materialized (
  select id from account where id in (select account_id from changed) order by id for update
), kept as (
  insert into noticed as k (account_id, subject, state)
  select account_id, subject, state from changed where account_id in (select id from locked)
  on conflict (account_id, subject) do update set state = excluded.state where k.state <> excluded.state
  returning k.account_id
), found as materialized (
  select c.account_id, c.subject, 'usage.near_cap' as type,
    jsonb_build_object('texts_used', c.texts_used, 'texts_cap', c.cap, 'percent', (c.level * 100)::int4) as data
  from changed c join kept using (account_id)
), written as (
  insert into notice (account_id, id, type, at, data)
  select f.account_id,
    coalesce((select max(n.id) from notice n where n.account_id = f.account_id), 0)
      + row_number() over (partition by f.account_id order by f.subject),
    f.type, $5::timestamptz, f.data
  from found f join locked l on l.id = f.account_id)
select account_id as account_id from found

-- noticeUsage: leaving locked rows out, which differs from noticeUsage
--   15 -   select id from account where id in (select account_id from changed) order by id for update
--      +   select id from account where id in (select account_id from changed) order by id for update skip locked

-- listAfter
select id as id, identity as identity, type as type, at as at, data::json as data from notice where account_id = $1::int8 and id > $2::int8
  and type = any ($3::text[])
order by id limit $4::int4
