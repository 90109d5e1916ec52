-- The statements of prune.ts as they run. npm run generate writes this file.

-- accountKeys
-- The newest of an account stays, so that numbers go on from it.
with old as materialized (
  select k.hash from api_key k
  where k.session_id is null and k.revoked_at < $1::timestamptz and exists (
    select from api_key n where n.account_id = k.account_id and n.id > k.id and n.session_id is null)
  order by k.revoked_at limit $2::int4 for update skip locked
), free as materialized (
  select w.key_hash from rate_window w
  where w.key_hash in (select hash from old) order by w.key_hash for update skip locked
), forgotten as (
  delete from rate_window where key_hash in (select key_hash from free)
), gone as (
  delete from api_key where hash in (
    select o.hash from old o where o.hash in (select key_hash from free)
      or not exists (select from rate_window w where w.key_hash = o.hash)
  ) returning *
)
select 1 from gone

-- platformKeys
with old as materialized (
  select k.hash from platform_key k where k.revoked_at < $1::timestamptz order by k.revoked_at limit $2::int4 for update skip locked
), free as materialized (
  select w.key_hash from rate_window w
  where w.key_hash in (select hash from old) order by w.key_hash for update skip locked
), forgotten as (
  delete from rate_window where key_hash in (select key_hash from free)
), gone as (
  delete from platform_key where hash in (
    select o.hash from old o where o.hash in (select key_hash from free)
      or not exists (select from rate_window w where w.key_hash = o.hash)
  ) returning *
), unlinked as (
  delete from platform_link where platform_key_id in (select id from gone)
)
select 1 from gone

-- devices
-- A device that still has a text stays until the text has ended. Its id is never given again. A conversation that was
-- on the device moves to another: see list_queue.ts.
with old as materialized (
  select d.account_id, d.id from device d
  where d.unpaired_at < $1::timestamptz and not exists (
    select from message m where m.account_id = d.account_id and m.device_id = d.id and m.status = 'sending')
  order by d.unpaired_at limit $2::int4 for update skip locked
), free as materialized (
  select s.account_id, s.device_id, s.slot from sim s
  where (s.account_id, s.device_id) in (select account_id, id from old)
  order by s.account_id, s.device_id, s.slot for update skip locked
), over as materialized (
  select o.account_id, o.id from old o where not exists (
    select from sim s where s.account_id = o.account_id and s.device_id = o.id
      and (s.account_id, s.device_id, s.slot) not in (select account_id, device_id, slot from free))
), without_sims as (
  delete from sim where (account_id, device_id) in (select account_id, id from over)
), unnoticed as (
  delete from noticed where (account_id, subject) in (select account_id, 'device:' || id from over)
)
delete from device where (account_id, id) in (select account_id, id from over) returning 1

-- notices
-- The newest notice of an account stays, so that ids go on from it.
delete from notice where ctid = any (array (
  select t.ctid from notice t where t.at < $1::timestamptz and exists (
    select from notice n where n.account_id = t.account_id and n.id > t.id) limit $2::int4 for update skip locked
)) returning 1

-- keyRefusals
delete from key_refusal where ctid = any (array (
  select t.ctid from key_refusal t where t.last_at < $1::timestamptz limit $2::int4 for update skip locked
)) returning 1

-- deadLetters
delete from dead_letter where ctid = any (array (
  select t.ctid from dead_letter t where t.received_at < $1::timestamptz limit $2::int4 for update skip locked
)) returning 1

-- traces
delete from text_trace where ctid = any (array (
  select t.ctid from text_trace t where t.at < $1::timestamptz limit $2::int4 for update skip locked
)) returning 1

-- marks
delete from feed_mark where ctid = any (array (
  select t.ctid from feed_mark t where t.at < $1::timestamptz limit $2::int4 for update skip locked
)) returning 1

-- drafts
-- Nobody can start such a draft any more. It goes once its rows are gone.
with old as materialized (
  select d.account_id, d.id from broadcast d where d.state = 'draft' and d.created_at < $1::timestamptz
  order by d.created_at limit 1 for update skip locked
), gone as (
  delete from broadcast_recipient where ctid = any (array (
    select r.ctid from old o join broadcast_recipient r on r.account_id = o.account_id and r.broadcast_id = o.id limit $2::int4
  )) returning 1
), over as (
  delete from broadcast d using old o where d.account_id = o.account_id and d.id = o.id and not exists (
    select from broadcast_recipient r where r.account_id = o.account_id and r.broadcast_id = o.id
  ) returning 1
)
select 1 from gone union all select 1 from over

