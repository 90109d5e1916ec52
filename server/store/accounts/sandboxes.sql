-- The statements of sandboxes.ts as they run. npm run generate writes this file.

-- open
-- What the sandbox takes over is read as the owner's row is locked. A change that the sandbox shares looks at the owner's `additions`:
-- it is made again where a sandbox was opened meanwhile.
with seen as materialized (
  select o.id, o.additions, exists (select from account s where s.id = o.id + 1000000000000) as is_open
  from account o where o.id = $1::int8 and not o.id > 999999999999
    and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.additions and not s.is_open
  returning o.id + 1000000000000 as id, o.name, o.country, o.suspended_at, o.suspension_reason
), opened as (
  insert into account (id, name, country, exempt, period, created_at, texts_used, last_message_id, last_seq, last_device_id,
    suspended_at, suspension_reason)
  select id, name, country, true, $2::date, $3::timestamptz, 0, 0, 0, 0, suspended_at, suspension_reason from turn returning id
), numbered as (
  insert into carrier_number (carrier, number, account_id, assigned_at)
  select 'Sandbox', 'S' || lpad(to_hex(id - 1000000000000), 10, '0'), id, $3::timestamptz from opened
)
select $4::text as nonce, exists (select from seen) as is_account, exists (select from seen where is_open) or exists (select from opened) as is_open
