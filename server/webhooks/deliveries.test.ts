// How many requests one process has under way. The store is a stand-in that gives out what is free.
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { newWebhookSecret } from '../domain/subscriptions/webhook_signature.ts';
import { nothingKnown } from '../store/messages/read_messages.ts';
import type { ClaimedWebhook } from '../store/subscriptions/claim_webhooks.ts';
import { Deliveries } from './deliveries.ts';
import type { EndpointAnswer } from './endpoint_client.ts';
import { createFormats } from './formats/formats.ts';
import { quickSlots, slowSlots } from './slots.ts';

const { clock, idle } = simulateEachTest();

type DeliveriesStore = ConstructorParameters<typeof Deliveries>[0]['store'];

const taken: EndpointAnswer = { status: 200, error: null, answer: '', tookMs: 1, retryAfter: undefined };

const endpointOf = (accountId: bigint, isSlow: boolean): ClaimedWebhook => ({
  ...{ accountId, name: 'shop', claim: 1n, url: 'https://shop.example/', format: 'standard', isSlow },
  ...{ secret: newWebhookSecret(), previousSecret: null, previousUntilMs: null, types: ['text.updated'] },
  ...{ withBody: true, cursorSeq: 0n, cursorNotice: 0n, failures: 0, failingSinceMs: null },
  isFirstOfFormat: true,
});

let deliveries: Deliveries;
/** What ends the requests that are under way. */
let open: (() => void)[];
afterEach(async () => {
  due = [];
  for (const end of open) end();
  await deliveries.stop();
});

/** Endpoints of one account each that have one event each. */
let due: ClaimedWebhook[];

const store: DeliveriesStore = {
  claimWebhooks: async ({ quick, slow }) => {
    const of = (isSlow: boolean) => due.filter((each) => each.isSlow === isSlow);
    const claimed = [...of(false).slice(0, quick), ...of(true).slice(0, slow)];
    due = due.filter((each) => !claimed.includes(each));
    return claimed;
  },
  renewClaims: async () => [],
  listWebhookAccounts: async () => [],
  concludeDeliveries: async (conclusions) => conclusions.map(() => 'kept' as const),
  listNotices: async () => [],
  listIdentifiedChanges: async (accountId, seq) => ({
    messages: [
      {
        ...nothingKnown,
        ...{ accountId, id: 1n, seq: seq + 1n, direction: 'out', address: '+15005550006' },
        ...{ addressNorm: '+15005550006', body: 'x', segments: 1, encoding: 'gsm7', status: 'queued' },
        ...{ route: 'device', createdAtMs: 0 },
      },
    ],
    hasMore: false,
  }),
};

test.each([
  ['64 quick requests', quickSlots, false, 64],
  ['192 slow requests', slowSlots, true, 192],
])(
  '%s are under way at a time, and one more begins when one of them ends',
  async (_, slots, isSlow, most) => {
    expect(slots).toBe(most);
    open = [];
    due = [];
    let begun = 0;
    deliveries = new Deliveries({
      ...{ store, clock: clock, log: createLog('test', 'silent'), random: () => 0 },
      client: {
        post: () => {
          begun += 1;
          return new Promise((resolve) => open.push(() => resolve(taken)));
        },
      },
      formats: createFormats({ reply: async () => null }),
      onAnswer: () => undefined,
    });
    const add = (accountId: number) => {
      due.push(endpointOf(BigInt(accountId), isSlow));
      deliveries.wake(BigInt(accountId));
    };
    for (let id = 1; id <= most; id += 1) add(id);
    await idle();
    expect(begun).toBe(most);
    add(most + 1);
    await idle();
    expect([begun, due.length]).toEqual([most, 1]);
    open.shift()?.();
    await idle();
    expect([begun, due]).toEqual([most + 1, []]);
  },
);
