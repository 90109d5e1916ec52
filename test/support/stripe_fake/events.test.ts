// The events' way: signed, and in whatever state a network brings them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import type { SignedEvent } from './events.ts';
import { openLibrary, subscribe } from './library.ts';
import { type StripeFake, startStripeFake } from './stripe_fake.ts';

const { clock, run } = simulateEachTest();

let fake: StripeFake;
let stripe: Stripe;
let received: SignedEvent[];

beforeEach(async () => {
  fake = await startStripeFake({ clock });
  stripe = openLibrary(fake);
  received = [];
});
afterEach(() => fake.stop());

const receive = (signed: SignedEvent) => received.push(signed);
const typesReceived = () => received.map(({ event }) => event.type);
const open = ({ payload, signature }: SignedEvent, secret = fake.webhookSecret) =>
  stripe.webhooks.constructEvent(payload, signature, secret, 300, undefined, clock.nowMs());

test('an event is signed for its receiver, at the moment it leaves', async () => {
  await subscribe(fake, stripe, 'price_growth');
  await run('1 h');
  await fake.deliver(receive);
  const [first] = received as [SignedEvent];
  expect(open(first)).toMatchObject({ object: 'event', type: 'customer.subscription.created' });
  expect(() => open(first, 'whsec_other')).toThrow(/signature/);
  expect(() => open({ ...first, payload: Buffer.concat([first.payload, Buffer.from(' ')]) })).toThrow();
  await run('301 s');
  expect(() => open(first)).toThrow(/tolerance/);
});

test('an event shows what was, not what is', async () => {
  const held = await subscribe(fake, stripe, 'price_growth');
  fake.cancelSubscription(held.id);
  await fake.deliver(receive);
  const statuses = received
    .map(({ event }) => event.data.object as { object: string; status: string })
    .filter(({ object }) => object === 'subscription')
    .map(({ status }) => status);
  expect(statuses).toEqual(['active', 'canceled']);
});

test('events go in order, turned round, twice, late or never', async () => {
  const held = await subscribe(fake, stripe, 'price_growth');
  const made = ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed'];
  await fake.deliver(receive, {
    only: ({ type }) => type !== 'invoice.paid',
    order: 'reversed',
    duplicate: 2,
  });
  expect(typesReceived()).toEqual([made[2], made[2], made[0], made[0]]);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(2);
  fake.setStatus(held.id, 'past_due');
  fake.setStatus(held.id, 'active');
  received = [];
  await fake.deliver(receive, { drop: ({ type }) => type === 'customer.subscription.updated' });
  expect(typesReceived()).toEqual(['invoice.paid']);
  await fake.deliver(receive);
  expect(typesReceived()).toEqual(['invoice.paid']);
  expect(fake.events.made.map(({ type }) => type)).toEqual([
    ...made,
    'customer.subscription.updated',
    'customer.subscription.updated',
  ]);
});

test('an event names the request that it came from', async () => {
  const held = await subscribe(fake, stripe, 'price_growth');
  await stripe.subscriptions.update(held.id, { metadata: { a: '1' } }, { idempotencyKey: 'a' });
  const id = fake.calls.at(-1)?.requestId;
  expect(fake.events.made.at(-1)?.request).toEqual({ id, idempotency_key: 'a' });
  expect(fake.events.made[0]?.request).toEqual({ id: null, idempotency_key: null });
});

test('events are posted to an address, byte for byte as they were signed', async () => {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const payload = Buffer.concat(chunks);
    bodies.push(payload);
    open({ payload, signature: String(request.headers['stripe-signature']) } as SignedEvent);
    response.writeHead(bodies.length === 1 ? 503 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await subscribe(fake, stripe, 'price_growth');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
    const deliveries = await fake.deliver(url, { atOnce: true });
    expect(deliveries.map(({ outcome }) => outcome).sort()).toEqual([200, 200, 503]);
    expect(bodies).toHaveLength(3);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('what a receiver throws is reported, and does not keep the others back', async () => {
  await subscribe(fake, stripe, 'price_growth');
  const deliveries = await fake.deliver(({ event }) => {
    if (event.type === 'invoice.paid') throw new Error('not now');
    return 'taken';
  });
  expect(deliveries.map(({ outcome }) => String(outcome))).toEqual(['taken', 'Error: not now', 'taken']);
});
