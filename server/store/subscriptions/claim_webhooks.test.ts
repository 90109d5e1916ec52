// Which endpoints a core claims when accounts have more than fit, and what a locked row holds up: itself.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase } from '../../../test/support/database.ts';
import { holdRow } from '../../../test/support/held_row.ts';
import { seedAccounts } from '../../../test/support/seed_accounts.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';

const quickSlots = 64;
let url: string;
let database: Database;
let store: Store;
const nowMs = Date.parse('2026-03-10T12:00:00.000Z');

beforeAll(async () => {
  url = await createDatabase();
  database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
  store = createStore(database);
});
afterAll(() => database.close());

/** Accounts with so many endpoints each that have something to be delivered. */
async function startDue(accounts: number, endpointsEach: number): Promise<bigint[]> {
  const ids = (await seedAccounts(url, accounts, 1)).map(({ id }) => id);
  const names = Array.from({ length: endpointsEach }, (_, index) => `w${index}`);
  const fields = {
    url: 'https://shop.example/',
    secret: 's',
    types: ['text.updated'],
    withBody: true,
    format: 'standard' as const,
  };
  await Promise.all(
    ids.flatMap((accountId) =>
      names.map(async (name) => {
        for (let isAdded = false; !isAdded; )
          isAdded = await store.webhooks.add({ accountId, name, ...fields, most: 20, nowMs });
        await store.webhooks.move({ accountId, name, seq: -1n, nowMs });
      }),
    ),
  );
  return ids;
}

const claim = (
  accountIds: readonly bigint[],
  quick: number,
  held: { accountId: bigint; quick: number; slow: number }[] = [],
) => store.claimWebhooks({ nowMs, untilMs: nowMs + 6_000, quick, slow: 0, held }, accountIds);

test('an account gets another slot while it has fewer than are left free, so that one is left for the next', async () => {
  const greedy = await startDue(16, 20);
  const claimed = await claim(greedy, quickSlots);
  const held = greedy.map((accountId) => ({
    accountId,
    quick: claimed.filter((each) => each.accountId === accountId).length,
    slow: 0,
  }));
  expect(new Set(held.map(({ quick }) => quick))).toEqual(new Set([3, 4]));
  const left = quickSlots - claimed.length;
  expect(left).toBe(3);
  expect(await claim(greedy, left, held)).toEqual([]);
  const [next = 0n] = await startDue(1, 20);
  const got = await claim([...greedy, next], left, held);
  expect(got.map(({ accountId }) => accountId)).toEqual([next, next]);
});

test('one account alone gets half of the slots, and accounts that fit get what they want', async () => {
  const [alone = 0n] = await startDue(1, 20);
  expect(await claim([alone], 20)).toHaveLength(10);
  const few = await startDue(3, 5);
  expect(await claim(few, quickSlots)).toHaveLength(15);
});

test('a locked endpoint holds up no claim, renewal or conclusion of another one', async () => {
  const [locked = 0n, free = 0n, later = 0n] = await startDue(3, 1);
  const claims = await claim([locked, free], quickSlots);
  expect(claims).toHaveLength(2);
  const conclude = () =>
    store.concludeDeliveries(
      [locked, free].map((accountId) => ({
        ...{ accountId, name: 'w0', claim: claims.find((each) => each.accountId === accountId)?.claim ?? 0n },
        ...{ cursorSeq: 0n, cursorNotice: 0n, untilMs: null, failures: 0, failingSinceMs: null },
        ...{ isSlow: false, nextAttemptAtMs: null, disabledReason: null, eventCount: 1, firstEvent: 'a' },
        ...{ lastEvent: 'a', atMs: nowMs, tookMs: 1, status: 200, error: null, answer: '', payload: '' },
        ...{ messageId: null, noticeId: null, addressNorm: null },
      })),
    );
  const row = await holdRow(url, 'webhook', { account_id: locked, name: 'w0' });
  try {
    const renewed = await store.renewClaims(claims, nowMs + 9_000);
    expect(new Map(renewed.map(({ accountId, isRenewed }) => [accountId, isRenewed]))).toEqual(
      new Map([
        [locked, false],
        [free, true],
      ]),
    );
    expect(await conclude()).toEqual(['locked', 'kept']);
    expect((await claim([locked, later], quickSlots)).map(({ accountId }) => accountId)).toEqual([later]);
  } finally {
    await row.release();
  }
  expect(await conclude()).toEqual(['kept', 'kept']);
});
