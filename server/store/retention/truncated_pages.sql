-- The statements of truncated_pages.ts as they run. npm run generate writes this file.

-- endOfLog
-- The id of a text is at most its seq.
select 1 from retention r where r.account_id = $1::int8 and r.deleted_seq > 0 and r.deleted_seq >= $2::int8

-- endOfThread
-- A conversation counts all the texts that it ever had.
select 1 from retention r join thread t on t.account_id = r.account_id and t.address_norm = $2::text
where r.account_id = $1::int8 and r.deleted_seq > 0 and t.message_count > (
  select count(*) from message m where m.account_id = $1::int8 and m.address_norm = $2::text
)
