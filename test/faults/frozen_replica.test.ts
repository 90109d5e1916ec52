// A frozen replica, or one whose network holds up the rest of a statement, keeps its locks for seconds at most, and
// only the accounts that it has locked wait for it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { extent } from '../support/extent.ts';
import { TcpProxy } from '../support/tcp_proxy.ts';
import { CoreUnderTest } from './core_under_test.ts';

let url: string;
let core: TestCore;
/** A core as a process of its own: it watches the database, as every core does. */
let watching: CoreUnderTest;
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  url = await createDatabase();
  core = await startTestCore(url);
  watching = await CoreUnderTest.start(url);
  inspect = openInspector(url);
});

afterAll(async () => {
  await watching.stop();
  await Promise.all([core.stop(), inspect.end()]);
});

const isAccepted = async (from: Pick<TestCore, 'messages'>, accountId: bigint, clientRef?: string) => {
  const text = { accountId, address: '+15005550006', body: 'x', ...(clientRef && { clientRef }) };
  const { results } = await from.messages.sendMessages({ texts: [text] });
  return results[0]?.outcome.case === 'accepted';
};

const stored = async (accountId: bigint) => {
  const [row] = await inspect`select count(*)::int as n from message where account_id = ${accountId}`;
  return row?.n as number;
};

test('a statement whose last bytes are held up locks its account for seconds, and no other account at all', async () => {
  const proxy = await TcpProxy.to(url);
  const slow = await startTestCore(proxy.url);
  const [held, other] = [await core.createAccount(), await core.createAccount()];
  const isHeldUp = async () => {
    const [row] = await inspect`
      select from pg_stat_activity where datname = current_database() and backend_xid is not null
        and wait_event = 'ClientRead'`;
    return row !== undefined;
  };
  let before = 0;
  let slowAnswer: Promise<boolean>;
  let isOver: boolean;
  do {
    // A connection that has prepared the statement sends it in one piece. On any other connection the test tries again.
    for (let index = 0; index < 8; index++) await isAccepted(slow, held.id);
    before = await stored(held.id);
    proxy.holdLastBytes();
    let isAnswered = false;
    slowAnswer = isAccepted(slow, held.id, `held-${before}`)
      .catch(() => false)
      .finally(() => {
        isAnswered = true;
      });
    isOver = await until(async () => isAnswered || (await isHeldUp())).then(() => isAnswered);
  } while (isOver);

  let answers = 0;
  let waiting = true;
  const heldAnswer = until(() => isAccepted(core, held.id)).finally(() => {
    waiting = false;
  });
  while (waiting) {
    expect(await isAccepted(core, other.id)).toBe(true);
    answers++;
  }
  await heldAnswer;
  expect(answers).toBeGreaterThan(0);
  expect(await until(() => isAccepted(slow, held.id, `held-${before}`))).toBe(true);
  await slowAnswer;
  expect(await stored(held.id)).toBe(before + 2);
  await Promise.all([slow.stop(), proxy.close()]);
}, 60_000);

test('while a core is stopped under load the other one accepts texts of every account', async () => {
  const frozen = await CoreUnderTest.start(url);
  const accounts = await Promise.all(Array.from({ length: 40 }, () => core.createAccount()));
  let loading = true;
  const load = accounts.map(async ({ id }) => {
    while (loading) await isAccepted(frozen, id).catch(() => false);
  });
  await until(async () => (await Promise.all(accounts.map(({ id }) => stored(id)))).every((n) => n > 3));
  for (let round = 0; round < extent({ suite: 1, nightly: 3 }); round++) {
    frozen.freeze();
    await Promise.all(accounts.map(({ id }) => until(() => isAccepted(core, id))));
    frozen.thaw();
  }
  loading = false;
  await Promise.all(load);
  const [row] = await inspect`
    select count(*)::int as n from account a
    where a.texts_used <> (select count(*) from message m where m.account_id = a.id and m.charged)`;
  expect(row?.n).toBe(0);
  expect(await frozen.stop()).toBe(0);
}, 60_000);
