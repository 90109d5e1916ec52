// Brings the schema up to date at start. Any number of replicas may start at once: one migrates, the others wait. A start that
// finds nothing to migrate does not wait. A replica that was cut off or is frozen while it migrates would keep every other from
// starting: its session is ended.
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { migrate } from 'drizzle-orm/pg-proxy/migrator';
import { systemClock } from '../../../../runtime/clock.ts';
import { pause } from '../../../../runtime/pause.ts';
import { tableNames } from '../../schema/tables.ts';
import { NoPrimary } from '../connection/primary.ts';
import type { Param } from '../driver.ts';
import { type MigrationConnection, openMigrationConnection } from './migration_connection.ts';
import { findMissingIndexes, makeIndexes } from './online_indexes.ts';
import { isCollationMissing, makeCollation } from './words_collation.ts';

/** The database cannot be served as it is; the message is a line for the operator. */
export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused';
}

const tooNew =
  'the database belongs to a newer version of Textrelay than this one: start that version, or restore a backup from before it';
const tooOld =
  'the database has an older schema than this version can bring up to date: start the version of commit 86ab4748 with it once and then this one, or start with an empty database';

/** Names the advisory lock; any constant that nothing else here uses. */
const migrationLock = 7_461_223_905n;

/** The time between two tries to get it, in milliseconds. */
const tryPeriodMs = 250;

/** How long its holder may be idle between two statements, in seconds; one that migrates is idle for milliseconds. */
const restBoundS = 5;

/**
 * The lock's holder, and for how many seconds it has been waiting for its own client, or for a standby; null while it works.
 */
const findHolder = `select a.pid,
    case when a.state <> 'active' then extract(epoch from clock_timestamp() - a.state_change)
      when a.wait_event in ('ClientRead', 'ClientWrite', 'SyncRep')
      then extract(epoch from clock_timestamp() - a.query_start) end::float8 as rests_s
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::int8 << 32) + l.objid::int8 = ${migrationLock}`;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Waits for the lock, and shows its holder; ends a holder that has been idle too long. The session's end releases the lock.
 */
export async function takeMigrationLock(
  connection: MigrationConnection,
  show: (what: string) => void,
): Promise<void> {
  for (;;) {
    // A statement that waited would be waited for by the holder when it makes an index, and PostgreSQL would end one of the two.
    const [lock] = await connection.ask(`select pg_try_advisory_lock(${migrationLock}) as is_taken`);
    if (lock?.is_taken === true) return;
    await pause(systemClock, tryPeriodMs);
    const [holder] = await connection.ask(findHolder);
    if (!holder) continue;
    const restsS = typeof holder.rests_s === 'number' ? holder.rests_s : 0;
    if (restsS <= restBoundS) {
      show(`another core migrates the database (its process ${holder.pid} of PostgreSQL)`);
      continue;
    }
    show(
      `the session of a core that stopped during its migration is ended (process ${holder.pid} of PostgreSQL)`,
    );
    await connection.ask(`select pg_terminate_backend(${Number(holder.pid)})`).catch((error) => {
      // Another role's session is not ours to end.
      if (codeOf(error) !== '42501') throw error;
    });
  }
}

