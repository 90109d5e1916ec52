// An upgrade of a database that is full and in use, from the schema before the newest migration and from older ones.
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { createDatabase, openInspector, withDatabase } from '../../../test/support/database.ts';
import { migrateSchema } from './migrate.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));
const migrations = readMigrationFiles({ migrationsFolder });
const texts = 200_000;

/** The first of the migrations that the initial schema is the sum of. */
const beforeFirstRelease = [1_795_227_890_947];

/** A database at the schema that some of the migrations make; `earlier` are those that it has from before them. */
async function createEarlier(
  migrations: readonly MigrationMeta[],
  earlier: readonly number[] = [],
): Promise<string> {
  const url = await createDatabase();
  const name = `earlier_${Date.now()}_${earlier.length}`;
  const owner = openInspector(url);
  await owner.unsafe(`create database ${name}`);
  await owner.end();
  const made = withDatabase(url, name);
  const sql = openInspector(made);
  await sql`create schema drizzle`;
  await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const when of earlier)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('earlier', ${when})`;
  for (const { sql: statements, hash, folderMillis } of migrations) {
    for (const statement of statements) await sql.unsafe(statement);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
  await sql.end();
  return made;
}

test.each([
  ['from the first schema', 1],
  ['from before the newest migration', migrations.length - 1],
])(
  'an upgrade %s rewrites no table that grows with texts, and texts are accepted while it runs and makes an index',
  async (_, until) => {
    const url = await createEarlier(migrations.slice(0, until));
    const sql = openInspector(url);
    // As if the first schema had none of what is made beside writers.
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

test('a database from before the first release is brought up to date, and keeps what it holds', async () => {
  const url = await createEarlier(migrations.slice(0, 1), beforeFirstRelease);
  const sql = openInspector(url);
  await sql`alter index message_carrier_queue rename to message_carriage`;
  await sql`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq, last_device_id,
    created_at) values (1, 'a', 'US', true, '2026-03-01', 0, 0, 0, 0, now())`;
  await migrateSchema(url);
  expect(await sql`select name from account`).toEqual([{ name: 'a' }]);
  const names =
    await sql`select relname from pg_class where relname in ('message_carriage', 'message_carrier_queue')`;
  expect(names).toEqual([{ relname: 'message_carrier_queue' }]);
  await sql.end();
});

test('a webhook from before there were formats has the standard one, and its texts no callback', async () => {
  const url = await createEarlier(migrations.slice(0, 2));
  const sql = openInspector(url);
  await sql`insert into webhook (account_id, name, place, url, secret, types, with_body, cursor_seq, cursor_notice, moved_at,
    created_at, claimed_at) values (1, 'shop', 1, 'https://shop.example/', 's', '{text.updated}', true, 0, 0, now(), now(), now())`;
  await sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
    charged, attempt, created_at) values (1, 1, 1, 'out', 'a', 'a', 'Hello', 'queued', 'device', 1, 'gsm7', true, 0, now())`;
  await migrateSchema(url);
  expect(await sql`select format from webhook`).toEqual([{ format: 'standard' }]);
  // A core of the version before goes on adding webhooks while the new one runs.
  await sql`insert into webhook (account_id, name, place, url, secret, types, with_body, cursor_seq, cursor_notice, moved_at,
    created_at, claimed_at) values (1, 'till', 2, 'https://shop.example/', 's', '{text.updated}', true, 0, 0, now(), now(), now())`;
  expect(await sql`select distinct format from webhook`).toEqual([{ format: 'standard' }]);
  expect(await sql`select status_callback, own_number from message`).toEqual([
    { status_callback: null, own_number: null },
  ]);
  await sql.end();
});

test('texts and keys from before there were confirmations wait for nobody', async () => {
  const url = await createEarlier(migrations.slice(0, 10));
  const sql = openInspector(url);
  const insert = (id: number) =>
    sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
    charged, attempt, created_at) values (1, ${id}, ${id}, 'out', 'a', 'a', 'Hello', 'queued', 'device', 1, 'gsm7', true, 0, now())`;
  await insert(1);
  await migrateSchema(url);
  // A core of the version before goes on accepting texts while the new one runs.
  await insert(2);
  expect(await sql`select distinct awaiting from message`).toEqual([{ awaiting: null }]);
  expect(await sql`select from confirmation`).toEqual([]);
  await sql.end();
});

test('a database that stopped before the first schema is refused with what to do', async () => {
  const url = await createEarlier([], beforeFirstRelease);
  await expect(migrateSchema(url)).rejects.toThrow('before the first release');
});
