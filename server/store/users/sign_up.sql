-- The statements of sign_up.ts as they run. npm run generate writes this file.

-- signUp
with held as materialized (
  select l.* from user_link l
  where l.token_hash = decode($9::text, 'hex') and l.expires_at > $3::timestamptz and (l.made_by is null or exists (
  select from membership m
  where m.account_id = l.account_id and m.user_id = l.made_by and (m.role = 'owner' or (m.role = 'admin' and l.role <> 'owner'))
))
    and l.kind in ('first_user', 'invitation')
    and (l.kind <> 'first_user' or not exists (select from app_user))
), own as (
  select id, account_id from held where coalesce(email, $11::text) = $11::text
), taken as (
  select from app_user where email = $11::text
), seen as materialized (
  select o.id, o.additions as count, (select count(*) >= $18::int4 from membership m where m.account_id = o.id) as is_full from account o where o.id = (select account_id from own) and not exists (select from taken) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and not exists (select from taken) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), link as (
  delete from user_link l using own
  where l.id = own.id and not exists (select from taken)
    and (own.account_id is null or exists (select from turn))
  returning l.*
), added as (
  insert into app_user (id, email, name, password_hash, is_operator, totp_last_step, created_at, email_verified_at)
  select $10::int8, $11::text, $12::text, $13::text, kind = 'first_user', 0,
    $3::timestamptz, case when is_mailed then $3::timestamptz end from link
  returning id
), opened as (
  insert into account (id, name, country, exempt, period, created_at, texts_used, last_message_id, last_seq,
    last_device_id)
  select $14::int8, $15::text, $16::text, false, $17::date, $3::timestamptz, 0, 0, 0, 0
  from link where account_id is null
  returning id
), joined as (
  insert into membership (account_id, user_id, role, joined_at)
  select coalesce(link.account_id, opened.id), added.id, coalesce(link.role, 'owner'), $3::timestamptz
  from link cross join added left join opened on true
  returning user_id
), credential as (select user_id from joined
), session as (
  insert into user_session (id, user_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select $1::int8, user_id, decode($2::text, 'hex'), $3::timestamptz, $3::timestamptz,
    $4::timestamptz, $5::text, $6::text from credential
  returning user_id
), crowd as materialized (
  select s.id from user_session s where s.user_id in (select user_id from credential)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from user_session where user_id in (select user_id from credential)
  ) - 99) for update skip locked
), crowded_out as (
  delete from user_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from crowded_out) and revoked_at is null
), browser as (
  insert into known_browser (user_id, token_hash, signed_in_at)
  select user_id, decode($7::text, 'hex'), $3::timestamptz from credential
), former_browser as (
  delete from known_browser k using credential
  where k.user_id = credential.user_id and (k.token_hash = decode($8::text, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.user_id = credential.user_id
    order by b.signed_in_at desc, b.token_hash offset 19
  ))
)
select $19::text as nonce, exists (select from held) as is_link, exists (select from own) as is_own, exists (select from taken) as is_taken, exists (select from seen) as is_asked, coalesce((select is_full from seen), false) as is_account_full, (select user_id from session) as user_id

-- startAnew
with link as (
  delete from user_link where token_hash = decode($11::text, 'hex') and expires_at > $3::timestamptz and kind = 'reset'
  returning user_id
), credential as (
  update app_user set password_hash = $12::text, totp_secret = null, totp_confirmed_at = null
  where id in (select user_id from link) returning id as user_id
), codes as (
  delete from recovery_code where user_id = (select user_id from link) and true
), keys as (
  delete from passkey where user_id in (select user_id from link)
), withdrawn as (
  delete from user_link l using link
  where l.made_by = link.user_id or (l.user_id = link.user_id and l.kind in ('email', 'password'))
), strange_again as (
  delete from known_browser where user_id in (select user_id from link)
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $9::int8, user_id, 'new_start', $10::text, $3::timestamptz from link
), dropped as (
  delete from security_event where id in (
    select c.id from link s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
), ended as (
  delete from user_session where user_id in (select user_id from link) returning id
), silenced as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from ended) and revoked_at is null
), session as (
  insert into user_session (id, user_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select $1::int8, user_id, decode($2::text, 'hex'), $3::timestamptz, $3::timestamptz,
    $4::timestamptz, $5::text, $6::text from credential
  returning user_id
), crowd as materialized (
  select s.id from user_session s where s.user_id in (select user_id from credential)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from user_session where user_id in (select user_id from credential)
  ) - 99) for update skip locked
), crowded_out as (
  delete from user_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from crowded_out) and revoked_at is null
), browser as (
  insert into known_browser (user_id, token_hash, signed_in_at)
  select user_id, decode($7::text, 'hex'), $3::timestamptz from credential
), former_browser as (
  delete from known_browser k using credential
  where k.user_id = credential.user_id and (k.token_hash = decode($8::text, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.user_id = credential.user_id
    order by b.signed_in_at desc, b.token_hash offset 19
  ))
)
select $13::text as nonce, user_id as user_id from (values (1)) as one left join session on true

-- accept
with held as materialized (
  select l.* from user_link l
  where l.token_hash = decode($1::text, 'hex') and l.kind = 'invitation' and l.expires_at > $3::timestamptz and (l.made_by is null or exists (
  select from membership m
  where m.account_id = l.account_id and m.user_id = l.made_by and (m.role = 'owner' or (m.role = 'admin' and l.role <> 'owner'))
))
), own as (
  select h.id, h.account_id, h.is_mailed from held h join app_user p on p.id = $2::int8 and p.email = h.email
), there as (
  select from membership m join held h on h.account_id = m.account_id where m.user_id = $2::int8
), seen as materialized (
  select o.id, o.additions as count, (select count(*) >= $4::int4 from membership m where m.account_id = o.id) as is_full from account o where o.id = (select account_id from own) and exists (select from own) and not exists (select from there) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and exists (select from own) and not exists (select from there) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), seen_of_user as materialized (
  select o.id, o.xmin as count, (select count(*) >= $5::int4 from membership m where m.user_id = o.id) as is_full from app_user o where o.id = $2::int8 and exists (select from own) and not exists (select from there)
), turn_of_user as (
  update app_user o set email_verified_at = coalesce(o.email_verified_at, (select $3::timestamptz from own where is_mailed)) from seen_of_user s
  where o.id = s.id and o.xmin = s.count and not s.is_full and exists (select from own) and not exists (select from there) returning o.id
), link as (
  delete from user_link l using own
  where l.id = own.id and exists (select from turn) and exists (select from turn_of_user) returning l.*
), joined as (
  insert into membership (account_id, user_id, role, joined_at)
  select account_id, $2::int8, role, $3::timestamptz from link on conflict do nothing returning account_id
)
select $6::text as nonce, exists (select from seen) as is_asked, coalesce((select is_full from seen), false) as is_account_full, coalesce((select is_full from seen_of_user), false) as is_person_full, exists (select from held) as is_link, exists (select from there) as is_member, (select account_id from joined) as account_id
