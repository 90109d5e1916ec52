-- The statements of outcomes.ts as they run. npm run generate writes this file.

-- findChanged
with changed as materialized (
  select m.id, m.client_ref, m.direction, m.address_norm from message m
  where m.account_id = $1::int8 and m.seq > $2::int8 order by m.seq limit $4::int4
), named as (
  select c.client_ref from changed c where c.direction = 'out'
  union all
  select o.client_ref from changed c cross join lateral (
    select m.client_ref from message m
    where m.account_id = $1::int8 and m.address_norm = c.address_norm and m.id < c.id
    order by m.id desc limit 20
  ) o where c.direction = 'in'
), changed_block as (
  select distinct (substr(n.client_ref, length($3::text) + 1)::int4 - 1) / 250 as block from named n
  where case when starts_with(n.client_ref, $3::text) then substr(n.client_ref, length($3::text) + 1) ~ '^[1-9][0-9]{0,5}$' end
)
select $5::text as nonce, a.last_seq as newest_seq, array(select block from changed_block) as blocks, (select count(*) from changed) = n.most as is_enough from account a cross join (select $4::int4 as most) n where a.id = $1::int8

-- countBlocks
-- The limit and the offset keep the planner from reading all of an account's texts.
select b.block as block, (count(*) filter (where m.status = 'delivered'))::int4 as delivered_count, (count(*) filter (where m.status = 'failed' and not coalesce(split_part(m.error, ':', 1) = 'cancelled', false)))::int4 as failed_count, (count(*) filter (where m.status = 'failed' and coalesce(split_part(m.error, ':', 1) = 'cancelled', false)))::int4 as cancelled_count, (count(*) filter (where r.message_id is not null and exists (select from message i where i.account_id = r.account_id
    and i.address_norm = r.address_norm and i.direction = 'in' and i.id > r.message_id)))::int4 as replied_count, count(m.status)::int4 as texts, coalesce(bool_or(r.state = 'waiting' and r.number <= s.taken_recipient), false) as is_open from broadcast s
cross join unnest(coalesce($3::int4[], array(select generate_series(0, (
  select (w.number - 1) / 250 from broadcast_recipient w
  where w.account_id = $1::int8 and w.broadcast_id = $2::int8 order by w.number desc limit 1
))))) as b (block)
cross join lateral (
  select * from broadcast_recipient w
  where w.account_id = $1::int8 and w.broadcast_id = $2::int8
    and w.number > b.block * 250 and w.number <= (b.block + 1) * 250 offset 0
) r
left join lateral (
  select m.status, m.error from message m where m.account_id = $1::int8 and m.id = r.message_id limit 1
) m on true
where s.account_id = $1::int8 and s.id = $2::int8 group by b.block

-- keep
-- A broadcast that ended long ago keeps its numbers once some of its texts are not kept any more.
update broadcast set delivered_count = case when (ended_at is null or ended_at > now() - interval '31 days' or accepted_count <= $7::int4) then $3::int4 else delivered_count end, failed_count = case when (ended_at is null or ended_at > now() - interval '31 days' or accepted_count <= $7::int4) then $4::int4 else failed_count end,
  cancelled_count = case when (ended_at is null or ended_at > now() - interval '31 days' or accepted_count <= $7::int4) then $5::int4 else cancelled_count end, replied_count = case when (ended_at is null or ended_at > now() - interval '31 days' or accepted_count <= $7::int4) then $6::int4 else replied_count end, counted_at = now()
where account_id = $1::int8 and id = $2::int8 returning delivered_count as delivered_count, failed_count as failed_count, cancelled_count as cancelled_count, replied_count as replied_count
