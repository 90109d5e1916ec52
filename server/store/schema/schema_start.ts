// What the database itself says about the versions that may start with it.
import { boolean, pgTable } from 'drizzle-orm/pg-core';
import { int8 } from './schema_columns.ts';

/** The oldest version that may start with this database, by the newest migration that it knows. One row, or none. */
export const oldestStart = pgTable('oldest_start', {
  /** Always true, so that there is one row. */
  isOnly: boolean('is_only').primaryKey(),
  /** When that migration was made, in milliseconds, as Drizzle's own table names it. */
  migration: int8('migration').notNull(),
});