-- pairingCodes
delete from pairing_code where ctid = any (array (
  select t.ctid from pairing_code t where t.expires_at < $1::timestamptz limit $2::int4 for update skip locked
)) returning 1

-- billingEvents
delete from billing_event where ctid = any (array (
  select t.ctid from billing_event t where t.received_at < $1::timestamptz limit $2::int4 for update skip locked
)) returning 1

-- sandboxCheckouts
delete from sandbox_checkout where ctid = any (array (
  select t.ctid from sandbox_checkout t where t.expires_at < $1::timestamptz limit $2::int4 for update skip locked
)) returning 1

-- sandboxSubscriptions
delete from sandbox_subscription where ctid = any (array (
  select t.ctid from sandbox_subscription t where t.created_at < $1::timestamptz and t.status not in ('active', 'trialing', 'past_due') limit $2::int4 for update skip locked
)) returning 1

-- submissions
-- A walk over the table's own blocks, so that a step never costs more than its blocks, however old their rows are; for
-- the same reason each text is looked up by its key. Rows that a receipt holds are left to the next walk.
with old as materialized (
  select s.ctid as place, s.account_id, s.message_id from submission s
  where s.ctid >= $1::text::tid and s.ctid < $2::text::tid and s.submitted_at < now() - interval '30 days'
), final as materialized (
  select o.place from old o cross join lateral (
    select m.status from message m where m.account_id = o.account_id and m.id = o.message_id limit 1
  ) m
  where m.status in ('delivered', 'failed')
), gone as (
  delete from submission where ctid = any (array (
    select s.ctid from submission s where s.ctid = any (array (select place from final)) for update skip locked
  )) returning 1
)
select $3::text as nonce, (select count(*) from gone) as deleted, pg_relation_size('submission') / current_setting('block_size')::int8 as blocks

-- sessions
-- A session that switched to an account while it ended, or while its person was removed, has left a key: it is revoked
-- here. Windows are locked in the order in which admission locks them, and left to the next round where it holds them.
with ended as (
  delete from user_session where id in (
    select id from user_session where expires_at <= $1::timestamptz or last_seen_at <= $2::timestamptz
    limit $3::int8 for update skip locked
  ) returning id
), silenced as (
  update api_key k set revoked_at = $1::timestamptz
  where k.session_id is not null and k.revoked_at is null and (
    k.session_id in (select id from ended) or not exists (
      select from user_session s join membership m on m.user_id = s.user_id
      where s.id = k.session_id and m.account_id = case when k.account_id > 999999999999 then k.account_id - 1000000000000 else k.account_id end
    )
  )
), old as materialized (
  select k.hash from api_key k where k.session_id is not null and k.revoked_at < $1::timestamptz
    and not exists (select from user_session s where s.id = k.session_id) limit $3::int8
), free as materialized (
  select w.key_hash from rate_window w
  where w.key_hash in (select hash from old) order by w.key_hash for update skip locked
), forgotten as (
  delete from rate_window where key_hash in (select key_hash from free)
), gone as (
  delete from api_key where hash in (
    select o.hash from old o where o.hash in (select key_hash from free)
      or not exists (select from rate_window w where w.key_hash = o.hash)
  ) returning *
), links as (
  delete from user_link where id in (
    select id from user_link where expires_at <= $1::timestamptz limit $3::int8 for update skip locked
  )
), tickets as (
  delete from sign_in_ticket where ticket_hash in (
    select ticket_hash from sign_in_ticket where expires_at <= $1::timestamptz limit $3::int8 for update skip locked
  )
), mails as (
  delete from mail_window where subject in (
    select subject from mail_window where ends_at <= $1::timestamptz order by subject limit $3::int8 for update skip locked
  )
), attempts as (
  delete from sign_in_attempt where subject in (
    select subject from sign_in_attempt where ends_at <= $1::timestamptz order by subject limit $3::int8 for update skip locked
  )
)
select $4::text as nonce, (select count(*)::int4 from ended) as ended
