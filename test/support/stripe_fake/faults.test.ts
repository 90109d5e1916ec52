// Bad days: what the real library makes of them, and that nothing is done twice.
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { openLibrary, subscribe } from './library.ts';
import { type StripeFake, startStripeFake } from './stripe_fake.ts';

const { clock, run } = simulateEachTest();

let fake: StripeFake;
let stripe: Stripe;
let held: Stripe.Subscription;

beforeEach(async () => {
  fake = await startStripeFake({ clock });
  stripe = openLibrary(fake);
  held = await subscribe(fake, stripe, 'price_starter');
  fake.calls.length = 0;
});
afterEach(() => fake.stop());

const switchTo = (price: string, idempotencyKey: string) =>
  stripe.subscriptions.update(
    held.id,
    {
      items: [{ id: held.items.data[0]?.id as string, price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    },
    { idempotencyKey },
  );
const failureOf = (work: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );
const updates = () => fake.store.getSubscription(held.id).updates;
const statuses = () => fake.calls.map(({ status }) => status);
const update = { method: 'POST', path: '/v1/subscriptions/' } as const;

describe('an idempotency key', () => {
  test('an idempotency key repeats what was answered first, and does nothing again', async () => {
    const first = await switchTo('price_pro', 'a');
    const again = await switchTo('price_pro', 'a');
    expect(again).toEqual(first);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect([updates(), fake.calls.map(({ isReplay }) => isReplay)]).toEqual([1, [false, true]]);
  });

  test('an idempotency key repeats a decline even when the card works again; a new key asks anew', async () => {
    fake.setCard(String(held.customer), 'declined');
    expect((await failureOf(switchTo('price_pro', 'a'))).statusCode).toBe(402);
    fake.setCard(String(held.customer), 'ok');
    const replayed = await failureOf(switchTo('price_pro', 'a'));
    expect([replayed.statusCode, replayed.headers?.['idempotent-replayed']]).toEqual([402, 'true']);
    await switchTo('price_pro', 'b');
    expect(updates()).toBe(1);
  });

  test('an idempotency key with other parameters or for something else is refused', async () => {
    await switchTo('price_pro', 'a');
    expect(await failureOf(switchTo('price_growth', 'a'))).toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
    expect(await failureOf(stripe.customers.create({}, { idempotencyKey: 'a' }))).toMatchObject({
      statusCode: 400,
      rawType: 'idempotency_error',
    });
    expect(updates()).toBe(1);
  });

  test('an idempotency key whose request is still carried out is in use', async () => {
    const hold = fake.faults.holdBeforeApplying(update);
    const first = switchTo('price_pro', 'a');
    await hold.held;
    expect(await failureOf(switchTo('price_pro', 'a'))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    expect(updates()).toBe(0);
    hold.release();
    await first;
    expect(updates()).toBe(1);
  });

  test('an idempotency key is forgotten after 24 hours', async () => {
    await switchTo('price_pro', 'a');
    await run(24 * 3_600_000);
    await switchTo('price_pro', 'a');
    expect(fake.calls.map(({ isReplay }) => isReplay)).toEqual([false, false]);
  });

  test('an idempotency key keeps no answer of a request that was never begun', async () => {
    for (const _ of [1, 2])
      await failureOf(stripe.subscriptions.update('sub_none', {}, { idempotencyKey: 'a' }));
    fake.faults.fail(429, update);
    await failureOf(switchTo('price_pro', 'b'));
    await switchTo('price_pro', 'b');
    expect(statuses()).toEqual([404, 404, 429, 200]);
    expect(fake.calls.some(({ isReplay }) => isReplay)).toBe(false);
  });
});

describe('a connection', () => {
  test('a connection that closes after everything was done is tried again under the same key, with one effect', async () => {
    fake.faults.dropAfterApplying(update);
    await switchTo('price_pro', 'a');
    expect(statuses()).toEqual(['dropped', 200]);
    expect(fake.calls.map(({ idempotencyKey, isReplay }) => [idempotencyKey, isReplay])).toEqual([
      ['a', false],
      ['a', true],
    ]);
    expect(updates()).toBe(1);
  });

  test('a connection that closes without a key of ours is tried again under the same key as well', async () => {
    fake.faults.dropAfterApplying({ path: '/v1/customers' });
    const before = fake.store.customers.size;
    await stripe.customers.create();
    expect(fake.store.customers.size).toBe(before + 1);
  });

  test('a connection that closes again and again is a failure whose outcome only Stripe knows', async () => {
    fake.faults.dropAfterApplying({ ...update, times: 2 });
    expect(await failureOf(switchTo('price_pro', 'a'))).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(updates()).toBe(1);
    fake.faults.dropBeforeApplying({ ...update, times: 2 });
    expect(await failureOf(switchTo('price_growth', 'b'))).toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    expect(updates()).toBe(1);
  });

  test('a connection on which nothing comes ends with the time limit of the library, and the work may still be done', async () => {
    stripe = openLibrary(fake, { timeoutMs: 50 });
    const hold = fake.faults.holdBeforeApplying(update);
    const failure = failureOf(switchTo('price_pro', 'a'));
    await hold.held;
    expect((await failure).message).toMatch(/timeout/);
    expect(updates()).toBe(0);
    hold.release();
    stripe = openLibrary(fake);
    await switchTo('price_growth', 'b');
    expect(updates()).toBe(2);
  });

  test('a connection whose answer is late shows what is done already', async () => {
    const hold = fake.faults.holdAnswer(update);
    const work = switchTo('price_pro', 'a');
    await hold.held;
    expect(updates()).toBe(1);
    hold.release();
    expect((await work).items.data[0]?.price.id).toBe('price_pro');
  });
});

describe('Stripe itself', () => {
  test.each([
    [429, Stripe.errors.StripeRateLimitError],
    [500, Stripe.errors.StripeAPIError],
    [503, Stripe.errors.StripeAPIError],
  ])('fails with %i, once, and has done nothing', async (status, kind) => {
    fake.faults.fail(status, { ...update, retryAfterSeconds: 3 });
    const failure = await failureOf(switchTo('price_pro', 'a'));
    expect(failure).toBeInstanceOf(kind);
    expect(failure.headers?.['retry-after']).toBe('3');
    expect(updates()).toBe(0);
    await switchTo('price_pro', 'a');
    expect(updates()).toBe(1);
  });

  test('Stripe itself keeps a failure that happened while it worked', async () => {
    fake.faults.failWhileWorking(500, update);
    await failureOf(switchTo('price_pro', 'a'));
    const again = await failureOf(switchTo('price_pro', 'a'));
    expect([again.statusCode, again.headers?.['idempotent-replayed']]).toEqual([500, 'true']);
    expect(updates()).toBe(0);
  });

  test('Stripe itself says of a key that it is in use, or declines, when a test wants it so', async () => {
    fake.faults.conflict(update);
    fake.faults.decline(update);
    expect((await failureOf(switchTo('price_pro', 'a'))).statusCode).toBe(409);
    expect((await failureOf(switchTo('price_pro', 'a'))).statusCode).toBe(402);
    expect(updates()).toBe(0);
  });
});

test('a fault waits for the request that it is for, and clearing ends all of them', async () => {
  fake.faults.fail(503, update);
  fake.faults.fail(500, { method: 'GET', times: 2 });
  fake.faults.fail(500, { method: 'GET', path: '/v1/checkout/' });
  await stripe.customers.create();
  for (const _ of [1, 2])
    expect((await failureOf(stripe.subscriptions.retrieve(held.id))).statusCode).toBe(500);
  expect((await failureOf(switchTo('price_pro', 'a'))).statusCode).toBe(503);
  const hold = fake.faults.holdBeforeApplying();
  const waiting = stripe.customers.list();
  await hold.held;
  fake.faults.clear();
  await waiting;
  await stripe.checkout.sessions.list();
});
