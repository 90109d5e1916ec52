-- The statements of incoming_webhooks.ts as they run. npm run generate writes this file.

-- put
-- The lowest free number is taken for a new one, so that the account's bound holds however many come at once: of two that chose
-- the same number one writes nothing.
with changed as (
  update incoming_webhook h set template = $3::text, recipients = $4::text[], recipients_field = $5::text,
    event_id = $6::text, texts_per_hour = $7::int4, sender = $8::text, is_urgent = $9::bool,
    secret = case when $11::bool then h.secret else $10::text end,
    key_id = case when case when $11::bool then h.secret else $10::text end is not null
      then coalesce($12::int8, h.key_id) end
  where h.account_id = $1::int8 and h.name = $2::text returning h.*
), added as (
  insert into incoming_webhook (account_id, name, slot, template, recipients, recipients_field, event_id, texts_per_hour, sender,
    is_urgent, secret, key_id, created_at)
  select a.id, $2::text, f.slot, $3::text, $4::text[], $5::text, $6::text,
    $7::int4, $8::text, $9::bool, $10::text, case when $10::text is not null then $12::int8 end, $14::timestamptz
  from account a cross join lateral (
    select min(n) as slot from generate_series(1, $13::int4) n
    where not exists (select from incoming_webhook h where h.account_id = a.id and h.slot = n)
  ) f
  where a.id = $1::int8 and f.slot is not null and not exists (select from changed)
  on conflict do nothing returning incoming_webhook.*
)
select h.account_id as account_id, h.name as name, h.template as template, to_json(h.recipients) as recipients, h.recipients_field as recipients_field, h.event_id as event_id, h.texts_per_hour as texts_per_hour, h.sender as sender, h.is_urgent as is_urgent, h.secret is not null as has_secret, h.key_id as key_id, h.created_at as created_at, h.last_used_at as last_used_at, h.last_refused_at as last_refused_at, h.last_refusal as last_refusal from (select * from changed union all select * from added) h

-- list
select h.account_id as account_id, h.name as name, h.template as template, to_json(h.recipients) as recipients, h.recipients_field as recipients_field, h.event_id as event_id, h.texts_per_hour as texts_per_hour, h.sender as sender, h.is_urgent as is_urgent, h.secret is not null as has_secret, h.key_id as key_id, h.created_at as created_at, h.last_used_at as last_used_at, h.last_refused_at as last_refused_at, h.last_refusal as last_refusal from incoming_webhook h where h.account_id = $1::int8 order by h.name collate "C"

-- find
select h.account_id as account_id, h.name as name, h.template as template, to_json(h.recipients) as recipients, h.recipients_field as recipients_field, h.event_id as event_id, h.texts_per_hour as texts_per_hour, h.sender as sender, h.is_urgent as is_urgent, h.secret is not null as has_secret, h.key_id as key_id, h.created_at as created_at, h.last_used_at as last_used_at, h.last_refused_at as last_refused_at, h.last_refusal as last_refusal, h.secret as secret, encode(k.hash, 'hex') as key_hash from incoming_webhook h
left join api_key k on k.account_id = h.account_id and k.id = h.key_id and k.revoked_at is null and k.session_id is null
where h.account_id = $1::int8 and h.name = $2::text

-- remove
delete from incoming_webhook h where h.account_id = $1::int8 and h.name = $2::text returning h.name as name

-- worksAsKey
select k.id as id from api_key k
where k.account_id = $1::int8 and k.id = $2::int8 and k.revoked_at is null and k.session_id is null

-- noteRefusal
-- A flood of refusals is written once a second, and once for each change of its kind.
update incoming_webhook h set last_refused_at = $4::timestamptz, last_refusal = $3::text
where h.account_id = $1::int8 and h.name = $2::text
  and (h.last_refusal is distinct from $3::text or h.last_refused_at < $4::timestamptz - interval '1 second')
returning h.name as name
