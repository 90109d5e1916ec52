-- The statements of erasures.ts as they run. npm run generate writes this file.

-- askRecipient
-- The account's lock orders it with sends, so that what is accepted later has a greater id. From its commit on no statement lets a
-- text from before leave: each judges by it as by an opt-out (see isRefused), and where its snapshot is older it runs again.
with locked as materialized (
  select id, last_message_id from account a where id = $1::int8 and (select count(*) from (
    select from erasure o where o.account_id = a.id and o.done_at is null limit 100) o) < 100 for update
), requested as (
insert into erasure (account_id, id, addresses, kind, last_message_id, user_id, asked_by, note, asked_at, retained)
select a.id, coalesce((select max(e.id) from erasure e where e.account_id = a.id), 0) + 1, $6::text[], 'recipient',
  a.last_message_id, $2::int8, $3::text, $4::text, $5::timestamptz, (
  select coalesce(jsonb_agg(jsonb_build_object('table', n.of, 'name', n.name) order by n.of, n.name), '[]'::jsonb) from (
    select 'api_key' as of, k.id::text as name from api_key k where k.account_id = a.id and exists (
      select from jsonb_array_elements_text(k.policy->'recipients') r (entry) where r.entry = any ($6::text[]))
    union all select 'incoming_webhook', h.name from incoming_webhook h where h.account_id = a.id and h.recipients && $6::text[]
    union all select 'opt_out', '' from opt_out o where o.account_id = a.id and o.address_norm = any ($6::text[])
  ) n
)
from locked a returning *
), moved as (
  update account a set last_erasure_id = r.id, opt_out_changes = a.opt_out_changes + 1 from requested r where a.id = r.account_id
)
select account_id as account_id, id as id, kind as kind, asked_by as asked_by, note as note, asked_at as asked_at, done_at as done_at, erased::json as erased, retained::json as retained from requested

-- askAccount
-- It acts only if nothing was added to the account since its snapshot, so that it ends each key, device and webhook that there is.
-- From its commit on the account accepts nothing and nothing of it leaves, its keys open nothing, its devices are unlinked, and its
-- numbers, people and platforms are nobody's. So it is with its sandbox, which has a request of its own; the count of additions keeps
-- a sandbox from being opened meanwhile.
with seen as materialized (
  select id, additions, last_device_id from account a where id in ($1::int8, $1::int8 + 1000000000000) and not exists (
    select from billing b
    where b.account_id = $1::int8
      and (b.subscription_id is not null or b.checkout_id is not null or b.intent_id is not null)
  )
), same as materialized (
  select a.id, a.last_message_id from account a join seen s on a.id = s.id
    and a.additions = s.additions and a.last_device_id = s.last_device_id
  order by a.id for update of a
), locked as materialized (
  select * from same where (select count(*) from same) = (select count(*) from seen)
), suspended as (
  update account a set suspended_at = coalesce(a.suspended_at, $5::timestamptz), suspension_reason = 'erased',
    additions = a.additions + 1
  from locked l where a.id = l.id
), keys as (
  update api_key k set revoked_at = $5::timestamptz from locked l where k.account_id = l.id and k.revoked_at is null
), devices as (
  update device d set unpaired_at = $5::timestamptz from locked l where d.account_id = l.id and d.unpaired_at is null
), incoming_webhooks as (
  delete from webhook w using locked l where w.account_id = l.id
), requests as (
insert into erasure (account_id, id, addresses, kind, last_message_id, user_id, asked_by, note, asked_at, retained)
select a.id, coalesce((select max(e.id) from erasure e where e.account_id = a.id), 0) + 1, null, 'account',
  a.last_message_id, $2::int8, $3::text, $4::text, $5::timestamptz, '[]'::jsonb
from locked a returning *)
select $6::text as nonce, exists (select from seen) as is_there, account_id as account_id, id as id, kind as kind, asked_by as asked_by, note as note, asked_at as asked_at, done_at as done_at, erased::json as erased, retained::json as retained from (select) always left join requests on account_id = $1::int8

-- list
select account_id as account_id, id as id, kind as kind, asked_by as asked_by, note as note, asked_at as asked_at, done_at as done_at, erased::json as erased, retained::json as retained from erasure where account_id = $1::int8 and id < $2::int8 order by id desc limit $3::int4

-- open
select account_id as account_id, id as id, kind as kind from (
  select *, row_number() over (partition by account_id order by asked_at, id) as nth from erasure where done_at is null
) e order by nth, asked_at, account_id, id limit $1::int4

