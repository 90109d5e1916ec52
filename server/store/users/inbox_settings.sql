-- The statements of inbox_settings.ts as they run. npm run generate writes this file.

-- find
select enter_sends as enter_sends, digest as digest, digest_zone as digest_zone from inbox_settings where user_id = $1::int8

-- put
insert into inbox_settings (user_id, enter_sends) values ($1::int8, $2::bool)
on conflict (user_id) do update set enter_sends = excluded.enter_sends returning enter_sends as enter_sends, digest as digest, digest_zone as digest_zone

-- setDigest
with z as materialized (
  select exists (
    select from pg_timezone_names where name = $3::text and name !~ '^(posix/|right/|posixrules$|localtime$|Factory$)'
  ) as is_zone,
    exists (select from app_user p where p.id = $1::int8 and p.email_verified_at is not null) as is_verified
), done as (
  insert into inbox_settings as s (user_id, enter_sends, digest, digest_zone, digest_since, digest_due_at)
  select p.id, false, $2::text, $3::text, case when $2::text <> 'never' then $4::timestamptz end, case $2::text
    when 'hourly' then date_trunc('hour', $4::timestamptz) + interval '1 hour'
    when 'daily' then (date_trunc('day', ($4::timestamptz at time zone $3::text)) + interval '8 hours'
      + case when ($4::timestamptz at time zone $3::text)::time < time '00:00' + interval '8 hours' then interval '0' else interval '1 day' end) at time zone $3::text
  end
  from z join app_user p on p.id = $1::int8 where z.is_zone and (z.is_verified or $2::text = 'never')
  on conflict (user_id) do update set
    digest = excluded.digest, digest_zone = excluded.digest_zone, digest_due_at = excluded.digest_due_at,
    digest_since = case when excluded.digest <> 'never' then coalesce(s.digest_since, excluded.digest_since) end
  returning 1
)
select $5::text as nonce, z.is_zone as is_zone, z.is_verified as is_verified, exists (select from done) as is_set from z

-- findRules
select mails_words as mails_words from inbox_rules where account_id = $1::int8

-- putRules
insert into inbox_rules as r (account_id, mails_words) select a.id, $2::bool from account a where a.id = $1::int8
on conflict (account_id) do update set mails_words = excluded.mails_words returning r.mails_words as mails_words
