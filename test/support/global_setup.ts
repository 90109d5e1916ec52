// One throw-away PostgreSQL for the whole run, with the migrated template that each test file clones. The first project
// that needs it starts it for all of them.
// TEXTRELAY_TEST_DATABASE_URL names another server instead; its database `textrelay` becomes the template.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { areBundlesFresh } from '../../runtime/bundle/freshness.js';
import { migrateSchema } from '../../server/store/postgres/migrate.ts';
import { startThrowAway } from './embedded.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export default async function setup(project: TestProject) {
  if (project.getProvidedContext().templateUrl !== undefined) return undefined;
  // Processes start from the bundles, and would otherwise make them at the same time.
  if (!areBundlesFresh(root)) execFileSync(process.execPath, [`${root}runtime/bundle/make.ts`]);
  const other = process.env.TEXTRELAY_TEST_DATABASE_URL;
  const embedded = other ? undefined : await startThrowAway();
  const url = other ?? embedded?.url ?? '';
  await migrateSchema(url);
  project.vitest.getRootProject().provide('templateUrl', url);
  return () => embedded?.stop();
}
