// What the phone is given and when, and what is certain by what it says. Time is the test's.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { DriverInbound, DriverJob, DriverReceipt, Result } from '../driver.ts';
import type { Item } from './item.ts';
import { readReported } from './reported.ts';
import { StockAppDriver } from './stock_app_driver.ts';

const simulated = simulateEachTest();
const { clock, run, idle, during } = simulated;

const hourMs = 3_600_000;
let dir: string;
let driver: StockAppDriver;
let aborter: AbortController;
let receipts: DriverReceipt[];
let texts: DriverInbound[];
let rings: string[];
let nextId: bigint;

async function open(): Promise<void> {
  aborter = new AbortController();
  const log = createLog('agent', 'silent');
  driver = new StockAppDriver(
    { dir, journalId: 'journal', clock, log, settings: {} },
    { sims: [1, 2], advice: undefined, model: 'Google/oriole', version: '1.68.0' },
  );
  const sink = {
    receipt: async (receipt: DriverReceipt) => void receipts.push(receipt),
    inbound: async (text: DriverInbound) => {
      texts.push(text);
      return 'stored' as const;
    },
    sentLate: async () => undefined,
    ready: () => undefined,
  };
  await driver.open(sink, aborter.signal);
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'stock-'));
  [receipts, texts, rings, nextId] = [[], [], [], 1n];
  await open();
});
afterEach(async () => {
  await driver.close();
  expect(simulated.simulation.time.describe()).toEqual([]);
  rmSync(dir, { recursive: true, force: true });
});

const connect = () => driver.connect({ send: (event) => rings.push(event) });

function submit(fields: Partial<DriverJob> = {}): { job: DriverJob; result: () => Result | undefined } {
  const messageId = nextId++;
  const job: DriverJob = {
    ...{ messageId, identity: `text-${messageId}`, attempt: 1, address: `+1201555${1000n + messageId}` },
    ...{ body: 'hello', encoding: 'gsm7', sim: 2, expiresAtMs: clock.nowMs() + 24 * hourMs },
    ...fields,
  };
  let ended: Result | undefined;
  void driver.submit(job).then((result) => {
    ended = result;
  });
  return { job, result: () => ended };
}

/** Asks as the phone does, and lets the answer's waiting pass. */
const pull = (): Promise<Item[]> => during(driver.pull(true));

async function report(id: string | undefined, state: string, error?: string, at: object = {}): Promise<void> {
  const said = readReported({ id, state: 'x', recipients: [{ state, error }], states: at });
  if (said === undefined) throw new Error('no report');
  await driver.report(said);
  await idle();
}

async function pass(ms: number): Promise<void> {
  await run(ms);
}

/** A text that the phone was given. */
async function given(fields: Partial<DriverJob> = {}) {
  const text = submit(fields);
  const [item] = await pull();
  return { ...text, item, id: item?.id };
}

test('a text is given with its one recipient, its SIM and its deadline, and the phone learns of it at once', async () => {
  connect();
  const { job, item } = await given();
  expect(rings).toEqual(['MessageEnqueued']);
  expect(item).toEqual({
    id: expect.stringMatching(/^[\w-]{24}$/),
    textMessage: { text: 'hello' },
    phoneNumbers: [job.address],
    simNumber: 2,
    withDeliveryReport: true,
    validUntil: new Date(job.expiresAtMs).toISOString(),
    createdAt: expect.stringMatching(/\.\d{3}Z$/),
    state: 'Pending',
  });
});

test('a text is not listed to a phone that no longer waits for the answer, and is given back when the phone is gone', async () => {
  connect();
  let isWaiting = true;
  const items = driver.pull(false, () => isWaiting);
  isWaiting = false;
  const { result } = submit();
  await pass(60_000);
  expect(await items).toEqual([]);
  await pass(5_000);
  expect(result()).toMatchObject({ kind: 'rejected', retryable: true });
});

test('of several parts a refusal of one does not say that none has left', async () => {
  connect();
  const { id, result } = await given({ body: 'x'.repeat(400) });
  await report(id, 'Failed', 'Send result: RESULT_ERROR_NO_SERVICE');
  expect(result()).toMatchObject({ kind: 'unknown' });
});

test('what was said late, twice or in the wrong order changes nothing', async () => {
  connect();
  const { id, result, job } = await given();
  await report(id, 'Delivered');
  for (const state of ['Pending', 'Sent', 'Processed', 'Delivered', 'Cancelled']) await report(id, state);
  expect(result()).toMatchObject({ kind: 'accepted' });
  expect(new Set(receipts.map(({ outcome, match }) => JSON.stringify([outcome, match.by]))).size).toBe(1);
  expect(receipts[0]?.match).toMatchObject({ identity: job.identity, attempt: 1 });
  await report('of-another-phone', 'Delivered');
  expect(receipts).toHaveLength(1);
});

test('a moment from the future is taken for now', async () => {
  connect();
  const { id } = await given();
  await report(id, 'Sent');
  await report(id, 'Delivered', undefined, { Delivered: '2199-01-01T00:00:00.000+-5:00' });
  expect(receipts[0]?.atMs).toBe(clock.nowMs());
});

