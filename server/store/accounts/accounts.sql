-- The statements of accounts.ts as they run. npm run generate writes this file.

-- listCountries
select id as id, country as country from account where id = any ($1::int8[])

-- insert
insert into account (id, name, country, plan, subscription_status, exempt, period, created_at, texts_used,
  last_message_id, last_seq, last_device_id)
values ($1::int8, $2::text, $3::text, $4::text, $5::text, $6::bool, $7::date, $8::timestamptz, 0, 0, 0, 0)
on conflict do nothing returning id

-- findHours
select quiet_zone as zone, quiet_from as from, quiet_until as until from account where id = $1::int8

-- setHours
with z as materialized (
  select exists (
    select from pg_timezone_names where name = $2::text and name !~ '^(posix/|right/|posixrules$|localtime$|Factory$)'
  ) as is_zone
), changed as (
  update account set quiet_zone = $2::text, quiet_from = $3::int2, quiet_until = $4::int2
  from z where id = $1::int8 and z.is_zone returning id
)
select z.is_zone as is_zone, (select count(*) from changed) > 0 as is_set from z

-- clearHours
update account set quiet_zone = null, quiet_from = null, quiet_until = null where id = $1::int8 returning id as account_id

-- search
select id as id, name as name, country as country, plan as plan, subscription_status as subscription_status, exempt as exempt, period as period, created_at as created_at, texts_used as texts_used, suspended_at as suspended_at, coalesce(suspension_reason, '') as suspension_reason, is_asked as is_asked, is_enough as is_enough from (
  select *, row_number() over (order by id) = $4::int4 as is_enough,
    $1::text is null or strpos(lower(name collate textrelay_words), lower($1::text collate textrelay_words)) > 0 or id = $2::int8 as is_asked
  from account where id > $3::int8 and not id > 999999999999 order by id limit $4::int4
) a where is_asked or is_enough order by id limit $5::int8

-- heal
-- When a clock was ahead as a text was charged, the account's month lies in the future: the account would stay at its
-- cap until that month. It goes back to the current month, and its charges there are counted from the texts themselves:
-- from the newest back to the first one that is a day older than the month, because no clock is a day off unnoticed.
-- Every change of a text moves the account's last_seq: where another statement moved it meanwhile, nothing is done, and
-- the caller asks again.
with seen as materialized (
  select a.id, a.last_seq, (
    select count(*) from message m
    where m.account_id = a.id and m.charged and m.created_at >= $2::date and m.id > coalesce((
      select o.id from message o
      where o.account_id = a.id and o.direction = 'out' and o.created_at < $2::date - interval '1 day'
      order by o.id desc limit 1), 0)
  ) as used
  from account a where a.id = any ($1::int8[]) and a.period > $3::date
), healed as (
  update account a set period = $2::date, texts_used = s.used
  from seen s where a.id = s.id and a.last_seq = s.last_seq and a.period > $3::date
  returning a.id
)
select $4::text as nonce, s.id as account_id, h.id is not null as is_healed from (select) one left join seen s on true left join healed h on h.id = s.id

-- readRoutes
select $3::text as nonce, d.total as total, d.online as online, d.problems as problems, d.has_simulated as has_simulated_device, coalesce(n.numbers, '{}') as numbers from (
  select count(*)::int4 as total, count(*) filter (where online_until > $2::timestamptz)::int4 as online,
    count(*) filter (where problem <> '')::int4 as problems, coalesce(bool_or(driver = 'simulated'), false) as has_simulated
  from device where account_id = $1::int8 and unpaired_at is null
) d
cross join (
  select json_object_agg(c.carrier, c.numbers) as numbers from (
    select carrier, count(*) as numbers from carrier_number where account_id = $1::int8 group by carrier
  ) c
) n
