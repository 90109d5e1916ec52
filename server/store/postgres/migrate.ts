// Brings the schema up to date at start. Any number of replicas may start at once: one migrates, the others wait. A start
// that finds nothing to migrate waits for nobody.
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { migrate } from 'drizzle-orm/pg-proxy/migrator';
import { readDatabaseUrl } from './database_url.ts';
import { type MigrationConnection, openMigrationConnection, type Param } from './driver.ts';
import { takeMigrationLock } from './migration_lock.ts';
import { findMissingIndexes, makeIndexes } from './online_indexes.ts';
import { isAway } from './server_errors.ts';
import { checkTableRights } from './table_rights.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** Longest wait for a table that running statements hold, in milliseconds: whatever comes after them waits as well. */
const tableLockMs = 2_000;

/** The schema was made by a newer version, which this one cannot serve; the message is a line for the operator. */
export class SchemaTooNew extends Error {
  constructor() {
    super(
      'the database belongs to a newer version of Textrelay than this one: start that version, or restore a backup from before it',
    );
    this.name = 'SchemaTooNew';
  }
}

/** The schema was made by a version from before the first release, by steps that are one now. */
class SchemaTooOld extends Error {
  constructor() {
    super(
      'the database was made by a version from before the first release, whose schema cannot be brought up to date: start with an empty database',
    );
    this.name = 'SchemaTooOld';
  }
}

/** Called with what a start waits for, a sentence without its full stop; it may be called with the same again. */
export type ShowWait = (what: string) => void;

/**
 * How many of our migrations the database lacks. The first made of many what databases have from before it. Throws SchemaTooNew
 * when it has a later one that is not ours, and SchemaTooOld where it stopped before the first.
 */
async function countMissing(connection: MigrationConnection): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  const [table] = await connection.run(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
  );
  if (table?.is_there !== true) return known.length;
  const rows = await connection.run('select created_at from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ created_at }) => Number(created_at)));
  const first = Math.min(...known);
  if ([...applied].some((when) => when > first && !known.includes(when))) throw new SchemaTooNew();
  if (applied.size > 0 && !applied.has(first)) throw new SchemaTooOld();
  return known.filter((when) => !applied.has(when)).length;
}

/** Applies what is missing, all of it in one transaction: a crash half-way leaves the old schema. */
async function applyMissing(connection: MigrationConnection, show: ShowWait): Promise<void> {
  const db = drizzle(async (text, params) => ({ rows: await connection.run(text, params as Param[]) }));
  const applyAll = async (statements: string[]) => {
    if (statements.length === 0) return;
    await connection.run('begin');
    for (const statement of statements) await connection.run(statement);
    await connection.run('commit');
  };
  for (;;) {
    try {
      await connection.run(`set lock_timeout = ${tableLockMs}`);
      return await migrate(db, applyAll, { migrationsFolder });
    } catch (error) {
      const fault = error instanceof DrizzleQueryError ? error.cause : error;
      if (!(fault instanceof Error && 'code' in fault && fault.code === '55P03')) throw fault;
      await connection.run('rollback');
      show('tables that have to be changed are in use by another session of the database');
    }
  }
}

/** Opens a connection to whichever of the URL's servers is the primary; returns its version as well. */
async function openToPrimary(url: string): Promise<{ connection: MigrationConnection; version: number }> {
  const connection = openMigrationConnection(url);
  for (let left = readDatabaseUrl(url).hosts.length; ; left--) {
    try {
      const [server] = await connection.run('show server_version_num');
      return { connection, version: Number(server?.server_version_num) };
    } catch (error) {
      if (left > 1 && isAway(error)) continue;
      await connection.close();
      throw error;
    }
  }
}

/**
 * Brings the schema up to date. Throws what PostgreSQL answers if it is older than version 15 or refuses, SchemaTooNew,
 * and RightsMissing.
 */
export async function migrateSchema(url: string, show: ShowWait = () => {}): Promise<void> {
  const { connection, version } = await openToPrimary(url);
  try {
    if (version < 150_000) throw new Error('PostgreSQL 15 or newer is needed');
    const isMissing = (await countMissing(connection)) > 0;
    if (isMissing || (await findMissingIndexes(connection)).length > 0) {
      await takeMigrationLock(connection, show);
      // Whoever had the lock may have done it.
      if ((await countMissing(connection)) > 0) await applyMissing(connection, show);
      await makeIndexes(connection, show);
    }
    await checkTableRights(connection);
  } finally {
    await connection.close();
  }
}
