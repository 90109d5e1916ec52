-- The statements of feed_marks.ts as they run. npm run generate writes this file.

-- mark
-- The account's newest mark is looked up, so that a feed that has not moved is not marked again.
insert into feed_mark (account_id, at, seq)
select a.id, $1::timestamptz, a.last_seq
from (select account_id from consumer union select account_id from webhook) u
join account a on a.id = u.account_id
left join lateral (
  select at, seq from feed_mark f where f.account_id = a.id order by at desc limit 1
) f on true
where f.at is null or (f.at <= $2::timestamptz and f.seq < a.last_seq)
on conflict do nothing returning account_id as account_id

-- find
select seq as seq from feed_mark where account_id = $1::int8 and at <= $2::timestamptz order by at desc limit 1
