-- The statements of readable_changes.ts as they run. npm run generate writes this file.

-- listReadableChanges
-- The last text that was looked at is given as well: the next page begins behind it.
select p.account_id as account_id, p.id as id, p.seq as seq, p.direction as direction, p.address as address, p.address_norm as address_norm, p.body as body, p.segments as segments, p.encoding as encoding, p.client_ref as client_ref, p.sender as sender, p.status as status, p.route as route, p.error as error, p.keyword as keyword, p.created_at as created_at, p.send_at as send_at, p.sent_at as sent_at, p.delivered_at as delivered_at, p.awaiting as awaiting, p.body_removed_at as body_removed_at, coalesce(p.is_last, false) as is_last, coalesce(p.is_asked, false) as is_asked, coalesce(p.is_enough, false) as is_enough, a.last_seq as newest_seq, case when a.lost_seqs @> q.since
    then (select lower(r) - 1 from unnest(a.lost_seqs) r where r @> q.since) end as lost_after, coalesce((select r.deleted_seq from retention r where r.account_id = a.id) > q.since, false) as is_truncated from account a cross join (select $2::int8 as since) q left join lateral (
  select w.account_id, w.id, w.seq, w.direction, w.address, w.address_norm, w.body, w.segments, w.encoding, w.client_ref, w.sender, w.status, w.route, w.error, w.keyword, w.created_at, w.send_at, w.sent_at, w.delivered_at, w.awaiting, w.body_removed_at, w.is_asked, w.is_enough, w.is_last from (
    select f.*, lead(f.id) over page is null as is_last,
      sum((256 + octet_length(f.body) + coalesce(octet_length(f.error), 0))) over page as taken, row_number() over page as place
    from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, m.is_asked, m.nth = $6::int8 as is_enough from (
      select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at, exists (
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
      from (select m.account_id, m.id, m.seq, m.direction, m.address, m.address_norm, m.body, m.segments, m.encoding, m.client_ref, m.sender, m.status, m.route, m.error, m.keyword, m.created_at, m.send_at, m.sent_at, m.delivered_at, m.awaiting, m.body_removed_at from message m where m.account_id = a.id and m.seq > $2::int8 order by m.seq limit $6::int8) m window way as (order by m.seq)
    ) m where m.is_asked or m.is_end order by m.seq limit $3::int4) f window page as (order by f.seq asc rows unbounded preceding)
  ) w where w.taken <= $4::int8 or w.place = 1
) p on true where a.id = $1::int8 order by p.seq
