-- The statements of threads.ts as they run. npm run generate writes this file.

-- listThreads
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, p.is_last as is_last, p.thread_address as address, p.message_count as message_count from (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.thread_address, w.message_count, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, t.address as thread_address, t.message_count from (
    with turns as materialized (
      select n.* from (select w.id, w.address_norm from message w
    where w.account_id = $1::int8 and w.id < $2::int8 order by w.id desc limit 256) w cross join lateral (
        select * from thread n
        where n.account_id = $1::int8 and n.address_norm = w.address_norm and n.last_message_id = w.id limit 1
      ) n order by w.id desc limit $3::int4
    ), oldest as (
      select min(w.id) as id from (select w.id, w.address_norm from message w
    where w.account_id = $1::int8 and w.id < $2::int8 order by w.id desc limit 256) w where (select count(*) from turns) < $3::int4
    )
    select * from turns
    union all (
      select o.* from thread o
      where o.account_id = $1::int8 and o.newest_block <= (select id from oldest) / 1024
        and o.last_message_id < (select id from oldest)
      order by o.newest_block desc, o.last_message_id desc limit $3::int4
    )
    order by last_message_id desc limit $3::int4
  ) t cross join lateral (
    select * from message m where m.account_id = $1::int8 and m.id = t.last_message_id limit 1
  ) m order by t.last_message_id desc) f window page as (order by f.id desc rows unbounded preceding)
  ) w where w.taken <= $4::int8 or w.place = 1
) p order by p.id desc

-- listReadable
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, coalesce(p.is_asked, false) as is_asked, coalesce(p.is_enough, false) as is_enough, coalesce(p.is_last, false) as is_last, p.thread_address as address, p.message_count as message_count from (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.thread_address, w.message_count, w.is_asked, w.is_enough, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, m.thread_address, m.message_count, m.is_asked, m.nth = $6::int8 as is_enough from (
      select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, m.thread_address, m.message_count, exists (
      select from api_key reader
      where reader.hash = decode($5::text, 'hex') and reader.account_id = m.account_id and reader.revoked_at is null
        and (reader.policy->>'reads' is distinct from 'known' or not case reader.policy->'recipients'->>0
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = m.account_id and address_norm = m.address_norm and direction = 'in' limit 1
        ) is null
        else not (
          reader.policy->'recipients' ? m.address_norm
          or right(reader.policy->'recipients'->>0, 1) = '*' and starts_with(m.address_norm, rtrim(reader.policy->'recipients'->>0, '*'))
          or reader.policy->'recipients' ?| array[left(m.address_norm, 2) || '*', left(m.address_norm, 3) || '*', left(m.address_norm, 4) || '*', left(m.address_norm, 5) || '*', left(m.address_norm, 6) || '*', left(m.address_norm, 7) || '*', left(m.address_norm, 8) || '*', left(m.address_norm, 9) || '*', left(m.address_norm, 10) || '*', left(m.address_norm, 11) || '*', left(m.address_norm, 12) || '*', left(m.address_norm, 13) || '*', left(m.address_norm, 14) || '*', left(m.address_norm, 15) || '*']
        )
      end)
    ) as is_asked, row_number() over way as nth,
        lead(m.id) over way is null as is_end
      from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, t.address as thread_address, t.message_count from (
    with turns as materialized (
      select n.* from (select w.id, w.address_norm from message w
    where w.account_id = $1::int8 and w.id < $2::int8 order by w.id desc limit 256) w cross join lateral (
        select * from thread n
        where n.account_id = $1::int8 and n.address_norm = w.address_norm and n.last_message_id = w.id limit 1
      ) n order by w.id desc limit $6::int8
    ), oldest as (
      select min(w.id) as id from (select w.id, w.address_norm from message w
    where w.account_id = $1::int8 and w.id < $2::int8 order by w.id desc limit 256) w where (select count(*) from turns) < $6::int8
    )
    select * from turns
    union all (
      select o.* from thread o
      where o.account_id = $1::int8 and o.newest_block <= (select id from oldest) / 1024
        and o.last_message_id < (select id from oldest)
      order by o.newest_block desc, o.last_message_id desc limit $6::int8
    )
    order by last_message_id desc limit $6::int8
  ) t cross join lateral (
    select * from message m where m.account_id = $1::int8 and m.id = t.last_message_id limit 1
  ) m order by t.last_message_id desc) m window way as (order by m.id desc)
    ) m where m.is_asked or m.is_end order by m.id desc limit $3::int4) f window page as (order by f.id desc rows unbounded preceding)
  ) w where w.taken <= $4::int8 or w.place = 1
) p order by p.id desc

