// Starts that migrate, beside replicas that do so or have died doing it.
import { expect, test } from 'vitest';
import { createDatabase, openInspector, withDatabase } from '../../../../test/support/database.ts';
import { folded } from '../../folding.ts';
import { checkTableRights, migrateSchema, SchemaRefused, takeMigrationLock } from './migrate.ts';
import { openMigrationConnection } from './migration_connection.ts';

/** An empty database on the same server; `options` are those of `create database`. */
async function createEmpty(options = ''): Promise<string> {
  const url = await createDatabase();
  const name = `empty_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
  const sql = openInspector(url);
  await sql.unsafe(`create database ${name} ${options}`);
  await sql.end();
  return withDatabase(url, name);
}

const silent = () => {};

test('a session that left its migration is ended, and said so; the start goes on', async () => {
  const url = await createEmpty();
  const cutOff = openMigrationConnection(url);
  await takeMigrationLock(cutOff, silent);
  const reported: string[] = [];
  await migrateSchema(url, (what) => reported.push(what));
  expect(reported[0]).toContain('another core migrates the database');
  expect(reported.join()).toContain('a core that stopped during its migration is ended');
  await expect(cutOff.run('select 1')).rejects.toThrow();
  await cutOff.close();
}, 30_000);

test('a start that finds nothing to migrate waits for nobody', async () => {
  const url = await createDatabase();
  const other = openMigrationConnection(url);
  await takeMigrationLock(other, silent);
  const reported: string[] = [];
  await migrateSchema(url, (what) => reported.push(what));
  expect(reported).toEqual([]);
  expect(await other.run('select 7 as still')).toEqual([{ still: 7 }]);
  await other.close();
});

test('three starts at once on an empty database migrate it once', async () => {
  const url = await createEmpty();
  await Promise.all([migrateSchema(url), migrateSchema(url), migrateSchema(url)]);
  const sql = openInspector(url);
  const [row] = await sql`select count(*)::int as rows, count(distinct created_at)::int as migrations
    from drizzle.__drizzle_migrations`;
  expect(row?.rows).toBe(row?.migrations);
  await sql.end();
});

/** As a newer version leaves a database, with what it says about the versions that may start with it. */
async function migrateAsNewer(url: string, oldestStart: string): Promise<void> {
  const sql = openInspector(url);
  await sql`alter table account add column of_newer_version text`;
  await sql`drop index message_inbox`;
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`;
  await sql.unsafe(oldestStart);
  await sql.end();
}

test('a core that crashed during a rolling upgrade starts again, and changes nothing in the newer schema', async () => {
  const url = await createDatabase();
  await migrateAsNewer(
    url,
    'update oldest_start set migration = (select max(created_at) from drizzle.__drizzle_migrations where created_at < 4102444800000)',
  );
  expect(await migrateSchema(url)).toEqual({ isAhead: true });
  const sql = openInspector(url);
  expect(await sql`select 1 from pg_class where relname = 'message_inbox'`).toHaveLength(0);
  expect(await sql`select 1 from drizzle.__drizzle_migrations where created_at > 4102444800000`).toHaveLength(
    0,
  );
  await sql.end();
});

test.each([
  ['that does not let this one start', 'update oldest_start set migration = 4102444800000'],
  ['that does not say which ones may start', 'drop table oldest_start'],
])('a database that a newer version has migrated %s is refused with what to do', async (_, oldestStart) => {
  const url = await createDatabase();
  await migrateAsNewer(url, oldestStart);
  const refused = migrateSchema(url);
  await expect(refused).rejects.toBeInstanceOf(SchemaRefused);
  await expect(refused).rejects.toThrow('start that version, or restore a backup');
});

test('a version never lets only itself start: the one before it must be able to come back', async () => {
  const url = await createDatabase();
  const sql = openInspector(url);
  const [row] = await sql`select o.migration < max(m.created_at) as is_older
    from oldest_start o, drizzle.__drizzle_migrations m group by o.migration`;
  expect(row?.is_older).toBe(true);
  await sql.end();
});

test('a role needs its rights on every table that there is', async () => {
  const url = await createDatabase();
  const role = `writer_${Date.now()}`;
  const sql = openInspector(url);
  await sql.unsafe(`create role ${role} login password 'x';
    grant select, insert, update, delete on all tables in schema public to ${role}`);
  const connection = openMigrationConnection(url.replace(/\/\/[^@]*@/, `//${role}:x@`));
  await checkTableRights(connection);
  const tables = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  for (const { name } of tables) {
    await sql.unsafe(`revoke delete on ${name} from ${role}`);
    await expect(checkTableRights(connection)).rejects.toThrow(`lacks one of them on "${name}"`);
    await sql.unsafe(`grant delete on ${name} to ${role}`);
  }
  await connection.close();
  await sql.end();
});

test('a role without rights on the tables is refused with what it needs', async () => {
  const url = await createDatabase();
  const role = `reader_${Date.now()}`;
  const sql = openInspector(url);
  await sql.unsafe(`create role ${role} login password 'x';
    grant usage on schema drizzle to ${role}; grant select on all tables in schema drizzle, public to ${role};
    grant insert, update, delete on all tables in schema public to ${role};
    revoke update on message from ${role}`);
  await sql.end();
  const asRole = url.replace(/\/\/[^@]*@/, `//${role}:x@`);
  await expect(migrateSchema(asRole)).rejects.toThrow(
    'needs SELECT, INSERT, UPDATE and DELETE on all tables, and lacks one of them on "message"',
  );
});

test('a database that cannot hold every text is refused by its encoding', async () => {
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    const url = await createEmpty(`encoding '${encoding}' locale 'C' template template0`);
    const refused = await migrateSchema(url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SchemaRefused);
    expect(String(refused)).toContain(`has the encoding ${encoding}, which cannot hold every text`);
    const sql = openInspector(url);
    expect(await sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
    await sql.end();
  }
});

test('the collation of words is made where a dump of another version did not bring it', async () => {
  const url = await createDatabase();
  const sql = openInspector(url);
  await sql`drop collation textrelay_words`;
  await Promise.all([migrateSchema(url), migrateSchema(url)]);
  const [row] = await sql.unsafe(`select ${folded("'ÖFFNUNG'")} as word`);
  expect(row).toEqual({ word: 'öffnung' });
  await sql.end();
});
