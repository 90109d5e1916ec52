// Stripe's events on two cores: whether they are repeated, out of order, late, lost or forged, an account ends where its subscription
// is.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { UsageReason } from '../../proto/gen/textrelay/v1/usage_pb.ts';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import type { HeldSubscription } from '../support/stripe_fake/store.ts';
import { openStripeBench, type SignedEvent, type StripeBench } from './stripe_bench.ts';

let bench: StripeBench;
let service: SimulatedService;
let cores: SimulatedCore[];
let core: SimulatedCore;
let sql: ReturnType<typeof openInspector>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  bench = await openStripeBench(service.simulation.clockOf('Stripe'));
  const settings = { billing: bench.settings };
  core = await service.startCore(settings);
  cores = [core, await service.startCore(settings)];
  sql = openInspector(service.databaseUrl);
});
afterAll(async () => {
  await sql.end();
  await service.end();
  await bench.stop();
});
beforeEach(() => bench.heal());

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const changePlan = (accountId: bigint, plan: string) =>
  during(clientOf(PlanService, core).changePlan({ accountId, plan }));
const usageOf = async (accountId: bigint) => (await core.usage.getUsage({ accountId })).usage;
/** Hands an event to a core, and no time passes for it. */
const handIn = (event: SignedEvent, at = 0) =>
  clientOf(PlanService, cores[at % 2] as SimulatedCore).receiveEvent(event);
const receive = (event: SignedEvent, at = 0) => during(handIn(event, at));
const storedEvents = (ids: string[]) =>
  sql`select applied_at from billing_event where id = any (${ids}) and applied_at is not null`;

async function createPayer(plan: string): Promise<{ id: bigint; events: SignedEvent[] }> {
  const { id } = await core.createAccount({ plan: '', paired: false });
  const { checkoutUrl = '' } = await changePlan(id, plan);
  await bench.payWithoutEvent(checkoutUrl);
  return { id, events: bench.takeEvents() };
}

test('an event is applied once, however often and to whichever core it is sent', async () => {
  const { id, events } = await createPayer('growth');
  const calls = bench.countRequests();
  await Promise.all(
    Array.from({ length: 10 }, () => events)
      .flat()
      .map(receive),
  );
  expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'active' });
  expect(await storedEvents(events.map((event) => event.id))).toHaveLength(events.length);
  const asked = bench.countRequests();
  expect(asked - calls).toBeLessThan(events.length * 10 * 3);
  await Promise.all(events.map(receive));
  expect(bench.countRequests()).toBe(asked);
});

test('events in any order end where the subscription is', async () => {
  const { id, events } = await createPayer('growth');
  await receive(events[0] as SignedEvent);
  await changePlan(id, 'pro');
  await bench.cancel(id);
  const late = [...events.slice(1), ...bench.takeEvents()].reverse();
  for (const [index, event] of late.entries()) await receive(event, index);
  expect(await usageOf(id)).toMatchObject({ plan: 'pro', subscriptionStatus: 'canceled' });
  for (const event of late) await receive(event);
  expect(await usageOf(id)).toMatchObject({ plan: 'pro', subscriptionStatus: 'canceled' });
});

test('a storm of events of many accounts, on two cores, ends where each subscription is', async () => {
  const payers = [];
  for (const plan of ['starter', 'growth', 'pro', 'starter'])
    payers.push({ plan, ...(await createPayer(plan)) });
  const storm = payers.flatMap(({ events }) => [...events, ...events, ...events]);
  await Promise.all(storm.sort(() => Math.random() - 0.5).map(receive));
  for (const { id, plan } of payers)
    expect(await usageOf(id)).toMatchObject({ plan, subscriptionStatus: 'active' });
});

test('a late answer of Stripe does not put back an older state', async () => {
  const { id, events } = await createPayer('growth');
  const [first, second] = events as [SignedEvent, SignedEvent];
  await receive(first);
  // The second core asks while the subscription lives, and gets the answer only after the cancel was applied.
  const held = bench.holdNextAnswer(`/v1/subscriptions/`);
  const overtaken = handIn(second, 1);
  await held.asked;
  await bench.cancel(id);
  for (const event of bench.takeEvents()) await receive(event, 0);
  expect(await usageOf(id)).toMatchObject({ subscriptionStatus: 'canceled' });
  held.release();
  await during(overtaken);
  expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'canceled' });
});

test('the sweep makes up for lost events within about an hour', async () => {
  const { id } = await createPayer('growth');
  expect(await usageOf(id)).toMatchObject({ canSend: false });
  service.simulation.leap('61 min');
  await during(Promise.all(cores.map((running) => running.sweepBilling())));
  expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'active' });
  await bench.cancel(id);
  bench.takeEvents();
  await during(core.sweepBilling());
  expect(await usageOf(id)).toMatchObject({ subscriptionStatus: 'active' });
  service.simulation.leap('61 min');
  await during(core.sweepBilling());
  expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'canceled' });
});

