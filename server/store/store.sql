-- The statements of store.ts as they run. npm run generate writes this file.

-- notify
select pg_notify($1::text, $2::text)
