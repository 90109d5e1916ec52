-- The statements of sessions.ts as they run. npm run generate writes this file.

-- listSessions
select $4::text as nonce, id as id, created_at as created_at, last_seen_at as last_seen_at, address as address, user_agent as user_agent from user_session
where user_id = $1::int8 and expires_at > $2::timestamptz and last_seen_at > $3::timestamptz
order by last_seen_at desc, id

-- endOne
with ended as (
  delete from user_session where user_id = $1::int8 and id = $2::int8 returning id
), silenced as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from ended) and revoked_at is null
) select $4::text as nonce, exists (select from ended) as is_ended

-- endAll
with ended as (
  delete from user_session where user_id = $1::int8 returning id
), silenced as (
  update api_key set revoked_at = $2::timestamptz where session_id in (select id from ended) and revoked_at is null
) select $3::text as nonce, (select count(*)::int4 from ended) as count

-- authorize
-- Every request with a session asks this first, so that the row must be its own: hence the nonce.
with found as materialized (
  select s.user_id, s.id as session_id, p.is_operator, s.reauthenticated_at
  from user_session s join app_user p on p.id = s.user_id
  where s.secret_hash = decode($1::text, 'hex') and s.expires_at > $3::timestamptz and s.last_seen_at > $4::timestamptz
), seen as (
  update user_session s set last_seen_at = $3::timestamptz from found f
  where s.id = f.session_id and s.last_seen_at < $5::timestamptz
)
select $6::text as nonce, user_id as user_id, session_id as session_id, is_operator as is_operator, reauthenticated_at as reauthenticated_at, role as role from (values (1)) as one left join (
  select f.*, m.role from found f
  left join membership m on m.account_id = case when $2::int8 > 999999999999 then $2::int8 - 1000000000000 else $2::int8 end and m.user_id = f.user_id
) as t on true

-- findRoleOfKey
select m.role as role from api_key k join user_session s on s.id = k.session_id
join membership m on m.account_id = case when k.account_id > 999999999999 then k.account_id - 1000000000000 else k.account_id end and m.user_id = s.user_id
where k.hash = decode($1::text, 'hex') and k.revoked_at is null

-- enter
-- A session acts for an account by a key of its own, whose row stands beside the account's keys: admission, the rate limit and
-- revocation know no difference. Repeatable: the row stays as it is, and works again where it was revoked.
with found as materialized (
  select a.id as account_id, m.role, s.id as session_id
  from user_session s join membership m on m.user_id = s.user_id join account a on m.account_id = case when a.id > 999999999999 then a.id - 1000000000000 else a.id end
  where s.id = $1::int8 and a.id = $2::int8
  for share of s, m
), stored as (
  insert into api_key (hash, id, account_id, label, hint, created_at, session_id) overriding system value
  select decode($3::text, 'hex'), -session_id, account_id, '', '', $4::timestamptz, session_id from found
  on conflict do nothing returning hash
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored on conflict do nothing
), renewed as (
  update api_key k set revoked_at = null from found f
  where k.account_id = f.account_id and k.id = -f.session_id and k.revoked_at is not null
)
select $5::text as nonce, a.id as id, a.name as name, a.country as country, m.role as role from (values (1)) as one
left join (found m join account a on a.id = m.account_id) on true

-- reauthenticateByPassword
with reauthenticated as (
  update user_session s set reauthenticated_at = $3::timestamptz from app_user p
  where s.id = $1::int8 and p.id = s.user_id and p.password_hash = $2::text returning 1
)
select $4::text as nonce, exists (select from reauthenticated) as is_reauthenticated

-- reauthenticateByPasskey
with ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($2::text, 'hex'), 'used', '', $3::timestamptz where exists (select from passkey where id = $4::int8)
  on conflict do nothing returning 1
), used as (
  update passkey set counter = $5::int8, last_used_at = $6::timestamptz
  where id = $4::int8 and (counter < $5::int8 or $5::int8 = 0) and exists (select from ticket)
  returning user_id
), reauthenticated as (
  update user_session s set reauthenticated_at = $6::timestamptz from used u
  where s.id = $1::int8 and s.user_id = u.user_id returning 1
)
select $7::text as nonce, exists (select from reauthenticated) as is_reauthenticated
