-- The statements of links.ts as they run. npm run generate writes this file.

-- find
select $2::text as nonce, t.ord as ord, d.account_id as account_id, d.id as device_id, a.country as country, d.driver as driver, d.link_epoch as last_epoch
from unnest($1::text[]) with ordinality as t (hash, ord)
join device d on d.token_hash = decode(t.hash, 'hex') and d.unpaired_at is null
join account a on a.id = d.account_id
union all select $2::text as nonce, null as ord, null as account_id, null as device_id, null as country, null as driver, null as last_epoch

-- open
-- An opening whose answer was lost may be written late: it opens nothing once the device has opened another link. Each SIM's
-- row is written even without a change: a claim for an earlier link takes no row that was written meanwhile. A lost journal
-- stays the device's until its texts have ended (adoptJournal): a core that dies between the two must find it lost again.
with asked as (
  select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[]) with ordinality as t (account_id, device_id, last_epoch, journal_id, agent_version, driver, sims, gives_receipts, ord)
), free as materialized (
  select a.*, coalesce(d.journal_id, a.journal_id) as owner, d.problem <> '' as had_problem
  from asked a join device d on d.account_id = a.account_id and d.id = a.device_id and d.unpaired_at is null
    and d.link_epoch = a.last_epoch
  order by d.account_id, d.id for update of d
), free_sim as materialized (
  select s.account_id, s.device_id from free f join sim s on s.account_id = f.account_id and s.device_id = f.device_id
  order by s.account_id, s.device_id, s.slot for update of s
), before as materialized (
  select f.* from free f
  where (select count(*) from sim s where s.account_id = f.account_id and s.device_id = f.device_id)
    = (select count(*) from free_sim s where s.account_id = f.account_id and s.device_id = f.device_id)
), named as (
  insert into sim (account_id, device_id, slot, minute, used_minute, day, used_day, month, used_month, present)
  select b.account_id, b.device_id, s.slot, date_trunc('minute', $9::timestamptz), 0, $9::timestamptz::date, 0,
    date_trunc('month', $9::timestamptz)::date, 0, true
  from before b cross join unnest(b.sims::int2[]) as s (slot)
  order by b.account_id, b.device_id, s.slot
  on conflict (account_id, device_id, slot) do update set present = true
), gone as (
  update sim s set present = false from before b
  where s.account_id = b.account_id and s.device_id = b.device_id and s.slot <> all (b.sims::int2[])
), opened as (
  update device d set link_epoch = d.link_epoch + 1, journal_id = b.owner, agent_version = b.agent_version,
    driver = b.driver, last_seen_at = $9::timestamptz, online_until = $10::timestamptz,
    gives_receipts = b.gives_receipts
  from before b where d.account_id = b.account_id and d.id = b.device_id
  returning b.ord, d.link_epoch, b.owner <> b.journal_id as journal_changed, b.had_problem
)
select $11::text as nonce, o.ord is not null as is_opened, coalesce(o.link_epoch, d.link_epoch) as link_epoch, o.journal_changed as journal_changed, o.had_problem as had_problem
from asked a left join opened o on o.ord = a.ord
left join device d on d.account_id = a.account_id and d.id = a.device_id and d.unpaired_at is null
order by a.ord

-- open: leaving locked rows out, which differs from open
--    7 -   order by d.account_id, d.id for update of d
--      +   order by d.account_id, d.id for update of d skip locked
--   10 -   order by s.account_id, s.device_id, s.slot for update of s
--      +   order by s.account_id, s.device_id, s.slot for update of s skip locked

-- adopt
update device set journal_id = $4::text
where account_id = $1::int8 and id = $2::int8 and link_epoch = $3::int8

-- renew
with found as materialized (
  select d.account_id, d.id from device d
  join unnest($1::int8[], $2::int8[], $3::int8[]) as t (account_id, device_id, link_epoch)
    on d.account_id = t.account_id and d.id = t.device_id and d.link_epoch = t.link_epoch
  order by d.account_id, d.id for update of d skip locked
)
update device d set last_seen_at = $4::timestamptz, online_until = $5::timestamptz
from found f where d.account_id = f.account_id and d.id = f.id

-- listEnded
select t.account_id as account_id, t.device_id as device_id, d.id is null or d.unpaired_at is not null as unpaired
from unnest($1::int8[], $2::int8[], $3::int8[]) as t (account_id, device_id, link_epoch)
left join device d on d.account_id = t.account_id and d.id = t.device_id
where d.id is null or d.link_epoch <> t.link_epoch or d.unpaired_at is not null

-- fence
-- A claim's answer may be lost while the claim itself is still on its way, and commits later: reading its texts is of use
-- only after a fence. Each link counts its doubts, and the newest count stands in its SIMs' rows; a claim takes a SIM's row
-- only as it stands, and only under a fence that is not older. Locked rows are left out: a claim may still have them and
-- commit. Only a device with all SIMs fenced is safe. A fence only grows, so that it may be written late or twice.
with asked as (
  select * from unnest($1::int8[], $2::int8[], $3::int8[]) with ordinality as t (account_id, device_id, fence, ord)
), free as materialized (
  select s.account_id, s.device_id, s.slot, a.fence
  from asked a join sim s on s.account_id = a.account_id and s.device_id = a.device_id
  order by s.account_id, s.device_id, s.slot for update of s skip locked
), fenced as (
  update sim s set fence = greatest(s.fence, f.fence) from free f
  where s.account_id = f.account_id and s.device_id = f.device_id and s.slot = f.slot
  returning s.account_id, s.device_id
)
select $4::text as nonce, (select count(*) from sim s where s.account_id = a.account_id and s.device_id = a.device_id)
      = (select count(*) from fenced f where f.account_id = a.account_id and f.device_id = a.device_id) as is_safe from asked a order by a.ord
