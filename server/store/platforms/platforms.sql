-- The statements of platforms.ts as they run. npm run generate writes this file.

-- insertKey
with stored as (
  insert into platform_key (hash, name, hint, created_at)
  values (decode($1::text, 'hex'), $2::text, $3::text, $4::timestamptz) returning hash, id
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored
)
select id as id from stored

-- listKeys
select id as id, name as name, hint as hint, created_at as created_at, revoked_at as revoked_at from platform_key where id > $1::int8 order by id limit $2::int8

-- revokeKey
update platform_key set revoked_at = coalesce(revoked_at, $2::timestamptz) where id = $1::int8 returning id as id, name as name, hint as hint, created_at as created_at, revoked_at as revoked_at

-- link
with named as (
  select id from account where id = $2::int8 and not id > 999999999999
), key as (
  select name from platform_key where id = $1::int8 and revoked_at is null
), there as (
  select linked_at from platform_link where platform_key_id = $1::int8 and account_id = $2::int8
), seen as materialized (
  select o.id, o.additions as count, (select count(*) >= $4::int8 from platform_link l where l.platform_key_id = o.id and l.account_id <> $2::int8) as is_full from platform_key o where o.id = $1::int8 and o.revoked_at is null
), turn as (
  update platform_key o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and o.revoked_at is null returning o.id
), stored as (
  insert into platform_link as l (platform_key_id, account_id, linked_at)
  select turn.id, named.id, $3::timestamptz from turn cross join named where not exists (select from there)
  on conflict (platform_key_id, account_id) do update set linked_at = l.linked_at
  returning linked_at
)
select (select name from key) as name, exists (select from named) as is_account, coalesce((select is_full from seen), false) as is_full, coalesce((select linked_at from there), (select linked_at from stored)) as linked_at

-- unlink
with ended as (
  delete from platform_link where platform_key_id = $1::int8 and account_id = $2::int8
)
select is_key as is_key, is_account as is_account from (
  select exists (select from platform_key where id = $1::int8) as is_key,
    exists (select from account where id = $2::int8) as is_account
) known

-- listLinked
-- By code point, so that every PostgreSQL answers in the same order, whatever its language.
select a.id as id, a.name as name, a.plan as plan, a.subscription_status as subscription_status, a.exempt as exempt, l.linked_at as linked_at from platform_link l join account a on a.id = l.account_id
where l.platform_key_id = $1::int8 and (a.name collate "C", a.id) > ($2::text, $3::int8)
order by a.name collate "C", a.id limit $4::int8

-- findKey
select id from platform_key where id = $1::int8

-- findPairs
select l.account_id is not null as is_linked
from unnest($1::int8[], $2::int8[]) with ordinality as t (platform_key_id, account_id, ord)
left join platform_link l on l.platform_key_id = t.platform_key_id and l.account_id = t.account_id
order by t.ord

-- listOfAccount
select k.id as id, k.name as name, l.linked_at as linked_at from platform_link l join platform_key k on k.id = l.platform_key_id
where l.account_id = $1::int8 and l.platform_key_id > $2::int8 and k.revoked_at is null
order by l.platform_key_id limit $3::int8

-- findOfAccount
select k.id as id, k.name as name, l.linked_at as linked_at from platform_link l join platform_key k on k.id = l.platform_key_id
where l.account_id = $1::int8 and k.id = $2::int8 and k.revoked_at is null
