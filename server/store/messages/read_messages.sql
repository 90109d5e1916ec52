-- The statements of read_messages.ts as they run. npm run generate writes this file.

-- listOfThread
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, p.is_last as is_last from (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at from message m
    where m.account_id = $1::int8 and m.address_norm = $2::text and m.id < $3::int8
    order by m.id desc limit $4::int4) f window page as (order by f.id desc rows unbounded preceding)
  ) w where w.taken <= $5::int8 or w.place = 1
) p order by p.id desc

-- listOfReadableThread
-- Whether the conversation may be read is asked once: the condition names none of its rows.
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, p.is_last as is_last from (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at from message m
    where m.account_id = $1::int8 and m.address_norm = $2::text and m.id < $3::int8 and exists (
      select from api_key reader
      where reader.hash = decode($6::text, 'hex') and reader.account_id = $1::int8 and reader.revoked_at is null
        and (reader.policy->>'reads' is distinct from 'known' or not case reader.policy->'recipients'->>0
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = $1::int8 and address_norm = $2::text and direction = 'in' limit 1
        ) is null
        else not (
          reader.policy->'recipients' ? $2::text
          or right(reader.policy->'recipients'->>0, 1) = '*' and starts_with($2::text, rtrim(reader.policy->'recipients'->>0, '*'))
          or reader.policy->'recipients' ?| array[left($2::text, 2) || '*', left($2::text, 3) || '*', left($2::text, 4) || '*', left($2::text, 5) || '*', left($2::text, 6) || '*', left($2::text, 7) || '*', left($2::text, 8) || '*', left($2::text, 9) || '*', left($2::text, 10) || '*', left($2::text, 11) || '*', left($2::text, 12) || '*', left($2::text, 13) || '*', left($2::text, 14) || '*', left($2::text, 15) || '*']
        )
      end)
    )
    order by m.id desc limit $4::int4) f window page as (order by f.id desc rows unbounded preceding)
  ) w where w.taken <= $5::int8 or w.place = 1
) p order by p.id desc

-- find
select account_id as account_id, id as id, seq as seq, direction as direction, address as address, address_norm as address_norm, body as body, segments as segments, encoding as encoding, client_ref as client_ref, sender as sender, status as status, route as route, error as error, keyword as keyword, created_at as created_at, send_at as send_at, sent_at as sent_at, delivered_at as delivered_at, awaiting as awaiting, body_removed_at as body_removed_at from message where account_id = $1::int8 and id = $2::int8

-- listPairs
select m.account_id as account_id, m.id as id, m.seq as seq, m.direction as direction, m.address as address, m.address_norm as address_norm, m.body as body, m.segments as segments, m.encoding as encoding, m.client_ref as client_ref, m.sender as sender, m.status as status, m.route as route, m.error as error, m.keyword as keyword, m.created_at as created_at, m.send_at as send_at, m.sent_at as sent_at, m.delivered_at as delivered_at, m.awaiting as awaiting, m.body_removed_at as body_removed_at from unnest($1::int8[], $2::int8[]) as t (account_id, id)
cross join lateral (
  select * from message where account_id = t.account_id and id = t.id limit 1
) m

-- listOverdue
-- A scheduled text is overdue only if it was not released, because releases come first: its account is suspended. The
-- database's clock must agree, which alone decides about such texts.
select m.account_id as account_id, m.id as id, case m.status when 'scheduled' then 'queued' else m.status::text end as status, m.attempt as attempt, (m.status = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end) as is_released, exists (
    select from submission s where s.account_id = m.account_id and s.message_id = m.id and s.state = 'unknown') as has_unknown_part from message m where m.deadline_at < $1::timestamptz and m.account_id <> all (select unnest($3::int8[]))
  and (m.status <> 'scheduled' or (m.deadline_at < now()
    and m.account_id in (select a.id from account a where a.suspended_at is not null)))
order by m.deadline_at limit $2::int4

-- listAbandoned
-- A device that is unpaired reports within a second what it has not sent; what is left then, nobody can know any more.
-- Devices are unpaired seldom, and few of them hold texts.
select m.account_id as account_id, m.id as id, m.attempt as attempt from (
  select account_id, id from device
  where unpaired_at is not null and unpaired_at between $1::timestamptz and $2::timestamptz
    and account_id <> all (select unnest($4::int8[]))
) d cross join lateral (
  select account_id, id, attempt from message h
  where h.account_id = d.account_id and h.device_id = d.id and h.status = 'sending' order by h.id limit $3::int4
) m limit $3::int4

-- listCursors
select id as account_id, last_seq as seq from account where id = any ($1::int8[])

-- listWaiting
select a.id as account_id from account a where a.id = any ($1::int8[]) and exists (
select from message m where m.account_id = a.id and m.id >= a.waits_from and m.route = 'device' and (m.status = 'queued' or m.status = 'sending' and m.retry_at is not null))

-- countStates
select status::text as status, count(*)::int4 as count, extract(epoch from max(age))::int4 as oldest_seconds from (
  select status, $1::timestamptz - coalesce(send_at, created_at) as age from message
  where deadline_at is not null order by deadline_at limit $2::int4
) m group by m.status

-- listChanges
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, p.is_last as is_last, a.last_seq as newest_seq, case when a.lost_seqs @> q.since
    then (select lower(r) - 1 from unnest(a.lost_seqs) r where r @> q.since) end as lost_after, coalesce((select r.deleted_seq from retention r where r.account_id = a.id) > q.since, false) as is_truncated from account a cross join (select $2::int8 as since) q left join lateral (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at from message m where m.account_id = a.id and m.seq > $2::int8
    order by m.seq limit $3::int4) f window page as (order by f.seq asc rows unbounded preceding)
  ) w where w.taken <= $4::int8 or w.place = 1
) p on true where a.id = $1::int8 order by p.seq

-- listIdentifiedChanges
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, p.is_last as is_last, p.identity as identity, p.status_callback as status_callback, p.own_number as own_number, p.device_id as device_id, p.sim as sim, p.steps as steps from account a cross join (select $2::int8 as since) q left join lateral (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.identity, w.status_callback, w.own_number, w.device_id, w.sim, w.steps, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, m.identity, m.status_callback, m.own_number, m.device_id, m.sim, m.steps from message m where m.account_id = a.id and m.seq > $2::int8
    order by m.seq limit $3::int4) f window page as (order by f.seq asc rows unbounded preceding)
  ) w where w.taken <= $4::int8 or w.place = 1
) p on true where a.id = $1::int8 order by p.seq
