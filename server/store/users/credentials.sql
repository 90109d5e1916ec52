-- The statements of credentials.ts as they run. npm run generate writes this file.

-- byEmail
select $2::text as nonce, id as id, email as email, password_hash as password_hash, totp_secret as totp_secret, totp_confirmed_at is not null as is_totp_confirmed, totp_last_step as totp_last_step from app_user where email = $1::text

-- byId
select $2::text as nonce, id as id, email as email, password_hash as password_hash, totp_secret as totp_secret, totp_confirmed_at is not null as is_totp_confirmed, totp_last_step as totp_last_step from app_user where id = $1::int8

-- rename
update app_user set name = $2::text where id = $1::int8 returning $3::text as nonce, id as id

-- setPassword
with changed as (
  update app_user set password_hash = $3::text
  where id = $1::int8 and password_hash = $2::text returning id as user_id
), passkeys as (
  delete from passkey where $6::bool and user_id in (select user_id from changed)
), withdrawn as (
  delete from user_link where kind = 'password' and user_id in (select user_id from changed)
), strange_again as (
  delete from known_browser where user_id in (select user_id from changed) and token_hash <> decode($5::text, 'hex')
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $7::int8, user_id, case when $6::bool then 'new_password_without_passkeys' else 'new_password' end, $8::text, $9::timestamptz from changed
), dropped as (
  delete from security_event where id in (
    select c.id from changed s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
), ended as (
  delete from user_session where user_id in (select user_id from changed) and id <> $4::int8 returning id
), silenced as (
  update api_key set revoked_at = $9::timestamptz where session_id in (select id from ended) and revoked_at is null
)
select $10::text as nonce, exists (select from changed) as is_done

-- setTotp
update app_user set totp_secret = $2::text
where id = $1::int8 and totp_confirmed_at is null returning $3::text as nonce, id as id

-- confirmTotp
with confirmed as (
  update app_user set totp_confirmed_at = $7::timestamptz, totp_last_step = $3::int8
  where id = $1::int8 and totp_secret = $2::text and totp_confirmed_at is null returning id as user_id
), codes as (
  insert into recovery_code (user_id, code_hash)
  select user_id, decode(hash, 'hex') from confirmed, unnest($4::text[]) as t (hash)
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $5::int8, user_id, 'second_factor_on', $6::text, $7::timestamptz from confirmed
), dropped as (
  delete from security_event where id in (
    select c.id from confirmed s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
)
select $8::text as nonce, exists (select from confirmed) as is_done

-- removeTotp
with codes as (
  delete from recovery_code where user_id = $1::int8 and true
), removed as (
  update app_user set totp_secret = null, totp_confirmed_at = null
  where id = $1::int8 and totp_secret is not null returning id as user_id
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $2::int8, user_id, 'second_factor_off', $3::text, $4::timestamptz from removed
), dropped as (
  delete from security_event where id in (
    select c.id from removed s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
)
select $5::text as nonce, exists (select from removed) as is_done

-- findPasskey
select $2::text as nonce, id as id, user_id as user_id, credential_id as credential_id, public_key as public_key, counter as counter from passkey where credential_id = $1::text

-- listPasskeyIds
select $2::text as nonce, credential_id as credential_id from passkey where user_id = $1::int8

-- insertPasskey
with seen as materialized (
  select o.id, o.xmin as count, (select count(*) >= $12::int4 from passkey k where k.user_id = o.id) as is_full from app_user o where o.id = $2::int8 and true
), turn as (
  update app_user o set name = o.name from seen s
  where o.id = s.id and o.xmin = s.count and not s.is_full and true returning o.id
), ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($6::text, 'hex'), 'used', '', $7::timestamptz where exists (select from turn)
  on conflict do nothing returning 1
), stored as (
  insert into passkey (id, user_id, credential_id, public_key, counter, name, created_at)
  select $1::int8, $2::int8, $3::text, $4::text, $5::int8, $10::text, $11::timestamptz from ticket
  on conflict (credential_id) do nothing returning user_id
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $8::int8, user_id, 'passkey_added', $9::text, $11::timestamptz from stored
), dropped as (
  delete from security_event where id in (
    select c.id from stored s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
)
select $13::text as nonce, exists (select from seen) as is_user, coalesce((select is_full from seen), false) as is_full, exists (select from turn) as is_turn, exists (select from ticket) as is_ticket, exists (select from stored) as is_stored

-- removePasskey
with removed as (
  delete from passkey where user_id = $1::int8 and id = $2::int8 returning user_id
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $3::int8, user_id, 'passkey_removed', $4::text, $5::timestamptz from removed
), dropped as (
  delete from security_event where id in (
    select c.id from removed s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
)
select $6::text as nonce, exists (select from removed) as is_removed
