-- The statements of digests.ts as they run. npm run generate writes this file.

-- claim
with due as materialized (
  select user_id from inbox_settings
  where digest_due_at <= $1::timestamptz and digest_since is not null order by digest_due_at limit $3::int4 for update skip locked
)
update inbox_settings s set digest_due_at = $2::timestamptz from due d join app_user p on p.id = d.user_id
where s.user_id = d.user_id returning s.user_id as user_id, s.digest as digest, s.digest_zone as zone, s.digest_since as since, s.digest_due_at as held_until, p.email as email, p.email_verified_at is not null as is_verified, p.language as language

-- listAccounts
select a.id as id, a.name as name, m.joined_at as joined_at, coalesce(d.last_message_id, 0) as shown_id, coalesce(r.mails_words, true) as mails_words from membership m join account a on a.id = m.account_id
left join digest_mark d on d.user_id = m.user_id and d.account_id = m.account_id
left join inbox_rules r on r.account_id = m.account_id
where m.user_id = $1::int8 order by a.id limit $2::int4

-- conclude
with marks as (
  insert into digest_mark as d (user_id, account_id, last_message_id)
  select $1::int8, t.account_id, t.last_message_id from unnest($4::int8[], $5::int8[]) as t (account_id, last_message_id)
  on conflict (user_id, account_id) do update set last_message_id = greatest(d.last_message_id, excluded.last_message_id)
)
update inbox_settings s set digest_due_at = case s.digest
    when 'hourly' then date_trunc('hour', $3::timestamptz) + interval '1 hour'
    when 'daily' then (date_trunc('day', ($3::timestamptz at time zone s.digest_zone)) + interval '8 hours'
      + case when ($3::timestamptz at time zone s.digest_zone)::time < time '00:00' + interval '8 hours' then interval '0' else interval '1 day' end) at time zone s.digest_zone
  end
where s.user_id = $1::int8 and s.digest_due_at = $2::timestamptz returning s.user_id as user_id
