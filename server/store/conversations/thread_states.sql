-- The statements of thread_states.ts as they run. npm run generate writes this file.

-- find
select s.assignee_id as assignee_id, coalesce(s.done_seq > 0 and s.done_seq >= coalesce(i.seq, 0)
      and (p.status <> 'failed' or coalesce(split_part(p.error, ':', 1) = 'cancelled', false) or s.done_seq >= p.seq), false) as is_done from thread t
cross join lateral (select m.* from message m where m.account_id = $1::int8 and m.id = t.last_message_id limit 1) p
left join lateral (
    select a.user_id as assignee_id, s.done_seq from thread_state s
    left join membership a on a.account_id = s.account_id and a.user_id = s.assignee_id
    where s.account_id = $1::int8 and s.address_norm = $2::text limit 1) s on true
left join lateral (
    select m.seq from message m
    where s.done_seq > 0 and m.account_id = $1::int8 and m.address_norm = $2::text and m.direction = 'in'
    order by m.id desc limit 1) i on true
where t.account_id = $1::int8 and t.address_norm = $2::text

-- setDone
-- With a seq beyond the account's newest it would stay done whatever comes.
insert into thread_state as s (account_id, address_norm, done_seq)
select t.account_id, t.address_norm, least($3::int8, a.last_seq) from thread t join account a on a.id = t.account_id
where t.account_id = $1::int8 and t.address_norm = $2::text
on conflict (account_id, address_norm) do update set
  done_seq = case when excluded.done_seq = 0 then 0 else greatest(s.done_seq, excluded.done_seq) end
returning s.address_norm as address_norm

-- assign
insert into thread_state as s (account_id, address_norm, assignee_id, done_seq)
select t.account_id, t.address_norm, $3::int8, 0 from thread t
where t.account_id = $1::int8 and t.address_norm = $2::text and ($3::int8 is null or exists (
  select from membership m where m.account_id = $1::int8 and m.user_id = $3::int8))
on conflict (account_id, address_norm) do update set assignee_id = excluded.assignee_id
returning s.address_norm as address_norm

-- listNotes
select n.id as id, n.user_id as user_id, n.body as body, n.created_at as created_at from thread_note n where n.account_id = $1::int8 and n.address_norm = $2::text order by n.id

-- addNote
with seen as materialized (
  select o.id, o.additions as count, (select count(*) >= $6::int4 from thread_note n where n.account_id = o.id and n.address_norm = $2::text) as is_full from account o where o.id = $1::int8 and exists (select from thread t where t.account_id = o.id and t.address_norm = $2::text) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and exists (select from thread t where t.account_id = o.id and t.address_norm = $2::text) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), added as (
  insert into thread_note (account_id, id, address_norm, user_id, body, created_at)
  select turn.id, seen.count + 1, $2::text, $3::int8, $4::text, $5::timestamptz from turn join seen on seen.id = turn.id
  returning id
)
select $7::text as nonce, exists (select from seen) as is_there, coalesce((select is_full from seen), false) as is_full, (select id from added) as id

-- removeNote
delete from thread_note n where n.account_id = $1::int8 and n.id = $2::int8 and n.user_id = $3::int8 returning n.id as id
