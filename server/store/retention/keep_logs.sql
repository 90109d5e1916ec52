-- The statements of keep_logs.ts as they run. npm run generate writes this file.

-- deletions
delete from webhook_attempt where ctid = any (array (
  select t.ctid from webhook_attempt t where t.account_id = $1::int8 and t.at < $2::timestamptz limit $3::int4 for update skip locked
)) returning 1

-- deletions
delete from key_refusal where ctid = any (array (
  select t.ctid from key_refusal t where t.account_id = $1::int8 and t.last_at < $2::timestamptz limit $3::int4 for update skip locked
)) returning 1

-- deletions
delete from audit_event where ctid = any (array (
  select t.ctid from audit_event t where t.account_id = $1::int8 and t.at < $2::timestamptz limit $3::int4 for update skip locked
)) returning 1

-- deleteRows
with old as materialized (
  select s.id from broadcast s where s.account_id = $1::int8 and s.ended_at < $2::timestamptz and s.recipients_removed_at is null
  order by s.id limit 1 for update skip locked
), due as materialized (
  select r.number from old o join broadcast_recipient r on r.account_id = $1::int8 and r.broadcast_id = o.id
  where true order by r.number limit $3::int4
), cleared as (
  delete from broadcast_recipient r where r.account_id = $1::int8 and r.broadcast_id = (select id from old) and r.number in (select number from due)
), over as (
  update broadcast s set recipients_removed_at = $4::timestamptz from old o
  where s.account_id = $1::int8 and s.id = o.id and (select count(*) from due) < $3::int4
)
select 1 from old

-- removeRowWords
with old as materialized (
  select s.id from broadcast s where s.account_id = $1::int8 and s.ended_at < $2::timestamptz and s.words_removed_at is null
  order by s.id limit 1 for update skip locked
), due as materialized (
  select r.number from old o join broadcast_recipient r on r.account_id = $1::int8 and r.broadcast_id = o.id
  where r.body <> '' order by r.number limit $3::int4
), cleared as (
  update broadcast_recipient r set body = '' where r.account_id = $1::int8 and r.broadcast_id = (select id from old) and r.number in (select number from due)
), over as (
  update broadcast s set words_removed_at = $4::timestamptz from old o
  where s.account_id = $1::int8 and s.id = o.id and (select count(*) from due) < $3::int4
)
select 1 from old
