-- The statements of key_refusals.ts as they run. npm run generate writes this file.

-- note
with named as materialized (
  select k.account_id, k.key_id, r.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int4[], $6::timestamptz[], $7::timestamptz[]) as r (hash, code, address_norm, message, times, first_at, last_at)
  cross join lateral (
    select account_id, id as key_id from api_key where hash = decode(r.hash, 'hex') limit 1
  ) k
), noted as (
  insert into key_refusal as r (account_id, key_id, code, address_norm, message, times, first_at, last_at)
  select account_id, key_id, code, address_norm, message, times, first_at, last_at from named
  order by 1, 2, 3, 4
  on conflict (account_id, key_id, code, address_norm) do update set
    message = excluded.message, times = r.times + excluded.times, last_at = greatest(r.last_at, excluded.last_at)
)
select distinct n.account_id as account_id, n.key_id as key_id from named n

-- trim
-- Rows that another core has locked are left to the next trim.
delete from key_refusal where ctid = any (array (
  select r.ctid from unnest($1::int8[], $2::int8[]) as t (account_id, key_id)
  cross join lateral (
    select code, address_norm from key_refusal o
    where o.account_id = t.account_id and o.key_id = t.key_id order by o.last_at desc, o.code, o.address_norm offset $3::int8
  ) old
  join key_refusal r on r.account_id = t.account_id and r.key_id = t.key_id
    and r.code = old.code and r.address_norm = old.address_norm
  for update of r skip locked
))

-- listOf
select code as code, address_norm as address_norm, message as message, times as times, first_at as first_at, last_at as last_at from key_refusal where account_id = $1::int8 and key_id = $2::int8
order by last_at desc, code, address_norm limit $3::int8
