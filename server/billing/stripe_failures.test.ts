// What a call of Stripe comes to when it fails: whether anything may have been done decides what happens next.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { ProviderFailure } from './provider.ts';
import { StripeProvider } from './stripe.ts';
import { type ScriptedStripe, type StripeAnswer, startScriptedStripe } from './testing/scripted_stripe.ts';
import {
  newCheckout,
  ok,
  refused,
  sampleSettings,
  session,
  subscription,
  upgrade,
} from './testing/stripe_samples.ts';

const calls: string[] = [];
let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.stop());

const open = (timeoutMs = 2_000, apiUrl = stripe.url) =>
  new StripeProvider({
    ...sampleSettings,
    apiUrl,
    timeoutMs,
    clock: systemClock,
    onCall: (call, outcome) => calls.push(`${call} ${outcome}`),
  });

describe('what goes wrong', () => {
  const failureOf = async (work: Promise<unknown>): Promise<ProviderFailure> => {
    const failure = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(String((failure as Error).message)).not.toMatch(/canary/);
    return failure as ProviderFailure;
  };

  test.each([
    ['a card that is declined', refused(402, { type: 'card_error', code: 'card_declined' }), 'declined', 1],
    ['a key that is refused', refused(401, { type: 'invalid_request_error' }), 'misconfigured', 1],
    ['a key that may not do it', refused(403, { type: 'invalid_request_error' }), 'misconfigured', 1],
    ['a request that is refused', refused(400, { type: 'invalid_request_error' }), 'rejected', 1],
    ['a key that was used for something else', refused(400, { type: 'idempotency_error' }), 'rejected', 1],
    ['a limit that stays', refused(429, { code: 'rate_limit' }), 'unreached', 3],
    [
      'a bank that wants to ask the payer',
      refused(402, { type: 'card_error', code: 'subscription_payment_intent_requires_action' }),
      'payer_needed',
      1,
    ],
    [
      'a customer without a card',
      refused(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'This customer has no attached payment source or default payment method.',
      }),
      'payer_needed',
      1,
    ],
    ['a failure that stays', refused(500, { type: 'api_error' }), 'failed', 3],
    [
      'a failure that need not be repeated',
      refused(503, {}, { 'stripe-should-retry': 'false' }),
      'failed',
      1,
    ],
    [
      'a failure that is kept under the key',
      refused(500, {}, { 'idempotent-replayed': 'true' }),
      'rejected',
      1,
    ],
    ['an answer that is no JSON', { status: 200, body: undefined } as StripeAnswer, 'failed', 1],
    ['a connection that closes, again and again', 'drop' as StripeAnswer, 'failed', 2],
  ])('%s', async (_name, answer, kind, times) => {
    stripe.answer(answer);
    expect((await failureOf(open().openCheckout(newCheckout))).kind).toBe(kind);
    expect(stripe.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      Array(times).fill(newCheckout.key),
    );
    expect(calls.at(-1)).toBe(`open_checkout ${kind}`);
  });

  test.each([
    ['a call that is in flight under the same key', refused(409, { code: 'idempotency_key_in_use' })],
    ['a limit', refused(429, { code: 'rate_limit' })],
    ['a failure', refused(503)],
    ['a closed connection', 'drop' as StripeAnswer],
  ])('%s is repeated under its key until there is an answer', async (_name, answer) => {
    stripe.answer(answer, ok(session()));
    expect(await open().openCheckout(newCheckout)).toMatchObject({ id: 'cs_1' });
    expect(stripe.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      newCheckout.key,
      newCheckout.key,
    ]);
    expect(calls.at(-1)).toBe('open_checkout ok');
  });

  test.each([
    ['a failure', refused(500, { type: 'api_error' })],
    ['a closed connection', 'drop' as StripeAnswer],
  ])('%s before a limit leaves unknown what became of the call', async (_name, first) => {
    stripe.answer(first, refused(429, { code: 'rate_limit' }));
    expect((await failureOf(open().openCheckout(newCheckout))).kind).toBe('failed');
  });

  test('a connection that is refused means that nothing was done', async () => {
    const gone = await startScriptedStripe();
    await gone.stop();
    expect((await failureOf(open(2_000, gone.url).openCheckout(newCheckout))).kind).toBe('unreached');
  });

  test('the asking for a switch ends when its key is used up, by us or by the switch', async () => {
    const inUse = refused(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    for (const [answer, isEnded] of [
      [ok(subscription()), true],
      [refused(404), true],
      [refused(500, {}, { 'idempotent-replayed': 'true' }), true],
      [refused(400, { type: 'idempotency_error' }), false],
    ] as const) {
      stripe.answer(answer);
      expect(await open().endSwitch(upgrade)).toBe(isEnded);
      expect(stripe.asked).toMatchObject([
        {
          path: '/v1/subscriptions/sub_1',
          idempotencyKey: upgrade.key,
          fields: { 'metadata[account_id]': '42' },
        },
      ]);
    }
    stripe.answer(inUse);
    expect(await open(500).endSwitch(upgrade)).toBe(false);
    stripe.answer(refused(429));
    expect((await failureOf(open(500).endSwitch(upgrade))).kind).toBe('unreached');
  });

  test('silence ends with the time limit, once', async () => {
    stripe.answer('silent');
    expect((await failureOf(open(100).openCheckout(newCheckout))).kind).toBe('failed');
    expect(stripe.asked).toHaveLength(1);
  });

  test('repeats end with the time limit', async () => {
    stripe.answer(refused(409, { code: 'idempotency_key_in_use' }));
    expect((await failureOf(open(500).openCheckout(newCheckout))).kind).toBe('failed');
    expect(stripe.asked.length).toBeLessThan(4);
  });
});
