// The log shows every text that is asked for once, newest first, and looks at a bounded number of texts a page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { type LogFilter, prepareTextLog } from './text_log.ts';

const account = 7n;
const other = 8n;
const looks = 40;
const end = 1_000_000n;
let rows: LoggedRows;
let log: ReturnType<typeof prepareTextLog>;

beforeAll(async () => {
  rows = await LoggedRows.create();
  log = prepareTextLog(rows.database, looks);
  await rows.addAccount(account);
  await rows.addAccount(other);
  await rows.addTexts(account, 200, {
    status: "case when n % 50 = 3 then 'failed' when n % 10 = 0 then 'received' else 'delivered' end",
    direction: "case when n % 50 <> 3 and n % 10 = 0 then 'in' else 'out' end",
    route: "case when n < 100 then 'device' else 'gateway' end",
    address: "case when n % 2 = 0 then '+15005550006' else '+15005550007' end",
  });
  await rows.addTexts(other, 5);
});
afterAll(() => rows.close());

const all: LogFilter = { direction: null, status: null, route: null, addressNorm: null, keyId: null };

/** All pages of a filter: the ids, how many pages, and the most that one held. */
async function readAll(filter: Partial<LogFilter>, limit: number, least = 0n) {
  const ids: bigint[] = [];
  let pages = 0;
  for (let before: bigint | null = end; before !== null; pages++) {
    const page = await log.listLog(account, { ...all, ...filter }, { before, least }, limit, 1_000_000);
    expect(page.texts.length).toBeLessThanOrEqual(limit);
    ids.push(...page.texts.map(({ id }) => id));
    before = page.nextBefore;
  }
  return { ids, pages };
}

const expected = (fits: (n: number) => boolean) =>
  Array.from({ length: 200 }, (_, n) => n)
    .filter(fits)
    .map((n) => BigInt(n + 1))
    .reverse();

test.each<[string, Partial<LogFilter>, (n: number) => boolean]>([
  ['nothing is asked for', {}, () => true],
  ['failed', { status: 'failed' }, (n) => n % 50 === 3],
  ['received', { direction: 'in' }, (n) => n % 10 === 0],
  ['a status that nobody has', { status: 'queued' }, () => false],
  ['a route', { route: 'gateway' }, (n) => n >= 100],
  ['a conversation', { addressNorm: '+15005550007' }, (n) => n % 2 === 1],
  ['a conversation and failed', { addressNorm: '+15005550007', status: 'failed' }, (n) => n % 50 === 3],
  ['failed, by a route', { status: 'failed', route: 'device' }, (n) => n < 100 && n % 50 === 3],
])('%s: every text once, newest first, whatever the page', async (_name, filter, fits) => {
  for (const limit of [1, 7, looks - 1, looks, looks + 1, 500])
    expect((await readAll(filter, limit)).ids).toEqual(expected(fits));
});

test('a page looks at a bounded number of texts, and ends early when little is found', async () => {
  const page = await log.listLog(
    account,
    { ...all, status: 'queued' },
    { before: 201n, least: 0n },
    500,
    1e6,
  );
  expect(page).toMatchObject({ texts: [], nextBefore: 201n - BigInt(looks) });
  expect((await readAll({ status: 'queued' }, 500)).pages).toBe(200 / looks + 1);
  // Those that failed are found by themselves: all in one page, and not one in five.
  expect((await readAll({ status: 'failed' }, 500)).pages).toBe(1);
});

test('a range of ids bounds it on both sides', async () => {
  const page = await log.listLog(account, all, { before: 30n, least: 21n }, 500, 1e6);
  expect(page.texts.map(({ id }) => Number(id))).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21]);
  expect(page.nextBefore).toBeNull();
});

test('a page ends where its octets do, with one text at least', async () => {
  const page = await log.listLog(account, all, { before: end, least: 0n }, 30, 600);
  expect(page.texts.map(({ id }) => id)).toEqual([200n, 199n]);
  expect(page.nextBefore).toBe(199n);
  const one = await log.listLog(account, all, { before: end, least: 0n }, 30, 1);
  expect(one.texts).toHaveLength(1);
});

test('one text with its way; another account’s is not there', async () => {
  const found = await log.findText(other, 5n);
  expect(found).toMatchObject({
    text: { id: 5n, deviceId: 1n, sim: 1, carrier: null, charged: true },
    attempt: 1,
    deadlineAtMs: null,
    partsDelivered: null,
  });
  expect(await log.findText(other, 6n)).toBeUndefined();
  expect(await log.findText(account, 0n)).toBeUndefined();
});
