-- The statements of links.ts as they run. npm run generate writes this file.

-- find
select $3::text as nonce, l.kind as kind, a.name as account_name, coalesce(l.email, p.email) as email, l.role as role, l.expires_at as expires_at from user_link l left join account a on a.id = l.account_id left join app_user p on p.id = l.user_id
where l.token_hash = decode($1::text, 'hex') and l.expires_at > $2::timestamptz and (l.made_by is null or exists (
  select from membership m
  where m.account_id = l.account_id and m.user_id = l.made_by and (m.role = 'owner' or (m.role = 'admin' and l.role <> 'owner'))
))

-- list
select $4::text as nonce, id as id, email as email, role as role, created_at as created_at, expires_at as expires_at from user_link l
where account_id = $1::int8 and kind = 'invitation' and l.expires_at > $2::timestamptz and (l.made_by is null or exists (
  select from membership m
  where m.account_id = l.account_id and m.user_id = l.made_by and (m.role = 'owner' or (m.role = 'admin' and l.role <> 'owner'))
)) order by created_at, id limit $3::int8

-- revoke
delete from user_link where account_id = $1::int8 and id = $2::int8 and kind = 'invitation' returning $3::text as nonce, id as id

-- first
with replaced as (
  delete from user_link where kind = 'first_user'
), stored as (
  insert into user_link (id, kind, token_hash, account_id, role, created_at, expires_at)
  select $1::int8, 'first_user', decode($2::text, 'hex'), (select id from account where id = $5::int8 and not id > 999999999999), 'owner',
    $3::timestamptz, $4::timestamptz
  where not exists (select from app_user)
  returning 1
)
select $6::text as nonce, exists (select from stored) as is_stored

-- reset
with known as (
  select id, email_verified_at from app_user where email = $5::text
), whose as (
  select id from known where email_verified_at is not null
), replaced as (
  delete from user_link where kind = 'reset' and user_id in (select id from whose)
), stored as (
  insert into user_link (id, kind, token_hash, user_id, created_at, expires_at)
  select $1::int8, 'reset', decode($2::text, 'hex'), whose.id, $3::timestamptz, $4::timestamptz from whose returning 1
)
select $6::text as nonce, exists (select from known) as is_known, exists (select from stored) as is_stored

-- isAnybody
select $1::text as nonce, exists (select from app_user) as is_there

-- invite
with named as (
  select id from account where id = $5::int8 and not id > 999999999999
), maker as materialized (
  select from membership m
  where m.account_id = $5::int8 and m.user_id = $6::int8 and (m.role = 'owner' or (m.role = 'admin' and $8::text <> 'owner')) for share
), allowed as (
  select from named where $6::int8 is null or exists (select from maker)
), there as (
  select from membership m join app_user p on p.id = m.user_id
  where m.account_id = $5::int8 and p.email = $7::text
), others as materialized (
  select slot from user_link
  where account_id = $5::int8 and kind = 'invitation' and email <> $7::text and expires_at > $3::timestamptz
), fits as materialized (
  select from allowed where not exists (select from there) and (select count(*) from others) < $10::int4
), mails_wanted (n, subject, most, refuses) as materialized (
  values (0, 'account ' || $5::int8, 20, true), (1, 'account ' || $5::int8 || ' to ' || $7::text, 5, true), (2, 'person ' || $6::int8, 20, true), (3, 'to ' || $7::text, 5, false)
), mails_held as materialized (
  select w.n, w.refuses, (select count(*) from unnest(s.stamps) u where u > $13::int8) >= w.most as is_full, s.stamps[1] as oldest
  from mails_wanted w join mail_window s on s.subject = w.subject where $9::bool and not $11::bool and exists (select from fits) order by w.n for update of s
), mails_counted as (
  insert into mail_window as s (subject, stamps, is_admitted, ends_at)
  select w.subject, array[$12::int8], true, $14::timestamptz from mails_wanted w
  where $9::bool and not $11::bool and exists (select from fits) and w.subject is not null and not exists (select from mails_held h where h.is_full and (h.refuses or h.n = w.n)) order by w.n
  on conflict (subject) do update set
    is_admitted = (select count(*) from unnest(s.stamps) u where u > $13::int8) < (select w.most from mails_wanted w where w.subject = s.subject),
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > $13::int8) || case
      when (select count(*) from unnest(s.stamps) u where u > $13::int8) < (select w.most from mails_wanted w where w.subject = s.subject) then excluded.stamps else '{}'::int8[] end
  returning subject, is_admitted, stamps[1] as oldest
), mails_refused as (
  select oldest from mails_held where is_full and refuses
  union all
  select c.oldest from mails_counted c join mails_wanted w on w.subject = c.subject where w.refuses and not c.is_admitted
), mails_sent as (
  select from mails_counted c join mails_wanted w on w.subject = c.subject
  where not w.refuses and c.is_admitted and not exists (select from mails_refused)
), replaced as (
  delete from user_link
  where account_id = $5::int8 and kind = 'invitation' and (email = $7::text or expires_at <= $3::timestamptz)
    and exists (select from fits) and not exists (select from mails_refused)
  returning slot
), place as materialized (
  select s.slot from generate_series(1, $10::int4) as s (slot)
  where exists (select from fits) and not exists (select from mails_refused) and s.slot not in (
    select o.slot from others o where o.slot is not null
  ) order by s.slot in (select r.slot from replaced r where r.slot is not null) desc, random() limit 1
), stored as (
  insert into user_link
    (id, kind, token_hash, account_id, email, role, created_at, expires_at, made_by, is_mailed, slot)
  select $1::int8, 'invitation', decode($2::text, 'hex'), $5::int8, $7::text, $8::text, $3::timestamptz, $4::timestamptz,
    $6::int8, $9::bool, place.slot from place
  on conflict (account_id, slot) do nothing returning 1
)
select $15::text as nonce, exists (select from named) as is_account, exists (select from allowed) as may_invite, exists (select from there) as is_member, exists (select from place) as is_placed, exists (select from stored) as is_stored, exists (select from mails_sent) as is_sent, (select max(oldest) from mails_refused) as oldest_mail
