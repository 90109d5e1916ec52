-- The statements of saved_replies.ts as they run. npm run generate writes this file.

-- list
select c.id as id, c.name as name, c.body as body from saved_reply c where c.account_id = $1::int8 order by c.name, c.id

-- add
with seen as materialized (
  select o.id, o.additions as count, (select count(*) >= $4::int4 from saved_reply c where c.account_id = o.id) as is_full from account o where o.id = $1::int8 and true and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and true and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), added as (
  insert into saved_reply (account_id, id, name, body)
  select turn.id, seen.count + 1, $2::text, $3::text from turn join seen on seen.id = turn.id returning id
)
select $5::text as nonce, exists (select from seen) as is_there, coalesce((select is_full from seen), false) as is_full, (select id from added) as id

-- change
update saved_reply c set name = $3::text, body = $4::text where c.account_id = $1::int8 and c.id = $2::int8 returning c.id as id, c.name as name, c.body as body

-- remove
delete from saved_reply c where c.account_id = $1::int8 and c.id = $2::int8 returning c.id as id
