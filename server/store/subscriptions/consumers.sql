-- The statements of consumers.ts as they run. npm run generate writes this file.

-- statement
with removed as (
  delete from consumer p where p.account_id = $1::int8 and p.name = $2::text and true
  returning p.account_id, p.name
)
select name as name from removed

-- statement
update consumer p set cursor_seq = $3::int8, moved_at = $4::timestamptz, lease = null, lease_until = null
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and true
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.lease as lease, p.lease_until as lease_until

-- statement
select p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.lease as lease, p.lease_until as lease_until from consumer p join account a on a.id = p.account_id where p.account_id = $1::int8 order by p.name collate "C"

-- statement
select p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.lease as lease, p.lease_until as lease_until from consumer p join account a on a.id = p.account_id where p.account_id = $1::int8 and p.name = $2::text

-- add
insert into consumer (account_id, name, slot, moved_at, created_at, cursor_seq)
select a.id, $2::text, f.slot, $4::timestamptz, $4::timestamptz, coalesce($5::int8, a.last_seq)
from account a cross join lateral (
  select min(n) as slot from generate_series(1, $3::int4) n
  where not exists (select from consumer p where p.account_id = a.id and p.slot = n)
) f
where a.id = $1::int8 and f.slot is not null
on conflict do nothing returning name as name

-- lease
update consumer p set lease = case when p.lease = $3::text then p.lease else $4::text end, lease_until = $6::timestamptz
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and (p.lease = $3::text or p.lease is null or p.lease_until <= $5::timestamptz)
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.lease as lease, p.lease_until as lease_until

-- acknowledge
-- A lease that a reader shows must be the one that was given out last, even if it has run out: otherwise another reader
-- has read meanwhile.
update consumer p set cursor_seq = greatest(p.cursor_seq, $3::int8),
  moved_at = case when $3::int8 > p.cursor_seq then $5::timestamptz else p.moved_at end,
  lease_until = case when p.lease = $4::text then $6::timestamptz else p.lease_until end
from account a
where a.id = p.account_id and p.account_id = $1::int8 and p.name = $2::text and $3::int8 <= a.last_seq
  and case when $4::text is null then p.lease is null or p.lease_until <= $5::timestamptz else p.lease = $4::text end
returning p.account_id as account_id, p.name as name, p.cursor_seq as cursor_seq, a.last_seq as newest_seq, p.moved_at as moved_at, p.created_at as created_at, p.lease as lease, p.lease_until as lease_until
