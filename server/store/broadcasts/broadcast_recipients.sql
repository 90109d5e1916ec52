-- The statements of broadcast_recipients.ts as they run. npm run generate writes this file.

-- put
-- A row that is there stays as it is, so that a call may be repeated.
with locked as materialized (
  select state from broadcast where account_id = $9::int8 and id = $10::int8 for update
), added as (
  insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, send_at, state, code, reason, after_erasure)
  select $9::int8, $10::int8, i.number, i.address, i.address_norm, i.body, i.send_at, i.state, i.code, i.reason,
    coalesce((select a.last_erasure_id from account a where a.id = $9::int8), 0)
  from unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[]) as i (number, address, address_norm, body, send_at, state, code, reason) join locked l on l.state = 'draft'
  on conflict (account_id, broadcast_id, number) do nothing
  returning state
), counted as (
  update broadcast s set recipient_count = s.recipient_count + n.rows, refused_count = s.refused_count + n.refused
  from (select count(*)::int4 as rows, (count(*) filter (where state = 'refused'))::int4 as refused from added) n
  where s.account_id = $9::int8 and s.id = $10::int8 and n.rows > 0
)
select l.state as state, (select count(*) from added)::int4 as added from locked l

-- listRecipients
select r.number as number, r.address as address, r.address_norm as address_norm, r.body as body, coalesce(r.leaves_at, r.send_at) as send_at, r.status as status, r.code as code, r.error as error, r.message_id as message_id, r.has_replied as has_replied, r.is_asked as is_asked, r.is_enough as is_enough from (
  select w.*, w.nth = $5::int8 as is_enough, $4::text is null or ($4::text = 'replied' and w.has_replied) or $4::text =
    case when w.status = 'failed' and coalesce(split_part(w.error, ':', 1) = 'cancelled', false) then 'cancelled' else w.status end as is_asked
  from (
    select r.account_id, r.number, r.address, r.address_norm, r.body, r.send_at, r.code, r.message_id, m.send_at as leaves_at,
      row_number() over (order by r.number) as nth, coalesce(m.error, r.reason) as error,
      case when m.status = 'scheduled' then 'queued' else coalesce(m.status::text, r.state) end as status,
      r.message_id is not null and exists (select from message i where i.account_id = r.account_id
    and i.address_norm = r.address_norm and i.direction = 'in' and i.id > r.message_id) as has_replied
    from broadcast_recipient r left join message m on m.account_id = r.account_id and m.id = r.message_id
    where r.account_id = $1::int8 and r.broadcast_id = $2::int8 and r.number > $3::int4
    order by r.number limit $5::int8
  ) w
) r where r.is_asked or r.is_enough order by r.number limit $6::int4
