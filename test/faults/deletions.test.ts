// A core dies in the middle of an erasure or of a retention run: every row is still deleted, and counted once.
import { afterEach, expect, test } from 'vitest';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { seedAccounts } from '../support/seed_accounts.ts';
import { watchTables } from '../support/written_tables.ts';
import { CoreUnderTest } from './core_under_test.ts';

const erased = '+15005557001';
const other = '+15005557002';
/** Rows for each of the two. One step deletes up to 1,000. */
const texts = 1_500;

let url: string;
let core: CoreUnderTest;
let sql: ReturnType<typeof openInspector>;
let account: bigint;

/** A core that dies at a place, with an account whose texts have ended. */
async function startCore(failpoint = '') {
  url = await createDatabase();
  sql = openInspector(url);
  core = await CoreUnderTest.start(url, {}, failpoint);
  account = (await seedAccounts(url, 1, 0))[0]?.id ?? 0n;
  await sql`with moved as (
      update account set last_message_id = ${2 * texts}, last_seq = ${2 * texts} where id = ${String(account)}
    ), talks as (
      insert into thread (account_id, address_norm, address, last_message_id, message_count)
      values (${String(account)}, ${erased}, ${erased}, ${2 * texts}, ${texts}),
        (${String(account)}, ${other}, ${other}, ${2 * texts - 1}, ${texts})
    )
    insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding, charged,
      attempt, client_ref, created_at, sent_at, delivered_at)
    select ${String(account)}, n, n, 'out', a, a, 'hello', 'delivered', 'device', 1, 'gsm7', true, 1, 'visit-' || n, t, t, t
    from generate_series(1, ${2 * texts}) n cross join lateral (
      select case n % 2 when 0 then ${erased} else ${other} end as a, now() - interval '100 days' as t
    ) o`;
}
afterEach(async () => {
  await core?.stop();
  await sql?.end({ timeout: 1 });
});

const left = async () =>
  (
    await sql`select address, count(*)::int as texts from message where account_id = ${String(account)}
      group by address order by address`
  ).map(({ address, texts: count }) => [address, count]);
const names = async () =>
  (await sql`select count(*)::int as names from deleted_text where account_id = ${String(account)}`)[0]
    ?.names;

/** The account's stats for all days, once they are counted. */
const stats = () =>
  until(async () => {
    const today = new Date();
    const from = new Date(today.getTime() - 200 * 86_400_000).toISOString().slice(0, 10);
    const answer = await core.admin.listStats({ accountId: account, from });
    return answer.complete && answer.stats.map(({ sent, delivered }) => [sent, delivered]);
  });

/** Kills the core while the database runs one of its deletions. The statement may still finish: the database does not know. */
async function killAmidStatement() {
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`lock table deleted_text in share mode`;
  await core.run();
  await until(
    async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length > 0,
  );
  await core.kill();
  await holder`rollback`;
  holder.release();
}

test('an erasure goes on after its core is killed: nothing of the recipient is left, and each row is counted once', async () => {
  await startCore('erasure_after_step:5');
  const contacts = clientOf(ContactService, { rpc: { host: '127.0.0.1', port: core.rpcPort } });
  for (const address of [erased, other])
    await contacts.putContact({ accountId: account, address, name: 'Ada' });
  // The core may die before it answers.
  const asked = core.admin.eraseRecipient({ accountId: account, address: erased }).catch(() => undefined);
  await Promise.all([asked, core.died()]);
  await killAmidStatement();
  await core.run();
  const written = await watchTables(sql, 'erasure');
  const done = await written.until(async () => {
    const [erasure] = (await core.admin.listErasures({ accountId: account })).erasures;
    return erasure?.doneAt && erasure;
  });
  expect(Object.fromEntries(done.erased.map(({ table, rows }) => [table, Number(rows)]))).toEqual({
    contact: 1,
    message: texts,
    thread: 1,
  });
  expect(await left()).toEqual([[other, texts]]);
  expect(await names()).toBe(texts);
}, 60_000);

test('a retention run goes on after its core is killed: every expired text goes, and the stats stay', async () => {
  await startCore();
  const before = await stats();
  await core.admin.setRetention({ accountId: account, own: { textsDays: 90 } });
  await core.stop();
  const { died } = await core.run('retention_after_step:1');
  await died();
  expect(await left()).not.toEqual([]);
  await killAmidStatement();
  await core.run();
  await (await watchTables(sql, 'message')).until(async () => (await left()).length === 0);
  expect(await names()).toBe(2 * texts);
  expect(await stats()).toEqual(before);
}, 60_000);
