// One throw-away PostgreSQL for the whole run, with the migrated template that each test file clones. The first project
// that needs it starts it for all of them.
// TEXTRELAY_TEST_DATABASE_URL names another server instead; its database `textrelay` becomes the template.
import type { TestProject } from 'vitest/node';
import { migrateSchema } from '../../server/store/database/migrate.ts';
import { startThrowAway } from './embedded.ts';

export default async function setup(project: TestProject) {
  if (project.getProvidedContext().templateUrl !== undefined) return undefined;
  const other = process.env.TEXTRELAY_TEST_DATABASE_URL;
  const embedded = other ? undefined : await startThrowAway();
  const url = other ?? embedded?.url ?? '';
  await migrateSchema(url);
  project.vitest.getRootProject().provide('templateUrl', url);
  return () => embedded?.stop();
}
