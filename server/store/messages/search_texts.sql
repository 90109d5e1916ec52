-- The statements of search_texts.ts as they run. npm run generate writes this file.

-- search
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, p.is_found as is_found, p.is_enough as is_enough from (
  select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, lower(m.body collate textrelay_words) like all ((select array_agg(lower(w collate textrelay_words)) from unnest($3::text[]) as w)::text[]) as is_found,
    row_number() over (order by m.id desc) = $4::int4 as is_enough
  from message m where m.account_id = $1::int8 and m.id < $2::int8 order by m.id desc limit $4::int4
) p where p.is_found or p.is_enough order by p.id desc limit $5::int4

-- searchThreads
with found as materialized (
  select f.address_norm from unnest($3::text[]) as b (beginning) cross join lateral (
    select t.address_norm from thread t
    where t.account_id = $1::int8 and t.address_norm >= b.beginning and t.address_norm < b.beginning || 'a'
    order by t.address_norm limit 2 * $6::int4
  ) f where starts_with(f.address_norm, b.beginning)
  union
  select w.address_norm from (
    select m.address_norm from message m
    where m.account_id = $1::int8 and m.id < $2::int8 order by m.id desc limit $5::int4
  ) w where w.address_norm like any ($4::text[])
)
select m.account_id as account_id, m.id as id, m.seq as seq, m.direction as direction, m.address as address, m.address_norm as address_norm, m.body as body, m.segments as segments, m.encoding as encoding, m.client_ref as client_ref, m.sender as sender, m.status as status, m.route as route, m.error as error, m.keyword as keyword, m.created_at as created_at, m.send_at as send_at, m.sent_at as sent_at, m.delivered_at as delivered_at, m.awaiting as awaiting, m.body_removed_at as body_removed_at, t.address as address, t.message_count as message_count from (
  select t.* from found f cross join lateral (
    select * from thread n where n.account_id = $1::int8 and n.address_norm = f.address_norm limit 1
  ) t order by t.last_message_id desc limit $6::int4
) t cross join lateral (
  select * from message m where m.account_id = $1::int8 and m.id = t.last_message_id limit 1
) m order by t.last_message_id desc
