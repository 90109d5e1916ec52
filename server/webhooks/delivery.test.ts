// A turn of one endpoint: how long it lasts, and what is written down of a request that was put off.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { newWebhookSecret } from '../domain/subscriptions/webhook_signature.ts';
import { type ChangedText, nothingKnown } from '../store/messages/read_messages.ts';
import type { ClaimedWebhook } from '../store/subscriptions/claim_webhooks.ts';
import type { Conclusion } from '../store/subscriptions/conclude_deliveries.ts';
import { claimMs, createDeliver, type Delivery } from './delivery.ts';
import type { EndpointAnswer, EndpointClient } from './endpoint_client.ts';
import { createFormats } from './formats/formats.ts';
import type { Slot } from './slots.ts';

const { clock, run } = simulateEachTest();

const nothing: EndpointAnswer = {
  status: null,
  error: 'x',
  answer: '',
  tookMs: 1_000,
  retryAfter: undefined,
};
const taken: EndpointAnswer = { status: 200, error: null, answer: 'ok', tookMs: 600, retryAfter: undefined };

const textOf = (seq: bigint): ChangedText => ({
  ...nothingKnown,
  ...{ accountId: 1n, id: seq, seq, direction: 'out', address: '+15005550006', addressNorm: '+15005550006' },
  ...{ body: 'x', segments: 1, encoding: 'gsm7', status: 'queued', route: 'device', createdAtMs: 0 },
});

const claimed = (): ClaimedWebhook => ({
  ...{ accountId: 1n, name: 'shop', claim: 1n, url: 'https://shop.example/', format: 'standard' },
  ...{ secret: newWebhookSecret(), previousSecret: null, previousUntilMs: null, types: ['text.updated'] },
  ...{ withBody: true, cursorSeq: 0n, cursorNotice: 0n, failures: 3, failingSinceMs: 5, isSlow: false },
  isFirstOfFormat: true,
});

/** Delivers for a turn to an endpoint that always has more. */
async function deliverTurn(post: EndpointClient['post'], slot: Partial<Slot> = {}) {
  const concluded: Conclusion[] = [];
  const deliver = createDeliver({
    store: {
      listIdentifiedChanges: async (_, since) => ({ messages: [textOf(since + 1n)], hasMore: true }),
      listNotices: async () => [],
    },
    client: { post },
    formats: createFormats({ reply: async () => null }),
    clock,
    random: () => 0,
    conclude: async (conclusion) => {
      concluded.push(conclusion);
      return true;
    },
    onAnswer: () => undefined,
  });
  const delivery: Delivery = {
    ...{ of: claimed(), untilMs: clock.nowMs() + claimMs, isWoken: false, isEnding: false },
    superseded: new AbortController(),
  };
  const still = () => undefined;
  await deliver(delivery, { begin: still, end: still, leave: still, ...slot });
  return concluded;
}

test('an endpoint has its slot for ten requests, and begins none after a second', async () => {
  expect(await deliverTurn(async () => taken)).toHaveLength(10);
  const slowly = await deliverTurn(async () => {
    await run(600);
    return taken;
  });
  expect(slowly.map(({ untilMs }) => untilMs === null)).toEqual([false, true]);
});

test('what is kept of a request is its first event, without the words of the text', async () => {
  const [first] = await deliverTurn(async () => taken);
  const { events } = JSON.parse(first?.payload ?? '');
  expect(events).toMatchObject([{ type: 'text.updated', data: { id: 1, status: 'queued' } }]);
  expect(events[0].data.body).toBeUndefined();
});

test('a text’s own address that never answers holds up the others for three tries and then not at all', async () => {
  const url = 'https://own.example/status';
  const asked: string[] = [];
  const post: EndpointClient['post'] = async (request) => {
    asked.push(request.url);
    await run(request.url === url ? 15_000 : 20);
    return request.url === url ? { ...nothing, tookMs: 15_000 } : { ...taken, tookMs: 20 };
  };
  const texts = [url, url, null].map((statusCallback, index) => ({
    ...textOf(BigInt(index + 1)),
    statusCallback,
  }));
  const concluded: Conclusion[] = [];
  const deliver = createDeliver({
    store: {
      listIdentifiedChanges: async (_, since) => ({
        messages: texts.filter(({ seq }) => seq > since),
        hasMore: false,
      }),
      listNotices: async () => [],
    },
    ...{ client: { post }, formats: createFormats({ reply: async () => null }), clock, random: () => 0 },
    conclude: async (conclusion) => {
      concluded.push(conclusion);
      return true;
    },
    onAnswer: () => undefined,
  });
  const of: ClaimedWebhook = { ...claimed(), format: 'twilio' };
  const still = () => undefined;
  // Each turn is another claim of the same endpoint.
  for (let turn = 0; turn < 10 && of.cursorSeq < 3n; turn += 1) {
    const turnOf = { of, untilMs: clock.nowMs() + 60_000, isWoken: false, isEnding: false };
    await deliver(
      { ...turnOf, superseded: new AbortController() },
      { begin: still, end: still, leave: still },
    );
  }
  expect(asked).toEqual([url, url, url, 'https://shop.example/']);
  expect(concluded.map(({ cursorSeq, nextAttemptAtMs }) => [cursorSeq, nextAttemptAtMs !== null])).toEqual([
    ...[
      [0n, true],
      [0n, true],
      [1n, false],
      [2n, false],
      [3n, false],
    ],
  ]);
  expect(concluded.every(({ disabledReason }) => disabledReason === null)).toBe(true);
  expect(concluded[3]?.error).toMatch(/^not tried/);
});

test('a request that is put off ends, is no failure, and comes again among the slow ones', async () => {
  const concluded = await deliverTurn(
    ({ signal }) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve(nothing);
        else signal?.addEventListener('abort', () => resolve(nothing));
      }),
    { begin: (putOff) => putOff() },
  );
  expect(concluded).toMatchObject([
    {
      ...{ isSlow: true, failures: 3, failingSinceMs: 5, nextAttemptAtMs: null, disabledReason: null },
      ...{ cursorSeq: 0n, untilMs: null, eventCount: 1, status: null },
      error: expect.stringMatching(/^no answer within 1 second/),
    },
  ]);
});
