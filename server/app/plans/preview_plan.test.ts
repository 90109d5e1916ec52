// What a plan change is said to cost is what it then costs, and asking changes nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { begin, monthSeconds } from '../../../test/support/stripe_fake/charges.ts';
import { type StripeFake, startStripeFake } from '../../../test/support/stripe_fake/stripe_fake.ts';
import type { Subscription } from '../../billing/provider.ts';
import { StripeProvider } from '../../billing/stripe.ts';
import type { DowngradeCredit } from '../../billing/stripe_settings.ts';
import { defaultTiers } from '../../domain/plans/tier.ts';
import type { Refusal } from '../../errors.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import { createPreviewPlan, type PreviewPlanOptions } from './preview_plan.ts';

const { clock, run } = simulateEachTest();
let fake: StripeFake;
let provider: StripeProvider;
let subscriptionId: string;
let customerId: string;

beforeAll(async () => {
  fake = await startStripeFake({ clock });
  provider = new StripeProvider({
    secretKey: fake.secretKey,
    webhookSecret: fake.webhookSecret,
    prices: ['starter', 'growth', 'pro'].map((plan) => ({ plan, price: `price_${plan}` })),
    downgradeCredit: 'always',
    apiUrl: fake.url,
    timeoutMs: 2_000,
    publicUrl: 'https://texts.example',
    clock,
    onCall: () => {},
  });
});
beforeEach(() => {
  fake.faults.clear();
  customerId = fake.store.addCustomer().id;
  subscriptionId = begin(fake.store, { customer: customerId, metadata: {}, price: 'price_growth' }).id;
});
afterAll(() => fake.stop());

/** Asks as an account that has the subscription, or no live one. */
function preview(
  plan: string,
  options: {
    isLive?: boolean;
    unfinished?: Subscription;
    account?: Partial<AccountRow>;
    parts?: undefined;
    credit?: DowngradeCredit;
  } = {},
) {
  const { isLive = true, account = {} } = options;
  const refresh = async () => ({
    live: (isLive && (await provider.retrieveSubscription(subscriptionId))) || null,
    unfinished: options.unfinished ?? null,
    customerId: null,
    checkout: null,
  });
  const fresh = { exempt: false, plan: null, subscriptionStatus: null, textsUsed: 0, period: '2026-01-01' };
  const found = { ...fresh, ...account } as AccountRow;
  const store = { findAccount: async (id: bigint) => (id === 1n ? found : undefined) };
  const parts: PreviewPlanOptions['parts'] = 'parts' in options ? undefined : { provider, refresh };
  const { credit = 'always' } = options;
  return createPreviewPlan({ store, clock, tiers: defaultTiers, parts, credit })(1n, plan);
}

const invoicesOf = () =>
  [...fake.store.invoices.values()].filter(({ subscription }) => subscription === subscriptionId);
const change = (plan: string, isUpgrade: boolean) =>
  provider.switchSubscription({
    accountId: 1n,
    subscriptionId,
    plan,
    isUpgrade,
    isCredited: true,
    key: `${subscriptionId}.${plan}`,
  });

describe('with a live subscription', () => {
  test('an upgrade: what is charged at once is what was said', async () => {
    await run((monthSeconds / 3) * 1_000);
    const before = JSON.stringify([...fake.store.subscriptions, ...fake.store.invoices]);
    const said = await preview('pro');
    expect(said).toMatchObject({ plan: 'pro', appliedNow: true, currency: 'usd' });
    expect(JSON.stringify([...fake.store.subscriptions, ...fake.store.invoices])).toBe(before);
    await change('pro', true);
    const charged = invoicesOf().at(-1)?.dueCents ?? 0;
    expect(charged).toBeGreaterThan(0);
    expect(said.amountDueCents).toBe(charged);
    expect(said.detail).toContain(`${(charged / 100).toFixed(2)} USD is charged now`);
  });

  test('a downgrade: nothing now, and the next invoice is what was said', async () => {
    await run((monthSeconds / 3) * 1_000);
    const said = await preview('starter');
    expect(said).toMatchObject({ appliedNow: true, amountDueCents: 0 });
    await change('starter', false);
    expect(invoicesOf()).toHaveLength(1);
    const { dueCents } = fake.renew(subscriptionId) as { dueCents: number };
    expect(said.detail).toContain(`next invoice will be about ${(dueCents / 100).toFixed(2)} USD`);
  });

  test('where the operator wants it so, a downgrade below what was used pays nothing back, and says so', async () => {
    await run((monthSeconds / 3) * 1_000);
    const period = `${new Date(clock.nowMs()).toISOString().slice(0, 7)}-01`;
    const used = (textsUsed: number) => ({ credit: 'unless_used' as const, account: { textsUsed, period } });
    const [within, above] = [await preview('starter', used(500)), await preview('starter', used(501))];
    expect(within.detail).not.toContain('paid back');
    expect(above.detail).toContain('about 9.00 USD, as more than that plan has was used');
  });

  test('the plan that it is on costs nothing', async () => {
    fake.calls.length = 0;
    expect(await preview('growth')).toMatchObject({ appliedNow: true, amountDueCents: 0 });
    expect(fake.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  test('a provider that fails is said to, as a plan change would', async () => {
    fake.store.subscriptions.delete(subscriptionId);
    const parts = { provider, refresh: async () => ({ live: { id: 'sub_x', plan: 'growth' } }) as never };
    const store = { findAccount: async () => ({ exempt: false }) as AccountRow };
    const options = { store, clock, tiers: defaultTiers, parts, credit: 'always' as const };
    const asked = createPreviewPlan(options)(1n, 'pro');
    await expect(asked).rejects.toMatchObject({ code: 'payment_error' });
  });
});

test('what is owed for an earlier subscription is paid first', async () => {
  const unfinished = { id: 'sub_1', status: 'unpaid' } as Subscription;
  expect(await preview('pro', { isLive: false, unfinished })).toMatchObject({
    appliedNow: false,
    amountDueCents: null,
    detail: expect.stringContaining('An earlier subscription is not paid'),
  });
});

test('without one: the price of a month, on a page', async () => {
  const said = await preview('pro', { isLive: false });
  expect(said).toMatchObject({ appliedNow: false, amountDueCents: 7_900 });
  expect(said.detail).toContain('79.00 USD a month');
});

test('a plan that was set by hand is the account’s already', async () => {
  const account = { plan: 'pro', subscriptionStatus: 'active' };
  expect(await preview('pro', { isLive: false, account })).toMatchObject({
    appliedNow: true,
    amountDueCents: 0,
  });
  expect(await preview('starter', { isLive: false, account })).toMatchObject({ appliedNow: false });
});

test('what a plan change refuses, its preview refuses', async () => {
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'none',
      (error: Refusal) => error.code,
    );
  expect(await codeOf(preview('gold'))).toBe('unknown_plan');
  expect(await codeOf(preview('pro', { account: { exempt: true } }))).toBe('exempt_account');
  expect(await codeOf(preview('pro', { parts: undefined }))).toBe('billing_disabled');
  const store = { findAccount: async () => undefined };
  const unknown = { store, clock, tiers: defaultTiers, parts: undefined, credit: 'always' as const };
  expect(await codeOf(createPreviewPlan(unknown)(9n, 'pro'))).toBe('not_found');
});
