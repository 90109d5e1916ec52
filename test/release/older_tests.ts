// `npm run older-tests -- [--version COMMIT] [FILES]`: runs tests of an older version, as it was committed, on a database that this
// version has migrated. What fails there fails for a core of that version that is still running, or comes back, in an upgrade.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { openInspector } from '../support/database.ts';
import { startThrowAway } from '../support/embedded.ts';
import { bringVersion, hasCommit, versionBefore } from '../support/older_version.ts';

/**
 * What reads and writes the database, and little else: ten minutes. Without the folder that makes and migrates the schema, whose tests
 * look at it as it was.
 */
const usual = (folder: string): string[] => [
  ...readdirSync(join(folder, 'server/store'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'postgres')
    .map(({ name }) => `server/store/${name}`),
  'server/app',
];

/** The older version finds its own migrations and no others, as a core of it did that started before the upgrade. */
async function noteAs(folder: string, databaseUrl: string): Promise<void> {
  const journal = readFileSync(join(folder, 'server/store/migrations/meta/_journal.json'), 'utf8');
  const known: { when: number }[] = JSON.parse(journal).entries;
  const sql = openInspector(databaseUrl);
  try {
    await sql`delete from drizzle.__drizzle_migrations`;
    for (const { when } of known)
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${when})`;
  } finally {
    await sql.end();
  }
}

/** Runs the tests, and returns the exit code of their run. */
async function runTests(folder: string, files: readonly string[], databaseUrl: string): Promise<number> {
  const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    cwd: folder,
    env: { ...process.env, TEXTRELAY_TEST_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(run, 'exit');
  return code ?? 1;
}

async function runOlderTests(commit: string, asked: readonly string[]): Promise<number> {
  const { folder, remove } = bringVersion(commit);
  const database = await startThrowAway();
  try {
    const missing = asked.filter((file) => !existsSync(join(folder, file)));
    if (missing.length > 0) throw new Error(`${commit} has no ${missing.join(', ')}`);
    await migrateSchema(database.url);
    await noteAs(folder, database.url);
    return await runTests(folder, asked.length > 0 ? asked : usual(folder), database.url);
  } finally {
    await database.stop();
    remove();
  }
}

const { values, positionals } = parseArgs({
  options: { version: { type: 'string', default: versionBefore } },
  allowPositionals: true,
});
if (hasCommit(values.version)) process.exitCode = await runOlderTests(values.version, positionals);
else {
  console.error(`there is no commit ${values.version} here: bring the history with git fetch --unshallow`);
  process.exitCode = 2;
}
