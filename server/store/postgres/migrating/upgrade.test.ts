// Upgrades from the oldest schema that may be upgraded from, and from the one before the newest migration: of a database that is
// full and in use, and to a schema that is the same as a new database's.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { until } from '../../../../runtime/testing/until.ts';
import { createDatabase, createEmptyDatabase, openInspector } from '../../../../test/support/database.ts';
import { migrateSchema } from './migrate.ts';
import { openMigrationConnection } from './migration_connection.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const migrations = readMigrationFiles({ migrationsFolder });
const texts = 200_000;

/** Makes the oldest schema that may be upgraded from, and says which migrations made it. */
const landed = readFileSync(new URL('landed_schema.sql', import.meta.url), 'utf8');

/** A database whose schema is what a script and the migrations after it make. */
async function createEarlier(script: string, migrations: readonly MigrationMeta[] = []): Promise<string> {
  const url = await createEmptyDatabase();
  const sql = openInspector(url);
  await sql.unsafe(script);
  for (const { sql: statements, hash, folderMillis } of migrations) {
    for (const statement of statements) await sql.unsafe(statement);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
  await sql.end();
  return url;
}

/** From which schema, and how many of our migrations it has. */
const upgrades: [string, number][] = [['from the oldest schema', 1]];
if (migrations.length > 2) upgrades.push(['from before the newest migration', migrations.length - 1]);

test.each(upgrades)(
  'an upgrade %s rewrites no table that grows with texts, and texts are accepted while it runs and makes an index',
  async (_, until) => {
    const url = await createEarlier(landed, migrations.slice(1, until));
    const sql = openInspector(url);
    // As if the oldest schema had none of what is made beside writers.
    await sql`drop index if exists message_inbox, message_received, message_scheduled, message_unjudged`;
    await sql`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq, last_device_id,
    created_at) values (1, 'a', 'US', true, '2026-03-01', 0, ${texts}, ${texts}, 0, now())`;
    const insert = (from: bigint | number, to: bigint | number) =>
      sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
      charged, attempt, created_at) select 1, n, n, 'out', '+15005550006', '+15005550006', 'Hello', 'delivered', 'device', 1,
      'gsm7', true, 1, now() from generate_series(${from}::int8, ${to}::int8) n`;
    await insert(1, texts);
    const files = () => sql`select c.relname, pg_relation_filenode(c.oid) as file from pg_class c
    where c.relname in ('message', 'thread', 'account') or c.oid in (
      select indexrelid from pg_index where indrelid in ('message'::regclass, 'thread'::regclass))
    order by 1`;
    const online = ['message_inbox', 'message_received', 'message_scheduled', 'message_unjudged'];
    // One takes the place of the other.
    const changed = ['message_device_queue', 'message_queue'];
    const isKept = ({ relname = '' }: { relname?: string }) => ![...online, ...changed].includes(relname);
    const before = (await files()).filter(isKept);
    let isOver = false;
    const migrating = migrateSchema(url).finally(() => {
      isOver = true;
    });
    let accepted = 0;
    // As a core of the old version does; a statement that waited for long would fail.
    await sql`set lock_timeout = '250ms'`;
    while (!isOver) {
      const [moved] =
        await sql`update account set last_message_id = last_message_id + 1, last_seq = last_seq + 1 where id = 1
      returning last_message_id as id`;
      await insert(moved?.id, moved?.id);
      accepted++;
    }
    await migrating;
    expect(accepted).toBeGreaterThan(0);
    // Made beside those who write.
    expect((await files()).filter(isKept)).toEqual(before);
    expect(await sql`select count(*)::int4 as count from message`).toEqual([{ count: texts + accepted }]);
    await sql.end();
  },
  60_000,
);

test('a migration gives way to a session that holds a table that it needs: that session gets the others, and no deadlock', async () => {
  const url = await createEarlier(landed);
  const [session, beside] = [openMigrationConnection(url), openInspector(url)];
  await session.run('begin');
  await session.run('lock table account in access share mode');
  let saysInUse = false;
  const inUse = Promise.withResolvers<void>();
  const migrating = migrateSchema(url, (what) => {
    saysInUse ||= what.startsWith('tables that have to be changed are in use');
    if (saysInUse) inUse.resolve();
  });
  // Its migrations have changed this table before they need the other one.
  await until(async () => {
    const [row] = await beside`select count(*)::int4 as waiting from pg_locks
      where relation = 'account'::regclass and mode = 'AccessExclusiveLock' and not granted`;
    return saysInUse || row?.waiting === 1;
  });
  expect(await session.run('select count(*)::int4 as texts from message')).toEqual([{ texts: 0 }]);
  await inUse.promise;
  await session.run('commit');
  await migrating;
  expect(await beside`select language, digest from app_user, inbox_settings`).toEqual([]);
  await Promise.all([session.close(), beside.end()]);
});

/** A line for each thing that a schema consists of. The order of columns is not compared: no statement depends on it. */
async function describeSchema(url: string): Promise<string[]> {
  const sql = openInspector(url);
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence, reloptions) as line from pg_class
      where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'column', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcollation::regcollation, a.attstattarget,
        pg_get_expr(d.adbin, d.adrelid))
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisreplident, i.indisclustered)
      from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', 'function', case when prokind <> 'a' then pg_get_functiondef(oid) end) from pg_proc
      where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'value', enumtypid::regtype, row_number() over (partition by enumtypid order by enumsortorder), enumlabel)
      from pg_enum
    union all select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin,
        seqcache, seqcycle) from pg_sequence where seqrelid::regclass::text not like 'drizzle.%'
    union all select concat_ws(' ', 'view', viewname, definition) from pg_views where schemaname = 'public'
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    order by line`;
  await sql.end();
  return lines.map(({ line }) => line);
}

test('an upgraded database has the schema of a new one, also when two cores upgrade it at once', async () => {
  const url = await createEarlier(landed);
  const before = await describeSchema(url);
  await Promise.all([migrateSchema(url), migrateSchema(url)]);
  const schema = await describeSchema(url);
  expect(schema).toEqual(await describeSchema(await createDatabase()));
  // What is compared is what there is.
  expect(before.filter((line) => line.startsWith('column message ')).length).toBeGreaterThan(30);
  expect(schema).toContain(
    'relation rate_window r u {fillfactor=40,autovacuum_vacuum_scale_factor=0.02,autovacuum_vacuum_cost_delay=0}',
  );
});

test('texts and keys from before there were confirmations wait for nobody', async () => {
  const url = await createEarlier(landed);
  const sql = openInspector(url);
  const insert = (id: number) =>
    sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
    charged, attempt, created_at) values (1, ${id}, ${id}, 'out', 'a', 'a', 'Hello', 'queued', 'device', 1, 'gsm7', true, 0, now())`;
  await insert(1);
  await migrateSchema(url);
  // A core of the version before goes on accepting texts while the new one runs.
  await insert(2);
  expect(await sql`select distinct awaiting from message`).toEqual([{ awaiting: null }]);
  expect(await sql`select from approval`).toEqual([]);
  await sql.end();
});

test.each([
  [
    'whose newest migration is missing',
    'delete from drizzle.__drizzle_migrations where created_at = 1795638851910',
  ],
  [
    'that has an older one alone',
    'delete from drizzle.__drizzle_migrations where created_at > 1795442312417',
  ],
])('an older schema %s is refused with what to do, and stays as it is', async (_, older) => {
  const url = await createEarlier(`${landed}${older}`);
  const before = await describeSchema(url);
  await expect(migrateSchema(url)).rejects.toThrow('start the version of commit 86ab4748 with it once');
  expect(await describeSchema(url)).toEqual(before);
});
