-- The statements of replicas.ts as they run. npm run generate writes this file.

-- enter
insert into core_replica (id, alive_until) overriding system value
values ($1::int8, now() + make_interval(secs => $2::int4)) returning id

-- renew
with before as (
  select id, alive_until between now() and now() + make_interval(secs => $2::int4 * 2) as is_kept
  from core_replica where id = $1::int8
)
update core_replica r set alive_until = now() + make_interval(secs => $2::int4)
from before b where r.id = b.id returning b.is_kept as is_kept

-- leave
delete from core_replica where id = $1::int8 returning id

-- dropDead
delete from core_replica where alive_until < now() - make_interval(secs => 3600)
and exists (select from core_replica j where j.id = $1::int8 and j.alive_until > now()) returning id

-- listOwn
select account_id as account_id, id as id, attempt as attempt, identity as identity, carrier as carrier, m.attempt > 1 and exists (
    select from submission s where s.account_id = m.account_id and s.message_id = m.id) as may_have_left from message m where m.holder = $1::int8 and m.status = 'sending'
order by m.account_id, m.id limit $2::int4

-- listOfTheDead
-- Hops from holder to holder in message_held: there are as many as replicas.
with recursive holders as (
  (select t.holder from message t where t.holder is not null order by t.holder limit 1)
  union all
  select (select t.holder from message t where t.holder is not null and t.holder > holders.holder order by t.holder limit 1) from holders where holders.holder is not null
)
select t.account_id as account_id, t.id as id, t.attempt as attempt
from holders h
cross join lateral (
  select m.account_id, m.id, m.attempt from message m
  where m.holder = h.holder and m.status = 'sending' and m.account_id <> all (select unnest($3::int8[]))
  order by m.account_id, m.id limit $1::int4
) t
where h.holder is not null
  and not exists (select from core_replica r where r.id = h.holder and r.alive_until between now() and now() + interval '1 minute')
  and exists (select from core_replica j where j.id = $2::int8 and j.alive_until between now() and now() + interval '1 minute')
limit $1::int4
