// One throw-away PostgreSQL for the whole run, with the migrated template that each test file clones.
// TEXTRELAY_TEST_DATABASE_URL names another server (its database `textrelay` becomes the template).
import type { TestProject } from 'vitest/node';
import { migrateSchema } from '../../server/store/migrate.ts';

export default async function setup(project: TestProject) {
  const other = process.env.TEXTRELAY_TEST_DATABASE_URL;
  if (other) {
    await migrateSchema(other);
    project.provide('templateUrl', other);
    return;
  }
  throw new Error('no embedded PostgreSQL yet');
}
