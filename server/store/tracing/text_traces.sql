-- The statements of text_traces.ts as they run. npm run generate writes this file.

-- keep
insert into text_trace (account_id, message_id, parent, at)
select t.account_id, t.message_id, t.parent, now() from unnest($1::int8[], $2::int8[], $3::text[]) as t (account_id, message_id, parent) order by t.account_id, t.message_id
on conflict do nothing

-- find
select t.account_id as account_id, t.message_id as message_id, t.parent as parent from unnest($1::int8[], $2::int8[]) as k (account_id, message_id) join text_trace t on t.account_id = k.account_id and t.message_id = k.message_id
