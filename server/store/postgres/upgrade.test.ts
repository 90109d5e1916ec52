// An upgrade of a database that is full and in use, from the schema before the newest migration and from older ones.
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { createDatabase, openInspector, withDatabase } from '../../../test/support/database.ts';
import { migrateSchema } from './migrate.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));
const migrations = readMigrationFiles({ migrationsFolder });
const texts = 200_000;

/** A database at the schema that some of the migrations make. */
async function createEarlier(migrations: readonly MigrationMeta[]): Promise<string> {
  const url = await createDatabase();
  const name = `earlier_${Date.now()}`;
  const made = openInspector(url);
  await made.unsafe(`create database ${name}`);
  await made.end();
  const earlier = withDatabase(url, name);
  const sql = openInspector(earlier);
  await sql`create schema drizzle`;
  await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const { sql: statements, hash, folderMillis } of migrations) {
    for (const statement of statements) await sql.unsafe(statement);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
  await sql.end();
  return earlier;
}

test.each([
  ['from before the newest migration', migrations.length - 1],
  // Up to 0010_console.
  ['from the schema without opt-outs, consumers and timelines', 11],
])(
  'an upgrade %s rewrites no table that grows with texts, and texts are accepted while it runs and makes an index',
  async (_, until) => {
    const url = await createEarlier(migrations.slice(0, until));
    const sql = openInspector(url);
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
    const online = ['message_received', 'message_scheduled', 'message_unjudged'];
    const made = ({ relname = '' }: { relname?: string }) => online.includes(relname);
    const before = await files();
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
    expect((await files()).filter((file) => !made(file))).toEqual(before);
    expect(await sql`select count(*)::int4 as count from message`).toEqual([{ count: texts + accepted }]);
    await sql.end();
  },
  60_000,
);
