-- The statements of watch_connection.ts as they run. npm run generate writes this file.

-- endStuck
-- Each session's name says how long its caller waits. A transaction that began in the future began before the clock was
-- set back: its age is unknown. Only the outer list ends sessions, because the planner chooses the order of conditions.
select pid as pid, wait_event as waited_for, pg_terminate_backend(pid) from (
  select pid, wait_event from pg_stat_activity,
    make_interval(secs => (substring(application_name from '^textrelay ([0-9]{1,7})$')::int4 + $1::int4) / 1000.0) as bound
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and xact_start not between clock_timestamp() - bound and clock_timestamp() + bound offset 0
) session

-- readState
select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms, (select count(*)::int4 from pg_stat_replication where state is distinct from 'backup') as standbys, current_setting('synchronous_standby_names') <> '' as is_synchronous
