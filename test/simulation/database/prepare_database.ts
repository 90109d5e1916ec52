// A database for simulations: its own time is the simulation's, by functions that come before PostgreSQL's of the same names, and
// statements can stand still in it. When a transaction began, in machine time, it does not say.
import postgres from 'postgres';
import { prepareStandstill } from './standstill.ts';

/** What a session was last given, or the machine's time before that. */
const givenNow = `coalesce(nullif(current_setting('simulation.now', true), '')::timestamptz, pg_catalog.now())`;

/** SQL: whoever connects to a database has the simulation's time. */
const inSimulation = (name: string) =>
  `alter database "${name}" set search_path = public, simulation, pg_catalog`;

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
      ${inSimulation(own?.name)}`);
    await prepareStandstill(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Makes the copy of such a database one as well: whoever connects next has this time until it is given another. */
export async function prepareCopy(databaseUrl: string, nowMs: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [own] = await sql`select current_database() as name`;
    await sql.unsafe(`${inSimulation(own?.name)};
      alter database "${own?.name}" set simulation.now = '${new Date(nowMs).toISOString()}'`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
