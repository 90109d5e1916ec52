-- The statements of retire_simulators.ts as they run. npm run generate writes this file.

-- settle
with seen as materialized (
  select a.id, a.xmin as version, (not $5::bool or (select max(d.id) from device d
      where d.account_id = a.id and d.id <> $2::int8 and d.unpaired_at is null and d.driver <> 'simulated') is not null or ((select true from carrier_number c where c.account_id = a.id and c.carrier = any ($6::text[]) limit 1) is not null)) as has_real_route,
    case when $3::text = 'simulated' then (select max(d.id) from device d
      where d.account_id = a.id and d.id <> $2::int8 and d.unpaired_at is null and d.driver <> 'simulated') else $2::int8 end as successor
  from account a where a.id = $1::int8
), turn as (
  update account a set additions = a.additions + 1 from seen s where a.id = s.id and a.xmin = s.version
  returning a.id, s.has_real_route, s.successor
), said as (
  update device d set driver = $3::text, unpaired_at = case when t.has_real_route and $3::text = 'simulated' then $4::timestamptz end
  from turn t where d.account_id = t.id and d.id = $2::int8 and d.unpaired_at is null
), owner as (
  select id, successor from turn where has_real_route or $3::text <> 'simulated'
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
  delete from carrier_number n using owner o where n.account_id = o.id and n.carrier = any ($7::text[])
)
select $8::text as nonce, exists (select from seen) as is_account, exists (select from turn) as is_done

-- listWithBoth
select o.id as account_id from (
  select account_id as id from device where driver = 'simulated' and unpaired_at is null and account_id > $1::int8
  union
  select account_id from carrier_number where carrier = any ($5::text[]) and account_id > $1::int8
) o
where (not $3::bool or (select max(d.id) from device d
      where d.account_id = o.id and d.id <> 0 and d.unpaired_at is null and d.driver <> 'simulated') is not null or ((select true from carrier_number c where c.account_id = o.id and c.carrier = any ($4::text[]) limit 1) is not null)) order by o.id limit $2::int4
