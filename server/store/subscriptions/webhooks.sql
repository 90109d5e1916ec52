-- The statements of webhooks.ts as they run. npm run generate writes this file.

-- endpoint
-- An endpoint without its secrets.
with removed as (
  delete from webhook p where p.account_id = $1::int8 and p.name = $2::text and not p.disabled_reason is not distinct from 'operator'
  returning p.account_id, p.name
), forgotten as (
  delete from webhook_attempt t using removed r where t.account_id = r.account_id and t.name = r.name
)
select name as name from removed

-- endpoint
update webhook p set cursor_seq = $3::int8, moved_at = $4::timestamptz, claim = p.claim + 1, failures = 0, failing_since = null, next_attempt_at = null
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and true
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until

-- endpoint
select p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until from webhook p join account a on a.id = p.account_id where p.account_id = $1::int8 order by p.name collate "C"

-- endpoint
select p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until from webhook p join account a on a.id = p.account_id where p.account_id = $1::int8 and p.name = $2::text

-- listTroubled
select p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until from webhook p join account a on a.id = p.account_id where (p.disabled_at is not null or p.failures > 0)
  and (p.account_id, p.name collate "C") > ($1::int8, $2::text)
order by p.account_id, p.name collate "C" limit $3::int4

-- findSecrets
select url as url, format as format, secret as secret, previous_secret as previous_secret, previous_until as previous_until, with_body as with_body from webhook where account_id = $1::int8 and name = $2::text

-- add
-- Claims are counted from a random number: a delivery to a removed webhook of the same name has no claim on the new
-- one.
insert into webhook (account_id, name, slot, moved_at, created_at, url, format, secret, types, with_body, cursor_seq, cursor_notice, claimed_at, claim)
select a.id, $2::text, f.slot, $4::timestamptz, $4::timestamptz, $5::text, $6::text, $7::text, $8::text[], $9::bool, a.last_seq, coalesce((select max(id) from notice n where n.account_id = a.id), 0), $4::timestamptz, (random() * 4503599627370496)::int8
from account a cross join lateral (
  select min(n) as slot from generate_series(1, $3::int4) n
  where not exists (select from webhook p where p.account_id = a.id and p.slot = n)
) f
where a.id = $1::int8 and f.slot is not null
on conflict do nothing returning name as name

-- describe
-- An endpoint that starts to take texts, or notices, gets those that come from then on.
update webhook p set url = $3::text, format = $4::text, types = $5::text[], with_body = $6::bool, claim = p.claim + 1, failures = 0, failing_since = null, next_attempt_at = null,
  cursor_seq = case when p.types && $7::text[] then p.cursor_seq else a.last_seq end,
  cursor_notice = case when p.types <@ $7::text[] then coalesce((select max(id) from notice n where n.account_id = a.id), 0) else p.cursor_notice end
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and true
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until

-- rotate
update webhook p set previous_secret = p.secret, previous_until = $4::timestamptz, secret = $3::text
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and true
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until

-- enable
update webhook p set disabled_at = null, disabled_reason = null, failures = 0, failing_since = null, next_attempt_at = null
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and ($3::bool or not p.disabled_reason is not distinct from 'operator')
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until

-- disable
update webhook p set disabled_at = coalesce(p.disabled_at, $4::timestamptz),
  disabled_reason = case when $3::text = 'operator' then 'operator' else coalesce(p.disabled_reason, $3::text) end,
  claim = p.claim + 1
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and true
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.url as url, p.format as format, to_json(p.types) as types, p.with_body as with_body, p.disabled_reason as disabled_reason, p.disabled_at as disabled_at, p.failures as failures, p.failing_since as failing_since, p.next_attempt_at as next_attempt_at, p.previous_until as previous_until

-- resume
update webhook set next_attempt_at = null where account_id = $1::int8 and name = $2::text
and next_attempt_at is not null returning name as name

-- listAttempts
select number as number, at as at, event_count as event_count, first_event as first_event, last_event as last_event, took_ms as took_ms, status as status, error as error, answer as answer, payload as payload from webhook_attempt where account_id = $1::int8 and name = $2::text order by number desc