test('a text is repeated under its id until the phone names it, but two that ask at once do not both get it', async () => {
  connect();
  const { id } = await given();
  const askedMs = clock.nowMs();
  const again = await pull();
  expect([again[0]?.id, clock.nowMs() - askedMs >= 4_000]).toEqual([id, true]);
  await report(id, 'Pending');
  expect(await pull()).toEqual([]);
});

test('an answer that was lost on the way is given again at once', async () => {
  connect();
  const { id, item } = await given();
  if (item) driver.lost([item]);
  const askedMs = clock.nowMs();
  expect((await pull())[0]?.id).toBe(id);
  expect(clock.nowMs()).toBe(askedMs);
});

test('a phone without a stream is present only while it asks, and what it was not given waits elsewhere', async () => {
  expect(driver.health().problem).toBe('absent');
  const asking = driver.pull(true);
  expect(driver.health().problem).toBeUndefined();
  const { result } = submit();
  await pass(300);
  await pass(300);
  expect(await asking).toHaveLength(1);
  const late = submit();
  await pass(30_000);
  expect(driver.health().problem).toBe('absent');
  expect(late.result()).toMatchObject({ kind: 'rejected', retryable: true });
  expect(result()).toBeUndefined();
});

test('a deadline that passed before the phone asked: it is never given', async () => {
  connect();
  const { result } = submit({ expiresAtMs: clock.nowMs() + 60_000 });
  await pass(70_000);
  expect(await pull()).toEqual([]);
  expect(result()).toMatchObject({ kind: 'rejected', retryable: true });
});

test('a phone that was given a text and was away is asked about it, and must not send it then', async () => {
  const disconnect = connect();
  const { id, result } = await given();
  disconnect();
  await pass(6 * hourMs);
  connect();
  const [question] = await pull();
  expect(question).toMatchObject({ id, validUntil: '1970-01-01T00:00:00.000Z' });
  await report(id, 'Sent');
  expect(result()).toMatchObject({ kind: 'accepted' });
});

test('a phone that forgot a text it was given leaves its outcome unknown', async () => {
  const disconnect = connect();
  const { id, result } = await given();
  disconnect();
  await pass(hourMs);
  connect();
  await pull();
  await report(id, 'Failed', 'TTL expired', { Pending: new Date(clock.nowMs()).toISOString() });
  expect(result()).toMatchObject({ kind: 'unknown' });
});

test('one that is there and says nothing, or Android that never says more, ends as unknown; a late receipt still counts', async () => {
  connect();
  const silent = await given();
  const processed = await given();
  await report(processed.id, 'Processed');
  await pass(10 * 60_000);
  await pull();
  await pass(2 * 60_000);
  expect([silent.result(), processed.result()]).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
  await report(silent.id, 'Delivered');
  expect(receipts).toMatchObject([{ outcome: 'delivered', match: { identity: silent.job.identity } }]);
  // The other is asked about, a few times.
  await pass(10 * 60_000);
  expect((await pull()).map(({ id }) => id)).toEqual([processed.id]);
});

test('a text whose report was lost is asked about, and one that Android took before the app was started again is given up sooner', async () => {
  connect();
  const { id, result } = await given();
  await report(id, 'Processed');
  await pass(20_000);
  expect(rings.length).toBeGreaterThan(1);
  expect(await pull()).toMatchObject([{ id, validUntil: '1970-01-01T00:00:00.000Z' }]);
  expect(await pull()).toEqual([]);
  driver.restart();
  await pass(25_000);
  expect(result()).toBeUndefined();
  await pass(10_000);
  expect(result()).toMatchObject({ kind: 'unknown' });
});

test('a text that was cancelled on the phone failed, unless it proves to have been sent', async () => {
  connect();
  const [cancelled, sent] = [await given(), await given()];
  for (const { id } of [cancelled, sent]) await report(id, 'Cancelled');
  await report(sent.id, 'Sent');
  await pass(30_000);
  expect([cancelled.result(), sent.result()]).toMatchObject([{ kind: 'rejected' }, { kind: 'accepted' }]);
});

test('after a restart a text has the id it had, and is not given alive again later', async () => {
  connect();
  const { id, job } = await given();
  await driver.close();
  await pass(hourMs);
  await open();
  connect();
  void driver.submit(job);
  expect(await pull()).toMatchObject([{ id, validUntil: '1970-01-01T00:00:00.000Z' }]);
});

test('a phone that cannot send at all is spared for a while, and the same text then goes under a new id', async () => {
  connect();
  const { id, job } = await given();
  await report(id, 'Failed', 'Send result: RESULT_RADIO_NOT_AVAILABLE');
  expect(driver.health()).toMatchObject({ problem: 'no_network' });
  await pass(60_000);
  expect(driver.health().problem).toBeUndefined();
  void driver.submit(job);
  const [again] = await pull();
  expect(again?.id).toMatch(/^[\w-]{24}$/);
  expect(again?.id).not.toBe(id);
});

test('a phone with a stream gets a few texts at a time, one without as many as it takes, in their order', async () => {
  const jobs = Array.from({ length: 120 }, () => submit().job);
  const disconnect = connect();
  const first = await pull();
  expect(first.map(({ phoneNumbers }) => phoneNumbers[0])).toEqual(
    jobs.slice(0, 25).map(({ address }) => address),
  );
  for (const { id } of first) await report(id, 'Sent');
  disconnect();
  expect(await pull()).toHaveLength(95);
});
