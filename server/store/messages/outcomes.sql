-- The statements of outcomes.ts as they run. npm run generate writes this file.

-- listOutcomes
-- Ids and seqs of received texts are given together and stay: the text at a reader's seq says from which id on to look.
select $5::text as nonce, m.account_id as account_id, m.id as id, m.seq as seq, m.direction as direction, m.address as address, m.address_norm as address_norm, m.body as body, m.segments as segments, m.encoding as encoding, m.client_ref as client_ref, m.sender as sender, m.status as status, m.route as route, m.error as error, m.keyword as keyword, m.created_at as created_at, m.send_at as send_at, m.sent_at as sent_at, m.delivered_at as delivered_at, m.awaiting as awaiting, m.body_removed_at as body_removed_at, r.account_id as account_id, r.id as id, r.seq as seq, r.direction as direction, r.address as address, r.address_norm as address_norm, r.body as body, r.segments as segments, r.encoding as encoding, r.client_ref as client_ref, r.sender as sender, r.status as status, r.route as route, r.error as error, r.keyword as keyword, r.created_at as created_at, r.send_at as send_at, r.sent_at as sent_at, r.delivered_at as delivered_at, r.awaiting as awaiting, r.body_removed_at as body_removed_at, coalesce(r.seq, nullif(t.since, 0), b.seq, 0) as next_since, coalesce(a.last_seq, 0) as newest_seq from unnest($1::int8[], $2::int8[], $3::int8[], $4::text[]) with ordinality as t (account_id, id, since, key_hash, ord)
left join account a on a.id = t.account_id
left join message m on m.account_id = t.account_id and m.id = t.id and m.direction = 'out'
  and (t.key_hash is null or exists (
      select from api_key reader
      where reader.hash = decode(t.key_hash, 'hex') and reader.account_id = m.account_id and reader.revoked_at is null
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
    ))
left join lateral (
  select x.* from message x
  where x.account_id = m.account_id and x.address_norm = m.address_norm and x.direction = 'in' and x.seq > t.since
    and x.id > greatest(m.id, (select f.id from message f where f.account_id = t.account_id and f.seq = t.since))
    and case
      when m.route = 'device' then x.carrier is null and x.device_id = m.device_id
      else x.carrier = m.carrier and coalesce(m.sender, (
        select n.number from carrier_number n where n.account_id = m.account_id and n.carrier = m.carrier
        order by n.assigned_at, n.number limit 1
      ), x.own_number, '') = coalesce(x.own_number, '')
    end
  order by x.id limit 1
) r on true
left join lateral (
  select x.seq from message x
  where x.account_id = m.account_id and x.direction = 'in' and x.id < m.id order by x.id desc limit 1
) b on true
order by t.ord
