-- The statements of numbers.ts as they run. npm run generate writes this file.

-- assign
with named as (
  select id from account where id = $3::int8 and not id > 999999999999
), taken as (
  select from carrier_number where carrier = $1::text and number = $2::text and account_id <> $3::int8
), barred as (
  select from named n where $6::bool and (not $7::bool or (select max(d.id) from device d
      where d.account_id = n.id and d.id <> 0 and d.unpaired_at is null and d.driver <> 'simulated') is not null or ((select true from carrier_number c where c.account_id = n.id and c.carrier = any ($8::text[]) limit 1) is not null))
), seen as materialized (
  select o.id, o.xmin as count, (select count(*) >= $5::int4 from carrier_number n
      where n.account_id = o.id and n.carrier = $1::text and n.number <> $2::text) as is_full from account o where o.id = $3::int8 and not o.id > 999999999999 and not exists (select from barred) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.xmin = s.count and not s.is_full and not o.id > 999999999999 and not exists (select from barred) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), stored as (
  insert into carrier_number as n (carrier, number, account_id, assigned_at)
  select $1::text, $2::text, t.id, $4::timestamptz from turn t
  on conflict (carrier, number) do update set assigned_at = n.assigned_at
  where n.account_id = excluded.account_id
  returning carrier, number, account_id, assigned_at
), owner as (
  select account_id as id, null::int8 as successor from stored where not $6::bool
), retired as (
  update device d set unpaired_at = $4::timestamptz from owner o
  where d.account_id = o.id and d.id is distinct from o.successor and d.driver = 'simulated' and d.unpaired_at is null
  returning d.account_id, d.id, o.successor
), fenced as (
  -- A claim that began before gives them nothing after.
  update sim s set present = s.present from retired r where s.account_id = r.account_id and s.device_id = r.id
), passed_on as (
  update message m set
    attempt = m.attempt + 1,
    device_id = coalesce(r.successor, m.device_id),
    sim = case when r.successor is null then m.sim else 1 end,
    steps = case
      when 'h' || (extract(epoch from $4::timestamptz) * 1000)::int8 || ' d' || r.successor || '.1' || E'\n' is null then m.steps
      when length((coalesce(m.steps, '') || coalesce('h' || (extract(epoch from $4::timestamptz) * 1000)::int8 || ' d' || r.successor || '.1' || E'\n', ''))) <= 4000 then (coalesce(m.steps, '') || coalesce('h' || (extract(epoch from $4::timestamptz) * 1000)::int8 || ' d' || r.successor || '.1' || E'\n', ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce('h' || (extract(epoch from $4::timestamptz) * 1000)::int8 || ' d' || r.successor || '.1' || E'\n', '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce('h' || (extract(epoch from $4::timestamptz) * 1000)::int8 || ' d' || r.successor || '.1' || E'\n', ''))) - length(replace((coalesce(m.steps, '') || coalesce('h' || (extract(epoch from $4::timestamptz) * 1000)::int8 || ' d' || r.successor || '.1' || E'\n', '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce('h' || (extract(epoch from $4::timestamptz) * 1000)::int8 || ' d' || r.successor || '.1' || E'\n', '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end
  from retired r where m.account_id = r.account_id and m.device_id = r.id and m.status = 'sending'
), released as (
  delete from carrier_number n using owner o where n.account_id = o.id and n.carrier = any ($9::text[])
)
select exists (select from named) as is_account, coalesce((select is_full from seen), false) as is_full, exists (select from taken) as is_taken, exists (select from barred) as has_real_route, carrier as carrier, number as number, account_id as account_id, (extract(epoch from assigned_at) * 1000)::int8 as assigned_at_ms from (select) as always left join stored on true

-- release
delete from carrier_number where carrier = $1::text and number = $2::text returning carrier as carrier, number as number, account_id as account_id, (extract(epoch from assigned_at) * 1000)::int8 as assigned_at_ms

-- list
select carrier as carrier, number as number, account_id as account_id, (extract(epoch from assigned_at) * 1000)::int8 as assigned_at_ms from carrier_number
where (account_id = $1::int8 or $1::int8 is null and not account_id > 999999999999)
  and ($2::text is null
    or (carrier collate "C", number collate "C") > ($2::text, $3::text))
order by carrier collate "C", number collate "C" limit $4::int4

-- findOwners
select n.number as number, n.account_id as account_id, a.country as country from carrier_number n join account a on a.id = n.account_id
where n.carrier = $1::text and n.number = any ($2::text[])

-- findByEnding
select n.number as number, n.account_id as account_id, a.country as country from carrier_number n join account a on a.id = n.account_id
where n.carrier = $1::text and right(n.number, 6) = any ($2::text[]) and n.number like '+%'