-- listUnread
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, p.is_last as is_last, p.thread_address as address, p.message_count as message_count, p.unread as unread, p.assignee_id as assignee_id, p.is_done as is_done, p.is_waiting as is_waiting from (
  select p.*, case when p.id <= coalesce(r.last_message_id, 0) then 0 else u.unread end as unread, s.assignee_id,
    p.direction = 'in' and p.seq > coalesce(s.done_seq, 0) as is_waiting,
    coalesce(s.done_seq > 0 and s.done_seq >= coalesce(i.seq, 0)
      and (p.status <> 'failed' or coalesce(split_part(p.error, ':', 1) = 'cancelled', false) or s.done_seq >= p.seq), false) as is_done
  from (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.thread_address, w.message_count, w.thread_norm, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, t.address as thread_address, t.message_count, t.address_norm as thread_norm from (
    with turns as materialized (
      select n.* from (select w.id, w.address_norm from message w
    where w.account_id = $1::int8 and w.id < $3::int8 order by w.id desc limit 256) w cross join lateral (
        select * from thread n
        where n.account_id = $1::int8 and n.address_norm = w.address_norm and n.last_message_id = w.id limit 1
      ) n order by w.id desc limit $4::int4
    ), oldest as (
      select min(w.id) as id from (select w.id, w.address_norm from message w
    where w.account_id = $1::int8 and w.id < $3::int8 order by w.id desc limit 256) w where (select count(*) from turns) < $4::int4
    )
    select * from turns
    union all (
      select o.* from thread o
      where o.account_id = $1::int8 and o.newest_block <= (select id from oldest) / 1024
        and o.last_message_id < (select id from oldest)
      order by o.newest_block desc, o.last_message_id desc limit $4::int4
    )
    order by last_message_id desc limit $4::int4
  ) t cross join lateral (
    select * from message m where m.account_id = $1::int8 and m.id = t.last_message_id limit 1
  ) m order by t.last_message_id desc) f window page as (order by f.id desc rows unbounded preceding)
  ) w where w.taken <= $5::int8 or w.place = 1) p
  left join lateral (
    select last_message_id from thread_read
    where account_id = $1::int8 and user_id = $2::int8 and address_norm = p.thread_norm limit 1
  ) r on true
  left join lateral (
    select count(*)::int4 as unread from (
      select from message m
      where m.account_id = $1::int8 and m.address_norm = p.thread_norm and m.direction = 'in'
        and m.id > coalesce(r.last_message_id, 0)
      limit 100
    ) n
  ) u on p.id > coalesce(r.last_message_id, 0)
  left join lateral (
    select a.user_id as assignee_id, s.done_seq from thread_state s
    left join membership a on a.account_id = s.account_id and a.user_id = s.assignee_id
    where s.account_id = $1::int8 and s.address_norm = p.thread_norm limit 1) s on true
  left join lateral (
    select m.seq from message m
    where s.done_seq > 0 and m.account_id = $1::int8 and m.address_norm = p.thread_norm and m.direction = 'in'
    order by m.id desc limit 1) i on true
) p order by p.id desc

-- findUnread
-- A letter stands after every digit in any language's order, so that a range of the key holds all numbers with that
-- beginning. The few others in between are filtered after the range was cut: in the same query the planner would expect
-- next to no rows, read the whole range and sort. No beginning is the beginning of another.
select p.thread_address as address, p.message_count as message_count, p.unread as unread, p.assignee_id as assignee_id, p.is_done as is_done, p.is_waiting as is_waiting, p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at from (
  select p.*, case when p.id <= coalesce(r.last_message_id, 0) then 0 else u.unread end as unread, s.assignee_id,
    p.direction = 'in' and p.seq > coalesce(s.done_seq, 0) as is_waiting,
    coalesce(s.done_seq > 0 and s.done_seq >= coalesce(i.seq, 0)
      and (p.status <> 'failed' or coalesce(split_part(p.error, ':', 1) = 'cancelled', false) or s.done_seq >= p.seq), false) as is_done
  from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, t.address as thread_address, t.message_count, t.address_norm as thread_norm from (
      select f.* from unnest($3::text[]) as b (beginning) cross join lateral (
        select t.address, t.address_norm, t.message_count, t.last_message_id from thread t
        where t.account_id = $1::int8 and t.address_norm >= b.beginning and t.address_norm < b.beginning || 'a'
          and t.address_norm > $4::text
        order by t.address_norm limit 2 * $5::int4
      ) f where starts_with(f.address_norm, b.beginning) order by f.address_norm limit $5::int4
    ) t join message m on m.account_id = $1::int8 and m.id = t.last_message_id) p
  left join lateral (
    select last_message_id from thread_read
    where account_id = $1::int8 and user_id = $2::int8 and address_norm = p.thread_norm limit 1
  ) r on true
  left join lateral (
    select count(*)::int4 as unread from (
      select from message m
      where m.account_id = $1::int8 and m.address_norm = p.thread_norm and m.direction = 'in'
        and m.id > coalesce(r.last_message_id, 0)
      limit 100
    ) n
  ) u on p.id > coalesce(r.last_message_id, 0)
  left join lateral (
    select a.user_id as assignee_id, s.done_seq from thread_state s
    left join membership a on a.account_id = s.account_id and a.user_id = s.assignee_id
    where s.account_id = $1::int8 and s.address_norm = p.thread_norm limit 1) s on true
  left join lateral (
    select m.seq from message m
    where s.done_seq > 0 and m.account_id = $1::int8 and m.address_norm = p.thread_norm and m.direction = 'in'
    order by m.id desc limit 1) i on true
) p order by p.thread_norm limit $5::int4

-- markRead
insert into thread_read as r (account_id, user_id, address_norm, last_message_id)
select t.account_id, $2::int8, t.address_norm, least(t.last_message_id, $4::int8)
from thread t where t.account_id = $1::int8 and t.address_norm = $3::text
on conflict (account_id, user_id, address_norm) do update set
  last_message_id = greatest(r.last_message_id, excluded.last_message_id)
returning address_norm as address_norm
