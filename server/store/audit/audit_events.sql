-- The statements of audit_events.ts as they run. npm run generate writes this file.

-- write
-- Whoever shows a key is looked up by its hash: a key, a platform's key, or the session of a person, which acts under one.
with shown as (select decode($5::text, 'hex') as hash), caller as (
  select * from (
    select 1 as nth, 'user' as kind, p.id, p.name || ' <' || p.email || '>' as name from app_user p
    where p.id = coalesce($4::int8, (
      select s.user_id from user_session s, shown where s.secret_hash = shown.hash
        or s.id = (select k.session_id from api_key k where k.hash = shown.hash) limit 1))
    union all select 2, case when k.session_id is null then 'key' else 'user' end, case when k.session_id is null then k.id end,
      k.label from api_key k, shown where k.hash = shown.hash
    union all select 3, 'platform', k.id, k.name from platform_key k, shown where k.hash = shown.hash
    union all select 4, 'operator', null, ''
  ) c order by nth limit 1
)
insert into audit_event (account_id, at, nonce, actor_type, actor_id, actor_name, method, object)
select $1::int8, $2::timestamptz, $3::int8, kind, id, name, $6::text, $7::text from caller

-- end
update audit_event set outcome = $5::text, object = $4::text
where account_id = $1::int8 and at = $2::timestamptz and nonce = $3::int8

-- list
select account_id as account_id, at as at, nonce as nonce, actor_type as actor_type, actor_id as actor_id, actor_name as actor_name, method as method, object as object, outcome as outcome from audit_event where account_id = $1::int8 and (at, nonce) < ($2::timestamptz, $3::int8)
  and ($4::text = '' or actor_type = $4::text)
  and ($5::text = '' or method = $5::text or split_part(method, '/', 1) = $5::text)
order by at desc, nonce desc limit $6::int4

-- prune
delete from audit_event where ctid = any (array (
  select c.ctid from audit_event c where c.at < $1::timestamptz order by c.at limit $2::int4 for update skip locked
)) returning 1