/** Throws SchemaRefused. Expects the tables to be there. */
export async function checkTableRights(connection: MigrationConnection): Promise<void> {
  const [lacking] = await connection.ask(
    `select name from unnest(array[${tableNames.map((name) => `'${name}'`).join(', ')}]) as t (name)
     where not (has_table_privilege(name, 'select') and has_table_privilege(name, 'insert')
       and has_table_privilege(name, 'update') and has_table_privilege(name, 'delete')) limit 1`,
    [],
  );
  if (lacking)
    throw new SchemaRefused(
      `the user of DATABASE_URL needs SELECT, INSERT, UPDATE and DELETE on all tables, and lacks one of them on "${lacking.name}"`,
    );
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Longest wait for a table that running statements hold, in milliseconds. Later statements wait behind it, and may hold tables
 * that the migration needs: it gives way sooner than writers give up, and sooner than PostgreSQL ends one of those in a deadlock.
 */
const tableLockMs = 200;

/** How long others have the tables before the next try, in milliseconds. */
const betweenTriesMs = 300;

/** A table was not given in time, or a deadlock was found first: SQLSTATE 55P03 and 40P01. */
const inUse: readonly unknown[] = ['55P03', '40P01'];

/** Called with the reason why a start waits, a sentence without its full stop, possibly more than once. */
export type ShowWait = (what: string) => void;

/**
 * The oldest version that may start with a database of this schema: the number of the newest migration that it knows. It
 * grows when a migration takes away what that version still reads or writes, and never past the version before this one: one
 * that crashes in the middle of a rolling upgrade must come back.
 */
const oldestThatMayStart = 1;

/** What a start finds: how many of our migrations the database lacks, and whether a newer version has migrated it. */
interface SchemaState {
  missing: number;
  isAhead: boolean;
}

/** When each of our migrations was made, in milliseconds, in their order: by that the database names them. */
export const knownMigrations = () =>
  readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

const isThere = async (connection: MigrationConnection, table: string) =>
  (await connection.ask(`select to_regclass('${table}') is not null as is_there`))[0]?.is_there === true;

/**
 * Looks at the schema. The first migration is the sum of earlier ones and has the time of the newest of them, so that a database
 * that has them all has it too. Throws SchemaRefused when a newer version has migrated the database and does not let this one
 * start, or when it has only migrations older than ours.
 */
async function readSchemaState(connection: MigrationConnection): Promise<SchemaState> {
  const known = knownMigrations();
  if (!(await isThere(connection, 'drizzle.__drizzle_migrations')))
    return { missing: known.length, isAhead: false };
  const rows = await connection.ask('select created_at from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ created_at }) => Number(created_at)));
  const [first, newest] = [Math.min(...known), Math.max(...known)];
  const missing = known.filter((when) => !applied.has(when)).length;
  const isAhead = [...applied].some((when) => when > first && !known.includes(when));
  if (isAhead && (missing > 0 || !(await letsStart(connection, newest)))) throw new SchemaRefused(tooNew);
  if (applied.size > 0 && !applied.has(first)) throw new SchemaRefused(tooOld);
  return { missing, isAhead };
}

/** Whether the newer version that migrated the database lets one start that knows no migration after this one. */
async function letsStart(connection: MigrationConnection, newest: number): Promise<boolean> {
  if (!(await isThere(connection, 'oldest_start'))) return false;
  const [row] = await connection.ask('select migration from oldest_start');
  return row !== undefined && Number(row.migration) <= newest;
}

/**
 * Applies the missing migrations in one transaction: a crash half-way leaves the old schema. The server is given all of it in one
 * message: while it holds tables it waits for nothing that this process does.
 */
async function applyMissing(connection: MigrationConnection, show: ShowWait): Promise<void> {
  const db = drizzle(async (text, params) => ({ rows: await connection.run(text, params as Param[]) }));
  const applyAll = async (statements: string[]) => {
    if (statements.length === 0) return;
    const oldest = Number(knownMigrations()[oldestThatMayStart]);
    const noteOldest = `insert into oldest_start (is_only, migration) values (true, ${oldest})
      on conflict (is_only) do update set migration = excluded.migration`;
    await connection.run(['begin', ...statements, noteOldest, 'commit'].join('\n;\n'));
  };
  for (;;) {
    try {
      await connection.run(`set lock_timeout = ${tableLockMs}`);
      return await migrate(db, applyAll, { migrationsFolder });
    } catch (error) {
      const fault = error instanceof DrizzleQueryError ? error.cause : error;
      if (!inUse.includes(codeOf(fault))) throw fault;
      await connection.run('rollback');
      show('tables that have to be changed are in use by another session of the database');
      await pause(systemClock, betweenTriesMs);
    }
  }
}

/** Throws NoPrimary for a server that takes no writes, and SchemaRefused for a database that cannot hold or find all texts. */
async function checkServer(connection: MigrationConnection): Promise<void> {
  const [server] = await connection.ask(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
       current_setting('transaction_read_only') = 'on' as is_read_only,
       exists (select from pg_collation where collprovider = 'i') as has_icu`,
  );
  // A standby: that says more than what else it is.
  if (server?.is_read_only === true) throw new NoPrimary();
  const version = Number(server?.version);
  if (version < 150_000) throw new SchemaRefused('PostgreSQL 15 or newer is needed');
  if (server?.encoding !== 'UTF8')
    throw new SchemaRefused(
      `the database of DATABASE_URL has the encoding ${server?.encoding}, which cannot hold every text: make one with ENCODING 'UTF8' TEMPLATE template0`,
    );
  if (version < 170_000 && server?.has_icu !== true)
    throw new SchemaRefused(
      'PostgreSQL 15 and 16 are needed with ICU, which this server was built without: take one that has it, or PostgreSQL 17 or newer',
    );
}

/**
 * Brings the schema up to date. One that a newer version has migrated is left alone, and the answer says so. Throws
 * SchemaRefused, and what PostgreSQL answers when it refuses.
 */
export async function migrateSchema(url: string, show: ShowWait = () => {}): Promise<{ isAhead: boolean }> {
  const connection = openMigrationConnection(url);
  try {
    await checkServer(connection);
    const { missing, isAhead } = await readSchemaState(connection);
    const lacks = async () =>
      (await findMissingIndexes(connection)).length > 0 || (await isCollationMissing(connection));
    if (missing > 0 || (!isAhead && (await lacks()))) {
      await takeMigrationLock(connection, show);
      // The lock's last holder may have done it.
      const now = await readSchemaState(connection);
      if (now.missing > 0) await applyMissing(connection, show);
      if (!now.isAhead) {
        await makeCollation(connection);
        await makeIndexes(connection, show);
      }
    }
    await checkTableRights(connection);
    return { isAhead };
  } finally {
    await connection.close();
  }
}