test('an event that could not be applied is asked for again and then applied', async () => {
  const { id, events } = await createPayer('growth');
  bench.fail(503, 1_000);
  for (const event of events) await expect(receive(event)).rejects.toThrow(/send it again/);
  expect(await storedEvents(events.map((event) => event.id))).toHaveLength(0);
  bench.heal();
  for (const event of events) await receive(event);
  expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'active' });
});

test('an event with a wrong signature or a changed body is refused, and Stripe is not asked', async () => {
  const { id, events } = await createPayer('growth');
  const [event] = events as [SignedEvent];
  const calls = bench.countRequests();
  const changed = Buffer.from(event.payload.toString().replace('"', "'"));
  for (const forged of [
    { ...event, signature: '' },
    { ...event, signature: event.signature.replace(/v1=..../, 'v1=0000') },
    { ...event, payload: changed },
    { ...event, payload: Buffer.alloc(2 * 1024 * 1024, ' ') },
  ])
    await expect(receive(forged)).rejects.toThrow(/signature or body/);
  expect(bench.countRequests()).toBe(calls);
  expect(await usageOf(id)).toMatchObject({ canSend: false });
});

test('events about unknown accounts and about other things are accepted and change nothing', async () => {
  const object = {
    object: 'subscription',
    id: 'sub_nobody',
    customer: 'cus_nobody',
    metadata: { account_id: '5' },
  };
  for (const body of [object, { object: 'charge', id: 'ch_1' }]) await receive(bench.sign(body));
});

test("an event that names an account does not give it another account's subscription", async () => {
  const { id } = await createPayer('pro');
  const [paid] = await bench.findSubscriptionIds(id);
  const { id: other } = await core.createAccount({ plan: '', paired: false });
  await receive(bench.sign({ object: 'subscription', id: paid, metadata: { account_id: String(other) } }));
  expect(await usageOf(other)).toMatchObject({ canSend: false });
  expect((await usageOf(other))?.plan).toBeUndefined();
});

test('events are forgotten after 60 days', async () => {
  const { events } = await createPayer('starter');
  for (const event of events) await receive(event);
  service.simulation.leap('61 d');
  await during(core.prune());
  expect(await sql`select id from billing_event`).toHaveLength(0);
});

describe('a subscription that was changed at Stripe', () => {
  const setPrice = ({ items }: HeldSubscription, price: string) => {
    for (const item of items) item.price = price;
  };

  /** An account with a live subscription; returns the subscription as Stripe holds it. */
  async function createSubscriber(plan: string) {
    const { id, events } = await createPayer(plan);
    for (const event of events) await receive(event);
    const held = bench.store.subscriptions.get(bench.findSubscriptionIds(id)[0] ?? '');
    if (!held) throw new Error('there is no subscription');
    const send = () =>
      receive(bench.sign({ object: 'subscription', id: held.id, metadata: { account_id: String(id) } }));
    return { id, held, send };
  }

  test.each([
    ['past_due', true],
    ['trialing', true],
    ['unpaid', false],
    ['paused', false],
    ['a_word_of_the_future', false],
  ])('a subscription that was changed at Stripe to the status %s may send: %s', async (status, canSend) => {
    const { id, held, send } = await createSubscriber('growth');
    held.status = status;
    await send();
    const usage = await usageOf(id);
    expect(usage).toMatchObject({ plan: 'growth', subscriptionStatus: status });
    expect(usage?.reason === UsageReason.NO_SUBSCRIPTION).toBe(!canSend);
    held.status = 'active';
    await send();
    expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'active' });
  });

  test('a subscription that was changed at Stripe to a price of another plan is followed', async () => {
    const { id, held, send } = await createSubscriber('growth');
    setPrice(held, 'price_pro');
    await send();
    expect(await usageOf(id)).toMatchObject({ plan: 'pro', textsCap: 10_000n });
  });

  test('a subscription that was changed at Stripe to an unknown price keeps the plan, and is not written to', async () => {
    const { id, held, send } = await createSubscriber('growth');
    setPrice(held, 'price_of_a_friend');
    await send();
    expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'active' });
    expect(await changePlan(id, 'growth')).toMatchObject({ applied: true, changed: false });
    await expect(changePlan(id, 'pro')).rejects.toThrow('a price that is not for sale here');
    expect(held.items).toMatchObject([{ price: 'price_of_a_friend' }]);
  });

  test('a subscription that was changed at Stripe so that Stripe no longer knows it stays as it is: it belongs to other credentials', async () => {
    const { id, held, send } = await createSubscriber('growth');
    bench.store.subscriptions.delete(held.id);
    await send();
    expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'active' });
    bench.store.subscriptions.set(held.id, held);
    held.status = 'canceled';
    await send();
    expect(await usageOf(id)).toMatchObject({ plan: 'growth', subscriptionStatus: 'canceled' });
  });
});
