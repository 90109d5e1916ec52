// The database's own time is the simulation's: functions of these names come before PostgreSQL's where names are looked up.
import postgres from 'postgres';

/** What a session was last given, or the machine's time before that. */
const givenNow = `coalesce(nullif(current_setting('simulation.now', true), '')::timestamptz, pg_catalog.now())`;

/** Teaches a database that nobody is connected to. */
export async function simulateNow(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const { pathname } = new URL(databaseUrl.replace(/@[^/]*\//, '@localhost/'));
  try {
    await sql.unsafe(`
      create schema simulation;
      create function simulation.now() returns timestamptz language sql stable parallel safe as $$ select ${givenNow} $$;
      create function simulation.clock_timestamp() returns timestamptz language sql stable parallel safe as $$ select ${givenNow} $$;
      alter database "${decodeURIComponent(pathname.slice(1))}" set search_path = public, simulation, pg_catalog`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
