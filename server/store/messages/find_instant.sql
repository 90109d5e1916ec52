-- The statements of find_instant.ts as they run. npm run generate writes this file.

-- findIdAt
select f.id as id from (select (
with recursive search (low, high, end_id) as (
  select 1::int8, last_message_id + 1, last_message_id + 1 from account where id = $1::int8
  union all
  select case when l.is_late then h.low else h.middle + 1 end, case when l.is_late then h.middle else h.high end, h.end_id
  from (select low, high, end_id, (low + high) / 2 as middle from search where low < high) h
  cross join lateral (select coalesce(
      (select true from (select m.created_at from message m where m.account_id = $1::int8 and m.id >= h.middle order by m.id limit 256) w where w.created_at >= $2::timestamptz limit 1), (select false from (select m.created_at from message m where m.account_id = $1::int8 and m.id >= h.middle order by m.id limit 1) w), true
    ) as is_late) l
)
select coalesce(f.id, s.end_id) from (select low, end_id from search where low >= high) s
left join lateral (
  select min(w.id) as id from (
    select m.id, m.created_at from message m where m.account_id = $1::int8 and m.id >= s.low
    order by m.id limit 512
  ) w where w.created_at >= $2::timestamptz
) f on true
) as id) f
