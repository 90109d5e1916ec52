-- The statements of open_session.ts as they run. npm run generate writes this file.

-- byPassword
with credential as materialized (
  select id as user_id from app_user
  where id = $12::int8 and password_hash = $13::text and totp_confirmed_at is null for share
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
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from credential) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from credential)
    and (select count(*) from placed) >= 0
)
select $14::text as nonce, user_id as user_id from (values (1)) as one left join session on true

-- byCode
with ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($12::text, 'hex'), 'used', '', $13::timestamptz where exists (select from app_user where id = $14::int8 and totp_last_step < $15::int8)
  on conflict do nothing returning 1
), credential as (
  update app_user set totp_last_step = $15::int8
  where id = $14::int8 and totp_last_step < $15::int8 and exists (select from ticket) returning id as user_id
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
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from credential) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from credential)
    and (select count(*) from placed) >= 0
)
select $16::text as nonce, user_id as user_id from (values (1)) as one left join session on true

-- byRecoveryCode
with known as (
  select from recovery_code where user_id = $14::int8 and code_hash = decode($15::text, 'hex')
), ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($12::text, 'hex'), 'used', '', $13::timestamptz where exists (select from known)
  on conflict do nothing returning 1
), credential as (
  delete from recovery_code
  where user_id = $14::int8 and code_hash = decode($15::text, 'hex') and exists (select from ticket)
  returning user_id
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
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from credential) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from credential)
    and (select count(*) from placed) >= 0
)
select $16::text as nonce, user_id as user_id from (values (1)) as one left join session on true

-- byPasskey
with ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($12::text, 'hex'), 'used', '', $13::timestamptz where exists (select from passkey where id = $14::int8)
  on conflict do nothing returning 1
), credential as (
  update passkey set counter = $15::int8, last_used_at = $3::timestamptz
  where id = $14::int8 and (counter < $15::int8 or $15::int8 = 0) and exists (select from ticket)
  returning user_id
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
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from credential) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from credential)
    and (select count(*) from placed) >= 0
)
select $16::text as nonce, user_id as user_id from (values (1)) as one left join session on true
