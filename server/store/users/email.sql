-- The statements of email.ts as they run. npm run generate writes this file.

-- ask
with mails_wanted (n, subject, most, refuses) as materialized (
  values (0, 'verification of ' || $5::int8, 3, true), (1, 'to ' || $6::text, 5, false)
), mails_held as materialized (
  select w.n, w.refuses, (select count(*) from unnest(s.stamps) u where u > $8::int8) >= w.most as is_full, s.stamps[1] as oldest
  from mails_wanted w join mail_window s on s.subject = w.subject where true order by w.n for update of s
), mails_counted as (
  insert into mail_window as s (subject, stamps, is_admitted, ends_at)
  select w.subject, array[$7::int8], true, $9::timestamptz from mails_wanted w
  where true and w.subject is not null and not exists (select from mails_held h where h.is_full and (h.refuses or h.n = w.n)) order by w.n
  on conflict (subject) do update set
    is_admitted = (select count(*) from unnest(s.stamps) u where u > $8::int8) < (select w.most from mails_wanted w where w.subject = s.subject),
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > $8::int8) || case
      when (select count(*) from unnest(s.stamps) u where u > $8::int8) < (select w.most from mails_wanted w where w.subject = s.subject) then excluded.stamps else '{}'::int8[] end
  returning subject, is_admitted, stamps[1] as oldest
), mails_refused as (
  select oldest from mails_held where is_full and refuses
  union all
  select c.oldest from mails_counted c join mails_wanted w on w.subject = c.subject where w.refuses and not c.is_admitted
), mails_sent as (
  select from mails_counted c join mails_wanted w on w.subject = c.subject
  where not w.refuses and c.is_admitted and not exists (select from mails_refused)
), replaced as (
  delete from user_link where user_id = $5::int8 and kind = 'email' and not exists (select from mails_refused)
), stored as (
  insert into user_link (id, kind, token_hash, user_id, email, created_at, expires_at, is_mailed)
  select $1::int8, 'email', decode($2::text, 'hex'), id, $6::text, $3::timestamptz, $4::timestamptz, true from app_user
  where id = $5::int8 and not exists (select from mails_refused)
)
select $10::text as nonce, exists (select from mails_sent) as is_sent, (select max(oldest) from mails_refused) as oldest_mail

-- verify
with held as materialized (
  select id, email from user_link
  where token_hash = decode($1::text, 'hex') and expires_at > $5::timestamptz and kind = 'email' and user_id = $2::int8
), before as materialized (
  select email from app_user where id = $2::int8
), link as (
  delete from user_link l using held h
  where l.id = h.id and not exists (select from app_user p where p.email = h.email and p.id <> $2::int8)
  returning h.email
), changed as (
  update app_user p set email = link.email, email_verified_at = $5::timestamptz from link where p.id = $2::int8 returning 1
), moved as (
  select $2::int8 as user_id from before b, link where b.email <> link.email
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $3::int8, user_id, 'new_email', $4::text, $5::timestamptz from moved
), dropped as (
  delete from security_event where id in (
    select c.id from moved s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
), withdrawn as (
  delete from user_link where kind in ('reset', 'password') and user_id = $2::int8 and exists (select from link)
)
select $6::text as nonce, exists (select from held) as is_link, (select email from before where exists (select from changed)) as before

-- countNotice
with mails_wanted (n, subject, most, refuses) as materialized (
  values (0, 'notice to ' || $1::text, 10, false)
), mails_held as materialized (
  select w.n, w.refuses, (select count(*) from unnest(s.stamps) u where u > $3::int8) >= w.most as is_full, s.stamps[1] as oldest
  from mails_wanted w join mail_window s on s.subject = w.subject where true order by w.n for update of s
), mails_counted as (
  insert into mail_window as s (subject, stamps, is_admitted, ends_at)
  select w.subject, array[$2::int8], true, $4::timestamptz from mails_wanted w
  where true and w.subject is not null and not exists (select from mails_held h where h.is_full and (h.refuses or h.n = w.n)) order by w.n
  on conflict (subject) do update set
    is_admitted = (select count(*) from unnest(s.stamps) u where u > $3::int8) < (select w.most from mails_wanted w where w.subject = s.subject),
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > $3::int8) || case
      when (select count(*) from unnest(s.stamps) u where u > $3::int8) < (select w.most from mails_wanted w where w.subject = s.subject) then excluded.stamps else '{}'::int8[] end
  returning subject, is_admitted, stamps[1] as oldest
), mails_refused as (
  select oldest from mails_held where is_full and refuses
  union all
  select c.oldest from mails_counted c join mails_wanted w on w.subject = c.subject where w.refuses and not c.is_admitted
), mails_sent as (
  select from mails_counted c join mails_wanted w on w.subject = c.subject
  where not w.refuses and c.is_admitted and not exists (select from mails_refused)
)
select $5::text as nonce, exists (select from mails_sent) as is_sent
