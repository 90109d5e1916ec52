-- The statements of list_queue.ts as they run. npm run generate writes this file.

-- listed
-- A recipient leaves its SIM if the device was unpaired or deleted, was offline or had a problem for all the time before
-- `awayMs`, or no longer has that SIM; and only while the device holds nothing for it. A SIM that is not in the table
-- belongs to a device from before SIMs were stored, and is taken to be there. The cast of the status keeps the planner
-- from reading the whole queue for one recipient: a recipient's texts above the oldest one that waits are few, because
-- no text waits longer than a day. Nothing is listed of a suspended account. The search begins where the account's
-- queue does: during a backup or another long transaction, texts that have left the queue keep their entries in the
-- index, and each search would read them.
select $7::text as nonce, ord as ord, id as id, address_norm as address_norm, parts as parts, device_id as device_id, slot as slot, version as version, sender as sender, overtakes as overtakes, has_waited as has_waited from (
  select asked.ord, text.id, text.address_norm, text.segments as parts, text.sender,
    kept.device_id, coalesce(kept.sim, 1) as slot,
    case when kept.device_id is not null and not exists (
      select from device
      where device.account_id = asked.account_id and device.id = kept.device_id and (
        device.unpaired_at is not null or coalesce(device.online_until, device.created_at) <= $5::timestamptz
        or device.problem_since <= $5::timestamptz or exists (
          select from sim
          where sim.account_id = device.account_id and sim.device_id = device.id and sim.slot = coalesce(kept.sim, 1)
            and not sim.present)) is not true
    ) and not exists (
      select from message held
      where held.account_id = asked.account_id and held.device_id = kept.device_id and held.status = 'sending'
        and held.address_norm = text.address_norm
    ) then kept.version end as version,
    oldest.id <= asked.after_id and exists (
      select from message earlier
      where earlier.account_id = asked.account_id and earlier.address_norm = text.address_norm
        and earlier.sender is not distinct from text.sender and earlier.id >= oldest.id and earlier.id <= asked.after_id
        and earlier.route = 'device' and (earlier.status::text = 'queued' or earlier.status::text = 'sending' and earlier.retry_at is not null) and earlier.deadline_at > $4::timestamptz
    ) as overtakes,
    coalesce(text.send_at, text.created_at) < $6::timestamptz as has_waited
  from unnest($1::int8[], $2::int8[], $3::int4[]) with ordinality as asked (account_id, after_id, most, ord)
  cross join lateral (
    select waits_from from account where id = asked.account_id and suspended_at is null limit 1
  ) queue
  cross join lateral (
    select message.id from message
    where message.account_id = asked.account_id and message.id >= queue.waits_from and message.route = 'device' and (message.status = 'queued' or message.status = 'sending' and message.retry_at is not null)
    order by message.id limit 1
  ) oldest
  cross join lateral (
    select message.id, message.address_norm, message.segments, message.sender, message.created_at, message.send_at from message
    where message.account_id = asked.account_id and message.id >= greatest(asked.after_id + 1, queue.waits_from)
      and message.route = 'device' and (message.status = 'queued' or message.status = 'sending' and message.retry_at is not null) and message.deadline_at > $4::timestamptz
    order by message.id limit asked.most
  ) text
  cross join lateral (
    select device_id, sim, xmin::text as version from thread
    where account_id = asked.account_id and address_norm = text.address_norm limit 1
  ) kept
) waiting
union all select $7::text as nonce, null as ord, null as id, null as address_norm, null as parts, null as device_id, null as slot, null as version, null as sender, null as overtakes, null as has_waited
order by ord, id
