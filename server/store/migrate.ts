// Brings the schema up to date at start. Any number of replicas may start at once: one migrates, the others wait.
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { migrate } from 'drizzle-orm/pg-proxy/migrator';
import { openMigrationConnection, type Param } from './driver.ts';

/** Names the advisory lock that a migrating replica holds; any constant that nothing else here uses. */
const migrationLock = 7_461_223_905n;

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Applies the migrations that the database lacks, all of them in one transaction: a crash half-way leaves the old
 * schema. Throws what PostgreSQL answers if it is older than version 15 or refuses.
 */
export async function migrateSchema(url: string): Promise<void> {
  const connection = openMigrationConnection(url);
  try {
    const [server] = await connection.run('show server_version_num');
    if (Number(server?.server_version_num) < 150_000) throw new Error('PostgreSQL 15 or newer is needed');
    await connection.run('select pg_advisory_lock($1)', [migrationLock]);
    const db = drizzle(async (text, params) => ({ rows: await connection.run(text, params as Param[]) }));
    await migrate(
      db,
      async (statements) => {
        if (statements.length === 0) return;
        await connection.run('begin');
        for (const statement of statements) await connection.run(statement);
        await connection.run('commit');
      },
      { migrationsFolder },
    );
  } finally {
    await connection.close();
  }
}
