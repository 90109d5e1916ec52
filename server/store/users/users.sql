-- The statements of users.ts as they run. npm run generate writes this file.

-- find
select $2::text as nonce, p.id as id, p.name as name, p.email as email, p.email_verified_at is not null as is_email_verified, p.is_operator as is_operator, p.totp_confirmed_at is not null as has_totp, (select count(*)::int4 from recovery_code c where c.user_id = p.id) as recovery_codes, (select count(*)::int4 from membership m where m.user_id = p.id) as accounts, p.created_at as created_at, p.language as language from app_user p where p.id = $1::int8

-- listPasskeys
select $2::text as nonce, id as id, name as name, created_at as created_at, last_used_at as last_used_at from passkey where user_id = $1::int8 order by created_at, id

-- listAccounts
select $2::text as nonce, a.id as id, a.name as name, a.country as country, m.role as role from membership m join account a on a.id = m.account_id
where m.user_id = $1::int8 order by a.name, a.id

-- searchUsers
select p.id as id, p.name as name, p.email as email, p.email_verified_at is not null as is_email_verified, p.is_operator as is_operator, p.totp_confirmed_at is not null as has_totp, (select count(*)::int4 from recovery_code c where c.user_id = p.id) as recovery_codes, (select count(*)::int4 from membership m where m.user_id = p.id) as accounts, p.created_at as created_at, p.language as language, p.is_asked as is_asked, p.is_enough as is_enough from (
  select *, row_number() over (order by id) = $4::int4 as is_enough,
    $1::text is null or strpos(lower(name collate textrelay_words), lower($1::text collate textrelay_words)) > 0 or strpos(email, lower($1::text collate textrelay_words)) > 0 or id = $2::int8 as is_asked
  from app_user where id > $3::int8 order by id limit $4::int4
) p where p.is_asked or p.is_enough order by p.id limit $5::int8

-- setOperator
update app_user p set is_operator = $2::bool
where email = $1::text and (email_verified_at is not null or not $2::bool) returning $3::text as nonce, p.id as id, p.name as name, p.email as email, p.email_verified_at is not null as is_email_verified, p.is_operator as is_operator, p.totp_confirmed_at is not null as has_totp, (select count(*)::int4 from recovery_code c where c.user_id = p.id) as recovery_codes, (select count(*)::int4 from membership m where m.user_id = p.id) as accounts, p.created_at as created_at, p.language as language

-- markVerified
update app_user p set email_verified_at = coalesce(email_verified_at, $2::timestamptz) where email = $1::text returning $3::text as nonce, p.id as id, p.name as name, p.email as email, p.email_verified_at is not null as is_email_verified, p.is_operator as is_operator, p.totp_confirmed_at is not null as has_totp, (select count(*)::int4 from recovery_code c where c.user_id = p.id) as recovery_codes, (select count(*)::int4 from membership m where m.user_id = p.id) as accounts, p.created_at as created_at, p.language as language

-- listSecurityEvents
select $2::text as nonce, id as id, kind as kind, address as address, at as at from security_event where user_id = $1::int8 order by at desc, id limit 50
