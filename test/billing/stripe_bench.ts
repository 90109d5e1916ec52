// Stripe's memory behind HTTP, with every fault that a network and Stripe itself may have, and its signed events in
// the hands of the test.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import Stripe from 'stripe';
import { BillingService } from '../../proto/gen/textrelay/v1/billing_service_pb.ts';
import { clientOf, type TestCore } from '../support/core.ts';
import type { Counterpart } from './counterpart.ts';
import { nextId } from './stripe_ids.ts';
import { type StripeAnswer, StripeMemory } from './stripe_memory.ts';

/** An event as the core receives it. */
export interface SignedEvent {
  id: string;
  payload: Buffer;
  signature: string;
}

export interface StripeBench extends Counterpart {
  /** What it holds, for a test to change as somebody at Stripe's dashboard would. */
  memory: StripeMemory;
  /** Pays a checkout; no core hears of it. */
  payUnheard(checkoutUrl: string): Promise<void>;
  /** Ends an account's subscriptions. */
  cancel(accountId: bigint): Promise<void>;
  setDeclining(accountId: bigint, isDeclining: boolean): void;
  /** The events since the last time, signed now. */
  takeEvents(): SignedEvent[];
  /** Sends them to a core, in order. */
  deliver(core: TestCore): Promise<void>;
  /** An event about an object of the test's own. */
  sign(object: unknown): SignedEvent;
  findSubscriptionIds(accountId: bigint): string[];
  countUpdates(accountId: bigint): number;
  countRequests(): number;
  /** Answers the next requests with a failure, and does nothing. */
  fail(status: number, times: number): void;
  /** Says of the next writes that their key is in use. */
  conflict(times: number): void;
  /** Does the next writes, and closes the connection instead of answering. */
  dropAfterApplying(times: number): void;
  /** Answers nothing more. */
  silence(): void;
  /** Keeps the next answer to a path back: `asked` resolves once it is made. */
  holdNextAnswer(path: string): { asked: Promise<void>; release(): void };
  /** Ends every fault. */
  heal(): void;
}

const prices: Record<string, string> = { starter: 'price_starter', growth: 'price_growth', pro: 'price_pro' };
const planOf = (price: string) => Object.keys(prices).find((plan) => prices[plan] === price) ?? price;
const secretKey = 'sk_test_bench4711';
const webhookSecret = 'whsec_bench4711';

/** Starts it on a free port. */
export async function openStripeBench(): Promise<StripeBench> {
  const memory = new StripeMemory();
  const none = { status: 0, failures: 0, conflicts: 0, drops: 0, isSilent: false };
  let faults = { ...none };
  let requests = 0;
  let hold: { path: string; asked: () => void; released: Promise<void> } | undefined;

  const write = (response: ServerResponse, { status, body, headers }: StripeAnswer) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests++;
    const { method = '', url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    if (faults.isSilent) return;
    if (faults.failures > 0) {
      faults.failures--;
      return write(response, {
        status: faults.status,
        body: { error: { message: 'a failure', type: 'api_error' } },
      });
    }
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return write(response, { status: 401, body: { error: { message: 'Invalid API Key' } } });
    if (method === 'POST' && faults.conflicts > 0) {
      faults.conflicts--;
      return write(response, { status: 409, body: { error: { code: 'idempotency_key_in_use' } } });
    }
    const form = qs.parse(method === 'GET' ? query : Buffer.concat(chunks).toString('utf8'));
    const answer = memory.answer(method, path, form, request.headers['idempotency-key']?.toString());
    if (method === 'POST' && faults.drops > 0) {
      faults.drops--;
      return request.socket.destroy();
    }
    if (hold && path.startsWith(hold.path)) {
      const held = hold;
      hold = undefined;
      held.asked();
      await held.released;
    }
    return write(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const subscriptionsOf = (accountId: bigint) =>
    [...memory.subscriptions.values()].filter((held) => held.accountId === String(accountId));
  const liveOf = (accountId: bigint) =>
    subscriptionsOf(accountId).filter(({ status }) => status === 'active');

  const sign = (object: unknown): SignedEvent => {
    const id = nextId('evt');
    const payload = JSON.stringify({ id, object: 'event', type: 'any', data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    return { id, payload: Buffer.from(payload), signature };
  };
  const takeEvents = () => {
    const taken = memory.events.map(sign);
    memory.events = [];
    return taken;
  };
  const deliver = async (core: TestCore) => {
    for (const event of takeEvents()) await clientOf(BillingService, core).receiveEvent(event);
  };
  const payUnheard = async (checkoutUrl: string) =>
    memory.pay(checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1));

  return {
    memory,
    settings: {
      provider: 'stripe',
      secretKey,
      webhookSecret,
      prices: new Map(Object.entries(prices)),
      apiUrl: url,
      timeoutMs: 2_000,
    },
    environment: {
      TEXTRELAY_BILLING: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      TEXTRELAY_STRIPE_PRICES: Object.entries(prices)
        .map((entry) => entry.join('='))
        .join(),
      TEXTRELAY_STRIPE_API_URL: url,
    },
    payUnheard,
    async pay(core, checkoutUrl) {
      await payUnheard(checkoutUrl);
      await deliver(core);
    },
    async cancel(accountId) {
      for (const held of liveOf(accountId)) memory.cancel(held);
    },
    setDeclining(accountId, isDeclining) {
      for (const { customer } of subscriptionsOf(accountId)) {
        if (isDeclining) memory.declining.add(customer);
        else memory.declining.delete(customer);
      }
    },
    takeEvents,
    deliver,
    sign,
    listSubscriptions: async (accountId) =>
      liveOf(accountId).map(({ price, status }) => ({ plan: planOf(price), status })),
    findSubscriptionIds: (accountId) => subscriptionsOf(accountId).map(({ id }) => id),
    listOpenCheckouts: async (accountId) =>
      [...memory.checkouts.values()]
        .filter((held) => held.accountId === String(accountId) && held.status === 'open')
        .map(({ id }) => id),
    countUpdates: (accountId) => subscriptionsOf(accountId).reduce((sum, { updates }) => sum + updates, 0),
    countRequests: () => requests,
    fail(status, times) {
      faults = { ...none, status, failures: times };
    },
    conflict(times) {
      faults = { ...none, conflicts: times };
    },
    dropAfterApplying(times) {
      faults = { ...none, drops: times };
    },
    silence() {
      faults = { ...none, isSilent: true };
    },
    holdNextAnswer(path) {
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      hold = { path, asked: resolve, released };
      return { asked, release };
    },
    heal() {
      faults = { ...none };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
