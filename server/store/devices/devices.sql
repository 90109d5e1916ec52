-- The statements of devices.ts as they run. npm run generate writes this file.

-- listDevices
select account_id as account_id, id as id, name as name, agent_version as agent_version, driver as driver, online_until as online_until, last_seen_at as last_seen_at, created_at as created_at, unpaired_at as unpaired_at, problem as problem, detail as detail, signal_percent as signal_percent, battery_percent as battery_percent, inbox_full as inbox_full, gives_receipts as gives_receipts, connection as connection, connection_since as connection_since, charging as charging, model as model, app_version as app_version from device where account_id = $1::int8 and id > $2::int8 order by id limit $3::int8

-- unpair
with unpaired as (
  update device set unpaired_at = coalesce(unpaired_at, $3::timestamptz)
  where account_id = $1::int8 and id = $2::int8
  returning account_id, id, coalesce(online_until > $3::timestamptz, false) as is_online
), fenced as (
  update sim s set present = s.present from unpaired r where s.account_id = r.account_id and s.device_id = r.id
)
select is_online as is_online from unpaired

-- storeStates
-- A locked row is left out, so that the states of the other devices are stored.
with said as (
  select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::timestamptz[], $5::text[], $6::text[], $7::int2[], $8::int2[], $9::int4[], $10::bool[], $11::text[], $12::bool[], $13::text[], $14::text[]) with ordinality as t (account_id, device_id, link_epoch, at, problem, detail, signal_percent, battery_percent, queue_length, inbox_full, connection, charging, model, app_version, ord)
), found as materialized (
  select t.* from said t join device d on d.account_id = t.account_id and d.id = t.device_id
    and d.link_epoch = t.link_epoch
  order by d.account_id, d.id for update of d skip locked
), stored as (
  update device d set problem = t.problem, detail = t.detail, signal_percent = t.signal_percent,
    battery_percent = t.battery_percent, queue_length = t.queue_length, inbox_full = t.inbox_full,
    problem_since = case when t.problem <> '' then coalesce(d.problem_since, t.at) end,
    connection = t.connection, charging = t.charging, model = t.model, app_version = t.app_version,
    connection_since = case when t.connection = d.connection then d.connection_since
      when t.connection is not null then t.at end
  from found t where d.account_id = t.account_id and d.id = t.device_id returning t.ord
)
select $15::text as nonce, s.ord in (select ord from stored) or not exists (
      select from device d where d.account_id = s.account_id and d.id = s.device_id and d.link_epoch = s.link_epoch) as is_done from said s order by s.ord

-- listUsable
select d.account_id as account_id, d.id as device_id from device d
where d.account_id = any ($1::int8[]) and d.online_until > $2::timestamptz and d.unpaired_at is null
  and d.problem = ''
order by d.account_id, d.id

-- countHandedOver
select device_id as device_id, count(*)::int4 as texts from message
where account_id = $1::int8 and status = 'sending' and device_id = any ($2::int8[]) group by device_id

-- listSims
select device_id as device_id, slot as slot, per_minute as per_minute, per_day as per_day, per_month as per_month, used_minute as used_minute, used_day as used_day, used_month as used_month, present as present from (
  select device_id, slot, per_minute, per_day, per_month, present,
    case when minute >= $3::timestamptz then used_minute else 0 end as used_minute,
    case when day >= $4::date then used_day else 0 end as used_day,
    case when month >= $5::date then used_month else 0 end as used_month
  from sim where account_id = $1::int8 and device_id = any ($2::int8[])
) s order by device_id, slot

-- setBudget
update sim set per_minute = $4::int4, per_day = $5::int4, per_month = $6::int4
where account_id = $1::int8 and device_id = $2::int8 and slot = $3::int2 returning slot

-- listKept
select address as address, address_norm as address_norm, sim as sim, is_kept as is_kept, is_enough as is_enough from (
  select address, address_norm, sim, coalesce(device_id = $2::int8, false) as is_kept,
    row_number() over (order by address_norm) = $4::int8 as is_enough
  from thread where account_id = $1::int8 and address_norm > $3::text order by address_norm limit $4::int8
) t where is_kept or is_enough order by address_norm limit $5::int4
