-- The statements of open_session.ts as they run. npm run generate writes this file.

-- byPassword
with proof as materialized (
  select id as person_id from person
  where id = $12::int8 and password_hash = $13::text and totp_confirmed_at is null for share
), session as (
  insert into person_session (id, person_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select $1::int8, person_id, decode($2::text, 'hex'), $3::timestamptz, $3::timestamptz,
    $4::timestamptz, $5::text, $6::text from proof
  returning person_id
), crowd as materialized (
  select s.id from person_session s where s.person_id in (select person_id from proof)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from person_session where person_id in (select person_id from proof)
  ) - 99) for update skip locked
), crowded_out as (
  delete from person_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from crowded_out) and revoked_at is null
), browser as (
  insert into known_browser (person_id, token_hash, signed_in_at)
  select person_id, decode($7::text, 'hex'), $3::timestamptz from proof
), former_browser as (
  delete from known_browser k using proof
  where k.person_id = proof.person_id and (k.token_hash = decode($8::text, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.person_id = proof.person_id
    order by b.signed_in_at desc, b.token_hash offset 19
  ))
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from proof) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from proof)
    and (select count(*) from placed) >= 0
)
select $14::text as nonce, person_id as person_id from (values (1)) as one left join session on true

-- byCode
with ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($12::text, 'hex'), 'used', '', $13::timestamptz where exists (select from person where id = $14::int8 and totp_last_step < $15::int8)
  on conflict do nothing returning 1
), proof as (
  update person set totp_last_step = $15::int8
  where id = $14::int8 and totp_last_step < $15::int8 and exists (select from ticket) returning id as person_id
), session as (
  insert into person_session (id, person_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select $1::int8, person_id, decode($2::text, 'hex'), $3::timestamptz, $3::timestamptz,
    $4::timestamptz, $5::text, $6::text from proof
  returning person_id
), crowd as materialized (
  select s.id from person_session s where s.person_id in (select person_id from proof)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from person_session where person_id in (select person_id from proof)
  ) - 99) for update skip locked
), crowded_out as (
  delete from person_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from crowded_out) and revoked_at is null
), browser as (
  insert into known_browser (person_id, token_hash, signed_in_at)
  select person_id, decode($7::text, 'hex'), $3::timestamptz from proof
), former_browser as (
  delete from known_browser k using proof
  where k.person_id = proof.person_id and (k.token_hash = decode($8::text, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.person_id = proof.person_id
    order by b.signed_in_at desc, b.token_hash offset 19
  ))
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from proof) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from proof)
    and (select count(*) from placed) >= 0
)
select $16::text as nonce, person_id as person_id from (values (1)) as one left join session on true

-- byRecoveryCode
with known as (
  select from recovery_code where person_id = $14::int8 and code_hash = decode($15::text, 'hex')
), ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($12::text, 'hex'), 'used', '', $13::timestamptz where exists (select from known)
  on conflict do nothing returning 1
), proof as (
  delete from recovery_code
  where person_id = $14::int8 and code_hash = decode($15::text, 'hex') and exists (select from ticket)
  returning person_id
), session as (
  insert into person_session (id, person_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select $1::int8, person_id, decode($2::text, 'hex'), $3::timestamptz, $3::timestamptz,
    $4::timestamptz, $5::text, $6::text from proof
  returning person_id
), crowd as materialized (
  select s.id from person_session s where s.person_id in (select person_id from proof)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from person_session where person_id in (select person_id from proof)
  ) - 99) for update skip locked
), crowded_out as (
  delete from person_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from crowded_out) and revoked_at is null
), browser as (
  insert into known_browser (person_id, token_hash, signed_in_at)
  select person_id, decode($7::text, 'hex'), $3::timestamptz from proof
), former_browser as (
  delete from known_browser k using proof
  where k.person_id = proof.person_id and (k.token_hash = decode($8::text, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.person_id = proof.person_id
    order by b.signed_in_at desc, b.token_hash offset 19
  ))
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from proof) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from proof)
    and (select count(*) from placed) >= 0
)
select $16::text as nonce, person_id as person_id from (values (1)) as one left join session on true

-- byPasskey
with ticket as (
  insert into sign_in_ticket (ticket_hash, purpose, challenge, expires_at)
  select decode($12::text, 'hex'), 'used', '', $13::timestamptz where exists (select from passkey where id = $14::int8)
  on conflict do nothing returning 1
), proof as (
  update passkey set counter = $15::int8, last_used_at = $3::timestamptz
  where id = $14::int8 and (counter < $15::int8 or $15::int8 = 0) and exists (select from ticket)
  returning person_id
), session as (
  insert into person_session (id, person_id, secret_hash, created_at, last_seen_at, expires_at, address, user_agent)
  select $1::int8, person_id, decode($2::text, 'hex'), $3::timestamptz, $3::timestamptz,
    $4::timestamptz, $5::text, $6::text from proof
  returning person_id
), crowd as materialized (
  select s.id from person_session s where s.person_id in (select person_id from proof)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from person_session where person_id in (select person_id from proof)
  ) - 99) for update skip locked
), crowded_out as (
  delete from person_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = $3::timestamptz where session_id in (select id from crowded_out) and revoked_at is null
), browser as (
  insert into known_browser (person_id, token_hash, signed_in_at)
  select person_id, decode($7::text, 'hex'), $3::timestamptz from proof
), former_browser as (
  delete from known_browser k using proof
  where k.person_id = proof.person_id and (k.token_hash = decode($8::text, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.person_id = proof.person_id
    order by b.signed_in_at desc, b.token_hash offset 19
  ))
), placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $9::text and $11::int8 = any(stamps) and exists (select from proof) returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $11::int8) - 1] || stamps[array_position(stamps, $11::int8) + 1:]
  where subject = $10::text and $11::int8 = any(stamps) and exists (select from proof)
    and (select count(*) from placed) >= 0
)
select $16::text as nonce, person_id as person_id from (values (1)) as one left join session on true
