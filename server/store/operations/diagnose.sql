-- The statements of diagnose.ts as they run. npm run generate writes this file.

-- readSetup
select current_setting('server_version') as version, pg_database_size(current_database()) as bytes, (select count(*)::int4 from pg_stat_activity where backend_type = 'client backend') as connections, current_setting('max_connections')::int4 as most_connections, (current_setting('fsync')::bool and current_setting('full_page_writes')::bool) as is_durable, current_setting('autovacuum')::bool as is_vacuumed, (select count(*)::int4 from pg_stat_replication) as standbys, current_setting('synchronous_standby_names') <> '' as is_synchronous, (select age(datfrozenxid)::int8 from pg_database where datname = current_database()) as frozen_age, (select coalesce(max(created_at), 0)::int8 from drizzle.__drizzle_migrations) as migration_ms, clock_timestamp() as at

-- readTroubles
with looked as materialized (
  select d.account_id, d.id, d.problem, d.last_seen_at, coalesce(d.online_until >= $1::timestamptz, false) as is_linked
  from (select * from device limit 100000) d where d.unpaired_at is null
) select (select count(*)::int4 from looked where is_linked) as linked, (select count(*)::int4 from looked where not is_linked and last_seen_at is not null) as away, (select count(*)::int4 from looked where is_linked and problem <> '') as with_problem, (select count(*)::int4 from (select from webhook where disabled_at is null and failures > 0 limit 100000) t) as failing_webhooks, (select count(*)::int4 from (select from webhook where disabled_at is not null and disabled_reason <> 'operator' limit 100000) t) as disabled_webhooks, (select count(*)::int4 from (select from held_text where true limit 100000) t) as held_texts

-- listAway
with looked as materialized (
  select d.account_id, d.id, d.problem, d.last_seen_at, coalesce(d.online_until >= $1::timestamptz, false) as is_linked
  from (select * from device limit 100000) d where d.unpaired_at is null
)
select account_id as account_id, id as device_id, last_seen_at as last_seen_at from looked where not is_linked and last_seen_at is not null
order by last_seen_at desc, account_id, id limit 5

-- listTables
select c.relname::text as name, greatest(c.reltuples, 0)::int8 as rows, pg_total_relation_size(c.oid) as bytes from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname
