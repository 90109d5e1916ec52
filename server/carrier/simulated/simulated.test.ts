// What becomes of a text to each magic number, and that a simulated carrier keeps its bounds and loses nothing that it
// owes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { magicNumbers } from '../../../runtime/texts/magic_numbers.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { Carrier, CarrierInbound, CarrierReceipt, Submission, SubmitResult } from '../carrier.ts';
import { simulatedKind } from './simulated.ts';

const { clock, run, during } = simulateEachTest();
let carrier: Carrier;
let reported: (CarrierReceipt | CarrierInbound)[];
let confirmed: number;
let isAway: boolean;
let calls: number;

beforeEach(() => {
  reported = [];
  confirmed = 0;
  isAway = false;
  calls = 0;
  const log = createLog('core', 'silent');
  carrier = simulatedKind.create({}, { name: 'simulated', clock, log, random: () => 0 });
  start();
});
afterEach(() => during(carrier.stop()));

const start = () =>
  carrier.start(
    {
      async receipt(receipt) {
        if (isAway) throw new Error('the database is away');
        reported.push(receipt);
      },
      async inbound(text) {
        if (isAway) throw new Error('the database is away');
        reported.push(text);
        return {
          owned: true,
          confirm() {
            confirmed += 1;
          },
        };
      },
      deadLetter: async () => undefined,
    },
    () => {
      calls += 1;
    },
  );

let messageId = 0n;
function submit(recipient: string, text = 'hello'): Promise<SubmitResult> {
  messageId += 1n;
  const submission: Submission = {
    accountId: 421_000_000_000_017n,
    messageId,
    name: `text-${messageId}`,
    attempt: 1,
    part: 1,
    total: 1,
    reference: 7,
    referenceBits: 8,
    sender: '+15005550100',
    recipient,
    text,
    encoding: 'gsm7',
    expiresAtMs: clock.nowMs() + 1e6,
  };
  return carrier.submit(submission);
}

const accepted = { kind: 'accepted' };
const rejected = { kind: 'rejected', code: 'rejected_by_network', retryable: false };
const delivered = { outcome: 'delivered' };
const failed = { outcome: 'failed', detail: expect.stringMatching(/\w/) };

/** The result, and what is reported within 1 s and between 1 s and 20 s. */
const expected: Record<string, [result: object, soon: object[], later: object[]]> = {
  '+15005550006': [accepted, [delivered], []],
  '+15005550007': [accepted, [], [delivered]],
  '+15005550008': [rejected, [], []],
  '+15005550009': [accepted, [failed], []],
  '+15005550010': [accepted, [], []],
  '+15005550011': [accepted, [delivered, { text: 'You said: hello' }], []],
  '+15005550012': [{ kind: 'unknown' }, [], []],
  '+447700900123': [accepted, [delivered], []],
};

test('every magic number has its row here', () => {
  for (const { address } of magicNumbers) expect(expected).toHaveProperty([address]);
});

test.each(Object.entries(expected))('a text to %s fares as the table says', async (recipient, row) => {
  const [result, soon, later] = row;
  const submitted = submit(recipient);
  await run(0);
  expect(reported).toEqual([]);
  await run(500);
  await run(500);
  expect(reported).toMatchObject(soon);
  await run('20 s');
  expect(await submitted).toMatchObject(result);
  expect(reported).toMatchObject([...soon, ...later]);
  const answer = await submitted;
  for (const each of reported) if ('ref' in each) expect(answer).toMatchObject({ ref: each.ref });
});

test('an answer comes from the recipient to the sender, after the receipt, under one lasting name', async () => {
  const answer = await submit('+15005550011', 'Grüße');
  await run(200);
  expect(reported).toMatchObject([delivered]);
  await run(300);
  expect(reported[1]).toMatchObject({
    sender: '+15005550011',
    recipient: '+15005550100',
    text: 'You said: Grüße',
    receivedAtMs: clock.nowMs(),
    id: `reply-${answer.kind === 'accepted' ? answer.ref : ''}`,
  });
  expect(confirmed).toBe(1);
});

test('names of submits differ between texts, attempts and parts, and fit into 64 characters', async () => {
  const names = ['7a0fd1c2-0000-4000-8000-0000000000ff', '999999999999999-9223372036854775807'];
  const of = { accountId: 1n, messageId: 1n };
  const largest = { ...of, name: names[0] ?? '', attempt: 99_999, part: 255 };
  const base = {
    total: 255,
    reference: 1,
    referenceBits: 8,
    sender: 'x',
    recipient: '+15005550010',
  } as const;
  const rest = { ...base, text: 'x', encoding: 'gsm7', expiresAtMs: 0 } as const;
  const variants = [{}, { name: names[1] ?? '' }, { attempt: 2 }, { part: 3 }].map((change) => ({
    ...largest,
    ...rest,
    ...change,
  }));
  const refs = await Promise.all(variants.map((each) => carrier.submit(each)));
  const refNames = refs.map((result) => (result.kind === 'accepted' ? (result.ref ?? '') : ''));
  expect(new Set(refNames).size).toBe(variants.length);
  for (const name of refNames) expect(`reply-${name}`.length).toBeLessThanOrEqual(64);
});

test('what cannot be stored is reported again until it is', async () => {
  isAway = true;
  await submit('+15005550011');
  await run(200);
  await run(1_000);
  await run(1_000);
  expect(reported).toEqual([]);
  isAway = false;
  await run(1_000);
  await run(300);
  expect(reported).toMatchObject([delivered, { text: 'You said: hello' }]);
});

test('submits without an answer fill the window; each end frees capacity', async () => {
  const { window } = carrier.caps;
  expect(carrier.capacity()).toBe(window);
  const submits = Array.from({ length: window }, () => submit('+15005550012'));
  expect(carrier.capacity()).toBe(0);
  calls = 0;
  await run(15_000);
  for (const result of await Promise.all(submits)) expect(result.kind).toBe('unknown');
  expect(carrier.capacity()).toBe(window);
  expect(calls).toBe(window);
});

test('while ten thousand receipts are due no text is taken', async () => {
  const { window } = carrier.caps;
  for (let text = 0; text < window; text++) await submit('+15005550007');
  await run(1);
  for (let text = window; text < 10_000; text++) await submit('+15005550007');
  expect(carrier.capacity()).toBe(0);
  calls = 0;
  // The first of them are reported, and the others are due 1 ms later.
  await run(9_999);
  expect(carrier.capacity()).toBe(window);
  expect(calls).toBeGreaterThan(0);
  await carrier.stop();
  expect(reported).toHaveLength(10_000);
});

test('a stop reports at once what is due, answers what is unanswered, and takes no more', async () => {
  await submit('+15005550007');
  await submit('+15005550011');
  const unanswered = submit('+15005550012');
  await Promise.all([carrier.stop(), carrier.stop()]);
  expect(reported).toMatchObject([delivered, delivered, { text: 'You said: hello' }]);
  expect(await unanswered).toMatchObject({ kind: 'unknown' });
  expect(carrier.capacity()).toBe(0);
  expect(carrier.health().up).toBe(false);
  expect(await submit('+15005550006')).toMatchObject({
    kind: 'rejected',
    code: 'carrier_failed',
    retryable: true,
  });
});

test('a stop ends while nothing can be stored', async () => {
  isAway = true;
  await submit('+15005550006');
  await carrier.stop();
  expect(reported).toEqual([]);
});

test('a stop waits two seconds at most for what is never stored', async () => {
  const log = createLog('core', 'silent');
  carrier = simulatedKind.create({}, { name: 's', clock, log, random: () => 0 });
  carrier.start(
    {
      receipt: () => new Promise(() => undefined),
      inbound: () => new Promise(() => undefined),
      deadLetter: () => new Promise(() => undefined),
    },
    () => undefined,
  );
  await submit('+15005550006');
  const stopped = carrier.stop();
  await run(2_000);
  await stopped;
});

test('a receipt that is being stored is waited for at the stop', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stored: string[] = [];
  const own = simulatedKind.create(
    {},
    { name: 's', clock, log: createLog('core', 'silent'), random: () => 0 },
  );
  own.start(
    {
      receipt: async () => {
        await promise;
        stored.push('receipt');
      },
      inbound: async () => ({ owned: true, confirm: () => undefined }),
      deadLetter: async () => undefined,
    },
    () => undefined,
  );
  carrier = own;
  await submit('+15005550006');
  await run(200);
  const stopped = own.stop().then(() => stored.push('stopped'));
  resolve();
  await stopped;
  expect(stored).toEqual(['receipt', 'stopped']);
});

test('before the start there is no capacity', () => {
  const log = createLog('core', 'silent');
  expect(simulatedKind.create({}, { name: 's', clock, log, random: () => 0 }).capacity()).toBe(0);
});

test('the start makes capacity known', () => {
  expect(calls).toBeGreaterThan(0);
});
