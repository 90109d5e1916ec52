-- The statements of new_password.ts as they run. npm run generate writes this file.

-- insert
with whose as materialized (
  select id, email from app_user where email = $5::text and email_verified_at is not null
), mails_wanted (n, subject, most, refuses) as materialized (
  values (0, 'new password of ' || (select id from whose), 3, false)
), mails_held as materialized (
  select w.n, w.refuses, (select count(*) from unnest(s.stamps) u where u > $7::int8) >= w.most as is_full, s.stamps[1] as oldest
  from mails_wanted w join mail_window s on s.subject = w.subject where exists (select from whose) order by w.n for update of s
), mails_counted as (
  insert into mail_window as s (subject, stamps, is_admitted, ends_at)
  select w.subject, array[$6::int8], true, $8::timestamptz from mails_wanted w
  where exists (select from whose) and w.subject is not null and not exists (select from mails_held h where h.is_full and (h.refuses or h.n = w.n)) order by w.n
  on conflict (subject) do update set
    is_admitted = (select count(*) from unnest(s.stamps) u where u > $7::int8) < (select w.most from mails_wanted w where w.subject = s.subject),
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > $7::int8) || case
      when (select count(*) from unnest(s.stamps) u where u > $7::int8) < (select w.most from mails_wanted w where w.subject = s.subject) then excluded.stamps else '{}'::int8[] end
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
  where kind = 'password' and user_id in (select id from whose) and exists (select from mails_sent)
), stored as (
  insert into user_link (id, kind, token_hash, user_id, email, created_at, expires_at, is_mailed)
  select $1::int8, 'password', decode($2::text, 'hex'), id, email, $3::timestamptz, $4::timestamptz, true from whose
  where exists (select from mails_sent)
)
select $9::text as nonce, exists (select from mails_sent) as is_sent

-- use
with link as (
  delete from user_link where token_hash = decode($1::text, 'hex') and expires_at > $5::timestamptz and kind = 'password'
  returning user_id, email
), changed as (
  update app_user p set password_hash = $2::text from link
  where p.id = link.user_id and p.email = link.email returning p.id as user_id, p.email
), withdrawn as (
  delete from user_link l using changed c
  where l.user_id = c.user_id and l.kind in ('email', 'password') and l.token_hash <> decode($1::text, 'hex')
), strange_again as (
  delete from known_browser where user_id in (select user_id from changed)
), recorded as (
  insert into security_event (id, user_id, kind, address, at)
  select $3::int8, user_id, 'forgotten_password', $4::text, $5::timestamptz from changed
), dropped as (
  delete from security_event where id in (
    select c.id from changed s join security_event c on c.user_id = s.user_id
    order by c.at desc, c.id offset 49
  )
), ended as (
  delete from user_session where user_id in (select user_id from changed) returning id
), silenced as (
  update api_key set revoked_at = $5::timestamptz where session_id in (select id from ended) and revoked_at is null
)
select $6::text as nonce, (select email from changed) as email
