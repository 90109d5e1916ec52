-- The statements of claim_webhooks.ts as they run. npm run generate writes this file.

-- claimAny
with due as materialized (
  select w.account_id, w.name, w.is_slow, w.claimed_at,
    row_number() over (partition by w.account_id, w.is_slow order by w.claimed_at)
      + coalesce(case when w.is_slow then h.slow else h.quick end, 0) as turn
  from webhook w join account a on a.id = w.account_id left join unnest($5::int8[], $6::int4[], $7::int4[]) as h (account_id, quick, slow) on h.account_id = w.account_id
  where true and w.disabled_at is null
    and (w.claimed_until is null or w.claimed_until <= $1::timestamptz)
    and (w.next_attempt_at is null or w.next_attempt_at <= $1::timestamptz) and not exists (select from erasure where erasure.account_id = w.account_id and erasure.kind = 'account') and (
    (w.cursor_seq < a.last_seq and w.types && array['text.received', 'text.updated', 'sms:received', 'sms:sent', 'sms:delivered', 'sms:failed']) or exists (
      select from notice n where n.account_id = w.account_id and n.id > w.cursor_notice and n.type = any (w.types)))
), placed as (
  select account_id, name, is_slow, turn, row_number() over (partition by is_slow order by turn, claimed_at) as place
  from due
), chosen as (
  select account_id, name from placed where turn + place <= case when is_slow then $4::int4 else $3::int4 end + 1
), locked as (
  select w.account_id, w.name from webhook w
  where (w.account_id, w.name) in (select account_id, name from chosen) and w.disabled_at is null
    and (w.claimed_until is null or w.claimed_until <= $1::timestamptz)
    and (w.next_attempt_at is null or w.next_attempt_at <= $1::timestamptz)
  order by w.account_id, w.name for update of w skip locked
)
update webhook w set claim = w.claim + 1, claimed_at = $1::timestamptz, claimed_until = $2::timestamptz
from locked l where w.account_id = l.account_id and w.name = l.name
returning w.account_id as account_id, w.name as name, w.claim as claim, w.url as url, w.format as format, w.secret as secret, w.previous_secret as previous_secret, w.previous_until as previous_until, to_json(w.types) as types, w.with_body as with_body, w.cursor_seq as cursor_seq, w.cursor_notice as cursor_notice, w.failures as failures, w.failing_since as failing_since, w.is_slow as is_slow, not exists (
    select from webhook o where o.account_id = w.account_id and o.format = w.format and o.disabled_at is null
      and o.name collate "C" < w.name collate "C") as is_first_of_format

-- claimOfAccounts
with due as materialized (
  select w.account_id, w.name, w.is_slow, w.claimed_at,
    row_number() over (partition by w.account_id, w.is_slow order by w.claimed_at)
      + coalesce(case when w.is_slow then h.slow else h.quick end, 0) as turn
  from webhook w join account a on a.id = w.account_id left join unnest($5::int8[], $6::int4[], $7::int4[]) as h (account_id, quick, slow) on h.account_id = w.account_id
  where w.account_id = any ($8::int8[]) and w.disabled_at is null
    and (w.claimed_until is null or w.claimed_until <= $1::timestamptz)
    and (w.next_attempt_at is null or w.next_attempt_at <= $1::timestamptz) and not exists (select from erasure where erasure.account_id = w.account_id and erasure.kind = 'account') and (
    (w.cursor_seq < a.last_seq and w.types && array['text.received', 'text.updated', 'sms:received', 'sms:sent', 'sms:delivered', 'sms:failed']) or exists (
      select from notice n where n.account_id = w.account_id and n.id > w.cursor_notice and n.type = any (w.types)))
), placed as (
  select account_id, name, is_slow, turn, row_number() over (partition by is_slow order by turn, claimed_at) as place
  from due
), chosen as (
  select account_id, name from placed where turn + place <= case when is_slow then $4::int4 else $3::int4 end + 1
), locked as (
  select w.account_id, w.name from webhook w
  where (w.account_id, w.name) in (select account_id, name from chosen) and w.disabled_at is null
    and (w.claimed_until is null or w.claimed_until <= $1::timestamptz)
    and (w.next_attempt_at is null or w.next_attempt_at <= $1::timestamptz)
  order by w.account_id, w.name for update of w skip locked
)
update webhook w set claim = w.claim + 1, claimed_at = $1::timestamptz, claimed_until = $2::timestamptz
from locked l where w.account_id = l.account_id and w.name = l.name
returning w.account_id as account_id, w.name as name, w.claim as claim, w.url as url, w.format as format, w.secret as secret, w.previous_secret as previous_secret, w.previous_until as previous_until, to_json(w.types) as types, w.with_body as with_body, w.cursor_seq as cursor_seq, w.cursor_notice as cursor_notice, w.failures as failures, w.failing_since as failing_since, w.is_slow as is_slow, not exists (
    select from webhook o where o.account_id = w.account_id and o.format = w.format and o.disabled_at is null
      and o.name collate "C" < w.name collate "C") as is_first_of_format

-- renew
-- A row that somebody has locked is left out: its claim is valid until its end, and no other endpoint waits for it.
with locked as (
  select w.account_id, w.name from webhook w join unnest($1::int8[], $2::text[], $3::int8[]) as t (account_id, name, claim)
    on w.account_id = t.account_id and w.name = t.name and w.claim = t.claim
  where w.claimed_until is not null
  order by w.account_id, w.name for update of w skip locked
), renewed as (
  update webhook w set claimed_until = $4::timestamptz
  from locked l where w.account_id = l.account_id and w.name = l.name
  returning w.account_id, w.name
)
select t.account_id as account_id, t.name as name, r.account_id is not null as is_renewed from unnest($1::int8[], $2::text[], $3::int8[]) as t (account_id, name, claim)
join webhook w on w.account_id = t.account_id and w.name = t.name and w.claim = t.claim and w.claimed_until is not null
left join renewed r on r.account_id = t.account_id and r.name = t.name

-- listAccounts
select account_id as account_id, count(*)::int4 as count from webhook where disabled_at is null group by account_id
