// A turn of one endpoint: how long it lasts, and what is written down of a request that was put off.
import { expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { newWebhookSecret } from '../domain/webhook_signature.ts';
import type { IdentifiedMessage } from '../store/messages/read_messages.ts';
import type { ClaimedWebhook } from '../store/places/claim_webhooks.ts';
import type { Conclusion } from '../store/places/conclude_deliveries.ts';
import { claimMs, createDeliver, type Delivery } from './delivery.ts';
import type { EndpointAnswer, EndpointClient } from './endpoint_client.ts';
import type { Slot } from './slots.ts';

const nothing: EndpointAnswer = {
  status: null,
  error: 'x',
  answer: '',
  tookMs: 1_000,
  retryAfter: undefined,
};
const taken: EndpointAnswer = { status: 200, error: null, answer: 'ok', tookMs: 600, retryAfter: undefined };

const textOf = (seq: bigint): IdentifiedMessage => ({
  ...{ accountId: 1n, id: seq, seq, identity: null, direction: 'out', address: '+15005550006' },
  ...{ addressNorm: '+15005550006', body: 'x', segments: 1, encoding: 'gsm7', clientRef: null, sender: null },
  ...{ status: 'queued', route: 'device', error: null, keyword: null, createdAtMs: 0, sendAtMs: null },
  ...{ sentAtMs: null, deliveredAtMs: null },
});

/** Delivers for a turn to an endpoint that always has more. */
async function deliverTurn(clock: ManualClock, post: EndpointClient['post'], slot: Partial<Slot> = {}) {
  const concluded: Conclusion[] = [];
  const deliver = createDeliver({
    store: {
      listIdentifiedChanges: async (_, since) => ({ messages: [textOf(since + 1n)], hasMore: true }),
      listNotices: async () => [],
    },
    client: { post },
    clock,
    random: () => 0,
    conclude: async (conclusion) => {
      concluded.push(conclusion);
      return true;
    },
    onAnswer: () => undefined,
  });
  const of: ClaimedWebhook = {
    ...{ accountId: 1n, name: 'shop', claim: 1n, url: 'https://shop.example/', secret: newWebhookSecret() },
    ...{ previousSecret: null, previousUntilMs: null, types: ['text.updated'], withBody: true },
    ...{ cursorSeq: 0n, cursorNotice: 0n, failures: 3, failingSinceMs: 5, isSlow: false },
  };
  const delivery: Delivery = {
    ...{ of, untilMs: clock.nowMs() + claimMs, isWoken: false, isEnding: false },
    superseded: new AbortController(),
  };
  const still = () => undefined;
  await deliver(delivery, { begin: still, end: still, leave: still, ...slot });
  return concluded;
}

test('an endpoint has its slot for ten requests, and begins none after a second', async () => {
  const clock = new ManualClock();
  expect(await deliverTurn(clock, async () => taken)).toHaveLength(10);
  const slowly = await deliverTurn(clock, async () => {
    clock.advance(600);
    return taken;
  });
  expect(slowly.map(({ untilMs }) => untilMs === null)).toEqual([false, true]);
});

test('a request that is put off ends, is no failure, and comes again among the slow ones', async () => {
  const concluded = await deliverTurn(
    new ManualClock(),
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