-- finish
-- The request no longer says whom it was about, but what still does. A text that is not over yet keeps it open, and so does a row that
-- was locked.
update erasure e set done_at = $3::timestamptz, addresses = null,
  retained = case e.kind when 'recipient' then (
  select coalesce(jsonb_agg(jsonb_build_object('table', n.of, 'name', n.name) order by n.of, n.name), '[]'::jsonb) from (
    select 'api_key' as of, k.id::text as name from api_key k where k.account_id = e.account_id and exists (
      select from jsonb_array_elements_text(k.policy->'recipients') r (entry) where r.entry = any (e.addresses))
    union all select 'incoming_webhook', h.name from incoming_webhook h where h.account_id = e.account_id and h.recipients && e.addresses
    union all select 'opt_out', '' from opt_out o where o.account_id = e.account_id and o.address_norm = any (e.addresses)
  ) n
) else e.retained end
where e.account_id = $1::int8 and e.id = $2::int8 and e.done_at is null and case e.kind
    when 'recipient' then e.cleared @> array['broadcast_recipient', 'thread_read', 'thread_state', 'thread_note', 'thread', 'keyword_answer', 'key_refusal', 'carrier_inbound_part', 'webhook', 'webhook_attempt', 'dead_letter', 'notice']
      and not exists (select from message t where t.account_id = e.account_id and t.address_norm = any (e.addresses) and t.id <= e.last_message_id)
      and not exists (select from thread t where t.account_id = e.account_id and t.address_norm = any (e.addresses) and t.last_message_id <= e.last_message_id)
      and not exists (select from contact t where t.account_id = e.account_id and t.address_norm = any (e.addresses))
    else e.cleared @> array['dead_letter', 'rate_window', 'api_key', 'approval', 'audit_event', 'billing', 'broadcast', 'broadcast_recipient', 'carrier_inbound_part', 'carrier_number', 'consumer', 'contact', 'contact_book', 'contact_group', 'contact_group_member', 'day_count', 'deleted_text', 'device', 'digest_mark', 'feed_mark', 'held_text', 'inbox_rules', 'incoming_webhook', 'key_refusal', 'keyword_answer', 'message', 'notice', 'noticed', 'opt_out', 'opt_out_settings', 'pairing_code', 'platform_link', 'retention', 'sandbox_checkout', 'sandbox_subscription', 'saved_reply', 'sim', 'stats_block', 'stats_count', 'stats_day', 'submission', 'text_trace', 'thread', 'thread_note', 'thread_read', 'thread_state', 'user_link', 'webhook', 'webhook_attempt', 'membership', 'account']
      and not exists (select from api_key t where t.account_id = e.account_id)
      and not exists (select from approval t where t.account_id = e.account_id)
      and not exists (select from audit_event t where t.account_id = e.account_id)
      and not exists (select from billing t where t.account_id = e.account_id)
      and not exists (select from broadcast t where t.account_id = e.account_id)
      and not exists (select from broadcast_recipient t where t.account_id = e.account_id)
      and not exists (select from carrier_inbound_part t where t.account_id = e.account_id)
      and not exists (select from carrier_number t where t.account_id = e.account_id)
      and not exists (select from consumer t where t.account_id = e.account_id)
      and not exists (select from contact t where t.account_id = e.account_id)
      and not exists (select from contact_book t where t.account_id = e.account_id)
      and not exists (select from contact_group t where t.account_id = e.account_id)
      and not exists (select from contact_group_member t where t.account_id = e.account_id)
      and not exists (select from day_count t where t.account_id = e.account_id)
      and not exists (select from deleted_text t where t.account_id = e.account_id)
      and not exists (select from device t where t.account_id = e.account_id)
      and not exists (select from digest_mark t where t.account_id = e.account_id)
      and not exists (select from feed_mark t where t.account_id = e.account_id)
      and not exists (select from held_text t where t.account_id = e.account_id)
      and not exists (select from inbox_rules t where t.account_id = e.account_id)
      and not exists (select from incoming_webhook t where t.account_id = e.account_id)
      and not exists (select from key_refusal t where t.account_id = e.account_id)
      and not exists (select from keyword_answer t where t.account_id = e.account_id)
      and not exists (select from membership t where t.account_id = e.account_id)
      and not exists (select from message t where t.account_id = e.account_id)
      and not exists (select from notice t where t.account_id = e.account_id)
      and not exists (select from noticed t where t.account_id = e.account_id)
      and not exists (select from opt_out t where t.account_id = e.account_id)
      and not exists (select from opt_out_settings t where t.account_id = e.account_id)
      and not exists (select from pairing_code t where t.account_id = e.account_id)
      and not exists (select from platform_link t where t.account_id = e.account_id)
      and not exists (select from retention t where t.account_id = e.account_id)
      and not exists (select from sandbox_checkout t where t.account_id = e.account_id)
      and not exists (select from sandbox_subscription t where t.account_id = e.account_id)
      and not exists (select from saved_reply t where t.account_id = e.account_id)
      and not exists (select from sim t where t.account_id = e.account_id)
      and not exists (select from stats_block t where t.account_id = e.account_id)
      and not exists (select from stats_count t where t.account_id = e.account_id)
      and not exists (select from stats_day t where t.account_id = e.account_id)
      and not exists (select from submission t where t.account_id = e.account_id)
      and not exists (select from text_trace t where t.account_id = e.account_id)
      and not exists (select from thread t where t.account_id = e.account_id)
      and not exists (select from thread_note t where t.account_id = e.account_id)
      and not exists (select from thread_read t where t.account_id = e.account_id)
      and not exists (select from thread_state t where t.account_id = e.account_id)
      and not exists (select from user_link t where t.account_id = e.account_id)
      and not exists (select from webhook t where t.account_id = e.account_id)
      and not exists (select from webhook_attempt t where t.account_id = e.account_id)
      and not exists (select from account t where t.id = e.account_id) end returning 1

-- findAsOf
select a.last_erasure_id as last_erasure_id from account a join message m on m.account_id = a.id and m.id = $2::int8
where a.id = $1::int8 and not exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)

-- listWaiting
-- Those that have not left: a cancel ends them, or asks the device that holds one for it.
select m.id as id from erasure e join message m on m.account_id = e.account_id and m.address_norm = any (e.addresses)
where e.account_id = $1::int8 and e.id = $2::int8 and e.done_at is null and m.id <= e.last_message_id
  and (m.direction = 'out' and (m.status in ('queued', 'scheduled') or (m.status = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end)) or m.status::text = 'sending' and m.route = 'device' and m.retry_at is null) order by m.id limit $3::int4

-- findContacts
select c.id as id from erasure e join contact c on c.account_id = e.account_id and c.address_norm = any (e.addresses)
where e.account_id = $1::int8 and e.id = $2::int8
