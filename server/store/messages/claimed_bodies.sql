-- The statements of claimed_bodies.ts as they run. npm run generate writes this file.

-- read
select $3::text as nonce, m.account_id as account_id, m.id as id, m.body as body from unnest($1::int8[], $2::int8[]) as t (account_id, id) join message m on m.account_id = t.account_id and m.id = t.id
