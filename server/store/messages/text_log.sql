-- The statements of text_log.ts as they run. npm run generate writes this file.

-- findDetail
select m.account_id as account_id, m.id as id, m.seq as seq, m.direction as direction, m.address as address, m.address_norm as address_norm, m.body as body, m.segments as segments, m.encoding as encoding, m.client_ref as client_ref, m.sender as sender, m.status as status, m.route as route, m.error as error, m.keyword as keyword, m.created_at as created_at, m.send_at as send_at, m.sent_at as sent_at, m.delivered_at as delivered_at, m.awaiting as awaiting, m.body_removed_at as body_removed_at, m.device_id as device_id, m.sim as sim, m.carrier as carrier, m.charged as charged, m.own_number as own_number, m.steps as steps, m.deadline_at as deadline_at, m.attempt as attempt, m.parts_delivered as parts_delivered from message m where account_id = $1::int8 and id = $2::int8 and ($3::text is null or exists (
  select from api_key reader
  where reader.hash = decode($3::text, 'hex') and reader.account_id = m.account_id and reader.revoked_at is null
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

-- listByRef
select m.account_id as account_id, m.id as id, m.seq as seq, m.direction as direction, m.address as address, m.address_norm as address_norm, m.body as body, m.segments as segments, m.encoding as encoding, m.client_ref as client_ref, m.sender as sender, m.status as status, m.route as route, m.error as error, m.keyword as keyword, m.created_at as created_at, m.send_at as send_at, m.sent_at as sent_at, m.delivered_at as delivered_at, m.awaiting as awaiting, m.body_removed_at as body_removed_at, m.device_id as device_id, m.sim as sim, m.carrier as carrier, m.charged as charged, m.own_number as own_number, m.steps as steps from unnest($2::text[]) as t (client_ref)
join message m on m.account_id = $1::int8 and m.client_ref = t.client_ref
where ($3::text is null or exists (
      select from api_key reader
      where reader.hash = decode($3::text, 'hex') and reader.account_id = m.account_id and reader.revoked_at is null
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
    )) order by m.id

-- listSeries
-- The range holds `1` to `999` behind the beginning in every collation; the pattern leaves out what else may be in it.
select m.account_id as account_id, m.id as id, m.seq as seq, m.direction as direction, m.address as address, m.address_norm as address_norm, m.body as body, m.segments as segments, m.encoding as encoding, m.client_ref as client_ref, m.sender as sender, m.status as status, m.route as route, m.error as error, m.keyword as keyword, m.created_at as created_at, m.send_at as send_at, m.sent_at as sent_at, m.delivered_at as delivered_at, m.awaiting as awaiting, m.body_removed_at as body_removed_at, m.device_id as device_id, m.sim as sim, m.carrier as carrier, m.charged as charged, m.own_number as own_number, m.steps as steps, t.ord as series from unnest($2::text[]) with ordinality as t (beginning, ord)
cross join lateral (
  select * from message
  where account_id = $1::int8 and client_ref >= t.beginning || '1' and client_ref <= t.beginning || '999'
  order by client_ref limit 200
) m
where starts_with(m.client_ref, t.beginning) and substr(m.client_ref, length(t.beginning) + 1) ~ '^[1-9][0-9]{0,2}$'
  and m.id <> all ($3::int8[]) and ($5::text is null or exists (
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
    ))
order by t.ord, m.id limit $4::int4

-- findHistory
select m.account_id as account_id, m.id as id, m.seq as seq, m.direction as direction, m.address as address, m.address_norm as address_norm, m.body as body, m.segments as segments, m.encoding as encoding, m.client_ref as client_ref, m.sender as sender, m.status as status, m.route as route, m.error as error, m.keyword as keyword, m.created_at as created_at, m.send_at as send_at, m.sent_at as sent_at, m.delivered_at as delivered_at, m.awaiting as awaiting, m.body_removed_at as body_removed_at, m.device_id as device_id, m.sim as sim, m.carrier as carrier, m.charged as charged, m.own_number as own_number, m.steps as steps, m.deadline_at as deadline_at, m.attempt as attempt, m.parts_delivered as parts_delivered, m.retry_at as retry_at, m.status = 'scheduled' as is_scheduled, m.direction = 'out' and (m.status = 'queued' or (m.status = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end)) as waits, a.suspended_at is not null as is_suspended, k.label as label, k.hint as hint, t.device_id as device_id, coalesce(t.sim, 1) as slot from message m join account a on a.id = m.account_id
left join thread t on t.account_id = m.account_id and t.address_norm = m.address_norm
left join api_key k on k.account_id = m.account_id and k.id = substring(m.steps from '^k(-?\d+)\n')::int8
where m.account_id = $1::int8 and m.id = $2::int8 and ($3::text is null or exists (
      select from api_key reader
      where reader.hash = decode($3::text, 'hex') and reader.account_id = m.account_id and reader.revoked_at is null
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
