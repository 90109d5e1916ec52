-- The statements of deleted_texts.ts as they run. npm run generate writes this file.

-- listByRef
select d.account_id as account_id, d.id as id, d.seq as seq, d.status as status, d.route as route, d.created_at as created_at, d.sent_at as sent_at, d.delivered_at as delivered_at from unnest($1::int8[], $2::text[]) as t (account_id, client_ref) cross join lateral (
  select d.* from deleted_text d where d.account_id = t.account_id and d.name = md5('sent:' || t.client_ref)::uuid limit 1
) d
