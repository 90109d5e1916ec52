-- The statements of pairing.ts as they run. npm run generate writes this file.

-- insertCode
with seen as materialized (
  select o.id, o.additions as count, (select c.codes >= $6::int4 or d.paired + c.codes >= $7::int4 or d.kept + c.codes >= $8::int4 from (
      select count(*) as codes from pairing_code p
      where p.account_id = o.id and p.expires_at > $4::timestamptz and p.used_at is null
    ) c cross join (
      select count(*) as kept, count(*) filter (where k.unpaired_at is null) as paired from device k where k.account_id = o.id
    ) d) as is_full from account o where o.id = $2::int8 and not o.id > 999999999999 and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and not o.id > 999999999999 and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), stored as (
  insert into pairing_code (code_hash, account_id, device_name, expires_at)
  select decode($1::text, 'hex'), id, $3::text, $5::timestamptz from turn returning account_id
)
select $9::text as nonce, exists (select from seen) as is_account, coalesce((select is_full from seen), false) as is_full, exists (select from stored) as is_stored

-- pair
with seen as materialized (
  select a.id, a.xmin as version from pairing_code p join account a on a.id = p.account_id
  where p.code_hash = decode($1::text, 'hex') and p.used_at is null and p.expires_at > $4::timestamptz
    and not exists (select from erasure where erasure.account_id = a.id and erasure.kind = 'account')
), turn as (
  update account a set last_device_id = a.last_device_id + 1 from seen s where a.id = s.id and a.xmin = s.version
  returning a.id, a.name, a.last_device_id
), used as (
  update pairing_code p set used_at = $4::timestamptz from turn t
  where p.code_hash = decode($1::text, 'hex') and p.account_id = t.id and p.used_at is null
  returning p.account_id, p.device_name
), owner as (
  select id, last_device_id as successor from turn
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
  delete from carrier_number n using owner o where n.account_id = o.id and n.carrier = any ($5::text[])
), paired as (
  insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
  select t.id, t.last_device_id, coalesce(nullif(u.device_name, ''), $3::text), decode($2::text, 'hex'), 0, '', '', $4::timestamptz
  from turn t join used u on u.account_id = t.id
  returning id, (select name from turn) as account_name
), again as (
  select d.id, a.name as account_name
  from pairing_code p
  join device d on d.account_id = p.account_id and d.token_hash = decode($2::text, 'hex')
    and d.unpaired_at is null and d.link_epoch = 0
  join account a on a.id = p.account_id
  where p.code_hash = decode($1::text, 'hex') and p.used_at is not null and p.expires_at > $4::timestamptz
)
select $6::text as nonce, exists (select from seen) as is_code, d.id as device_id, d.account_name as account_name from (select) as always left join (select * from paired union all select * from again) d on true

-- findCode
select $4::text as nonce, p.account_id as account_id from (select) as always left join pairing_code p on p.code_hash = decode($1::text, 'hex') and p.expires_at > $3::timestamptz and not exists (select from erasure where erasure.account_id = p.account_id and erasure.kind = 'account') and (
  p.used_at is null or exists (
    select from device d
    where d.account_id = p.account_id and d.token_hash = decode($2::text, 'hex') and d.unpaired_at is null and d.link_epoch = 0
  )
)
