// One throw-away PostgreSQL for the whole run, with the migrated template that each test file clones. The first project
// that needs it starts it for all of them.
// TEXTRELAY_TEST_DATABASE_URL names another server instead; its database `textrelay` becomes the template.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { areBundlesFresh } from '../../runtime/bundle/freshness.js';
import { migrateSchema } from '../../server/store/postgres/migrating/migrate.ts';
import { startThrowAway } from './embedded.ts';
import { fillGoCache } from './go_programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export default async function setup(project: TestProject) {
  if (project.getProvidedContext().templateUrl !== undefined) return undefined;
  // Processes start from the bundles, and would otherwise make them at the same time.
  if (!areBundlesFresh(root)) execFileSync(process.execPath, [`${root}runtime/bundle/make.ts`]);
  const other = process.env.TEXTRELAY_TEST_DATABASE_URL;
  const [embedded] = await Promise.all([other ? undefined : startThrowAway(), fillGoCache()]);
  const url = other ?? embedded?.url ?? '';
  await migrateSchema(url);
  if (embedded) await weakenPassword(url);
  project.vitest.getRootProject().provide('templateUrl', url);
  return () => embedded?.stop();
}

/** The suite opens thousands of connections: each would stretch the password by as many rounds as one that people may guess at. */
async function weakenPassword(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  const { username, password } = new URL(url);
  await sql.unsafe(`set scram_iterations = 1; alter role "${username}" password '${password}'`);
  await sql.end();
}
