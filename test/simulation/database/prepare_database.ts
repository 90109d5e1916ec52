// A database for simulations: its own time is the simulation's, by functions that come before PostgreSQL's of the same names, and
// statements can stand still in it. When a transaction began, in machine time, it does not say.
import postgres from 'postgres';
import { prepareStandstill } from './standstill.ts';

/** What a session was last given, or the machine's time before that. */
const givenNow = `coalesce(nullif(current_setting('simulation.now', true), '')::timestamptz, pg_catalog.now())`;

/** Makes a database one for simulations; nobody may be connected to it. */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [own] = await sql`select current_database() as name`;
    await sql.unsafe(`
      create schema simulation;
      create function simulation.now() returns timestamptz language sql stable parallel safe as $$ select ${givenNow} $$;
      create function simulation.clock_timestamp() returns timestamptz language sql stable parallel safe as $$ select ${givenNow} $$;
      create view simulation.pg_stat_activity as select datname, pid, usename, application_name, state, wait_event_type,
        wait_event, query, backend_type, null::timestamptz as xact_start from pg_catalog.pg_stat_activity;
      alter database "${own?.name}" set search_path = public, simulation, pg_catalog`);
    await prepareStandstill(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
