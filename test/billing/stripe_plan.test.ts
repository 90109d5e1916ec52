// Plan changes over REST with Stripe as the payment provider, against its stateful fake: an account gets exactly what it
// paid for, whatever the card, the connection and Stripe itself do meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser } from '../support/users.ts';
import { openStripeBench, type StripeBench } from './stripe_bench.ts';

let service: SimulatedService;
let bench: StripeBench;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  bench = await openStripeBench(service.simulation.clockOf('Stripe'));
  stack = await startStack({ service, cores: 2, billing: bench.settings });
  sql = openInspector(stack.databaseUrl);
});
afterAll(async () => {
  await sql.end();
  await service.end();
  await bench.stop();
});
beforeEach(() => bench.heal());

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const changePlan = async (account: TestAccount, plan: string) => {
  const { status, json } = await stack.post('/api/v1/plan', account.key, { plan });
  return { status, ...json };
};
const usageOf = async (account: TestAccount) => (await stack.get('/api/v1/usage', account.key)).json;

/** An account with a live subscription, paid at a checkout. */
async function createSubscriber(plan: string): Promise<TestAccount> {
  const account = await stack.createAccount({ plan: '' });
  const { checkout_url: url } = await changePlan(account, plan);
  await during(bench.pay(stack.core, url));
  expect(await usageOf(account)).toMatchObject({ plan, subscription_status: 'active', can_send: true });
  return account;
}

/** Checks that the account, its subscription and its cap agree, and that nothing is left under way. */
async function expectAgreement(account: TestAccount, plan: string) {
  expect(await bench.listSubscriptions(account.id)).toEqual([{ plan, status: 'active' }]);
  const caps: Record<string, number> = { starter: 500, growth: 2_500, pro: 10_000 };
  expect(await usageOf(account)).toMatchObject({ plan, texts_cap: caps[plan] });
  expect(
    await sql`select from billing where account_id = ${account.id} and intent_id is not null`,
  ).toHaveLength(0);
}

describe('the table of outcomes', () => {
  test('without a live subscription: a checkout, and nothing changes until it is paid', async () => {
    const account = await stack.createAccount({ plan: '' });
    const asked = await changePlan(account, 'growth');
    expect(asked).toMatchObject({ status: 200, applied: false, changed: false, method: 'checkout' });
    expect(await usageOf(account)).toMatchObject({ plan: null, reason: 'no_plan' });
    await during(bench.pay(stack.core, asked.checkout_url));
    await expectAgreement(account, 'growth');
  });

  test('with a live subscription: it is switched in place, up and down, and so is the cap', async () => {
    const account = await createSubscriber('starter');
    for (const plan of ['pro', 'growth']) {
      const answer = await changePlan(account, plan);
      expect(answer).toMatchObject({ applied: true, changed: true, method: 'subscription_updated' });
      await expectAgreement(account, plan);
    }
    expect(await changePlan(account, 'growth')).toMatchObject({ applied: true, changed: false });
  });

  test('a payment that no event has reported yet counts at the next plan change', async () => {
    const account = await stack.createAccount({ plan: '' });
    const { checkout_url: url } = await changePlan(account, 'growth');
    await bench.payWithoutEvent(url);
    expect(await changePlan(account, 'growth')).toMatchObject({ applied: true, changed: false });
    await expectAgreement(account, 'growth');
  });

  test('an account has at most one checkout that can be paid, even on two cores at once', async () => {
    const account = await stack.createAccount({ plan: '' });
    const plans = ['starter', 'growth', 'pro', 'pro', 'growth', 'starter'];
    const answers = await Promise.all(plans.map((plan) => changePlan(account, plan)));
    const open = await bench.listOpenCheckouts(account.id);
    expect(open).toHaveLength(1);
    const [row] = await sql`select checkout_id from billing where account_id = ${account.id}`;
    expect(row?.checkout_id).toBe(open[0]);
    for (const { status, code } of answers) expect(status === 200 || code === 'unavailable').toBe(true);
  });

  test('when Stripe cancels a subscription the account keeps its plan and loses the right to send', async () => {
    const account = await createSubscriber('growth');
    await bench.cancel(account.id);
    await during(bench.deliver(stack.core));
    expect(await usageOf(account)).toMatchObject({ plan: 'growth', reason: 'no_subscription' });
    const { checkout_url: url } = await changePlan(account, 'starter');
    await during(bench.pay(stack.core, url));
    await expectAgreement(account, 'starter');
  });
});

describe('a card that is declined', () => {
  test('a card that is declined refuses an upgrade as a whole, and the next attempt is a new one', async () => {
    const account = await createSubscriber('starter');
    bench.setDeclining(account.id, true);
    for (const _ of [1, 2]) {
      const refused = await changePlan(account, 'pro');
      expect([refused.status, refused.code]).toEqual([502, 'payment_error']);
      await expectAgreement(account, 'starter');
    }
    bench.setDeclining(account.id, false);
    expect(await changePlan(account, 'pro')).toMatchObject({ applied: true, changed: true });
    await expectAgreement(account, 'pro');
  });

  test('a card that is declined does not prevent a cheaper plan', async () => {
    const account = await createSubscriber('pro');
    bench.setDeclining(account.id, true);
    expect(await changePlan(account, 'starter')).toMatchObject({ applied: true, changed: true });
    await expectAgreement(account, 'starter');
  });
});

describe('when Stripe does not answer', () => {
  test('an upgrade whose connection breaks after it was done is done once', async () => {
    const account = await createSubscriber('starter');
    bench.dropAfterApplying(1);
    expect(await changePlan(account, 'pro')).toMatchObject({ applied: true, changed: true });
    await expectAgreement(account, 'pro');
    expect(bench.countUpdates(account.id)).toBe(1);
  });

  test('an upgrade of unknown outcome is payment_error, and the same request gets the outcome later', async () => {
    const account = await createSubscriber('starter');
    bench.dropAfterApplying(4);
    const refused = await changePlan(account, 'pro');
    expect([refused.status, refused.code]).toEqual([502, 'payment_error']);
    expect(await changePlan(account, 'pro')).toMatchObject({ applied: true, changed: true });
    await expectAgreement(account, 'pro');
    expect(bench.countUpdates(account.id)).toBe(1);
  });

  test('the sweep settles an upgrade of unknown outcome when nobody asks', async () => {
    const account = await createSubscriber('starter');
    bench.dropAfterApplying(4);
    expect((await changePlan(account, 'pro')).status).toBe(502);
    await during((stack.cores[1] ?? stack.core).sweepBilling());
    await expectAgreement(account, 'pro');
    expect(bench.countUpdates(account.id)).toBe(1);
  });

  test('an upgrade whose answer got lost is looked up at once', async () => {
    const account = await createSubscriber('starter');
    bench.dropAfterApplying(2);
    expect(await changePlan(account, 'pro')).toMatchObject({ applied: true, changed: true });
    await expectAgreement(account, 'pro');
    expect(bench.countUpdates(account.id)).toBe(1);
  });

  test('a checkout of unknown outcome is given up, as nobody has its address, and the next one is the account’s', async () => {
    const account = await stack.createAccount({ plan: '' });
    bench.dropAfterApplying(2);
    expect((await changePlan(account, 'pro')).status).toBe(502);
    const { checkout_url: url } = await changePlan(account, 'pro');
    const [row] = await sql`select checkout_url from billing where account_id = ${account.id}`;
    expect(row?.checkout_url).toBe(url);
    await during(bench.pay(stack.core, url));
    await expectAgreement(account, 'pro');
  });

  test.each([429, 500, 503])('a single %i goes unnoticed', async (status) => {
    const account = await createSubscriber('starter');
    bench.fail(status, 1);
    expect(await changePlan(account, 'pro')).toMatchObject({ applied: true, changed: true });
    await expectAgreement(account, 'pro');
  });

  test.each([429, 503])(
    '%i that stays is payment_error, and the plan change can be asked again',
    async (status) => {
      const account = await createSubscriber('starter');
      bench.fail(status, 1_000);
      const refused = await changePlan(account, 'pro');
      expect([refused.status, refused.code]).toEqual([502, 'payment_error']);
      bench.heal();
      expect(await changePlan(account, 'pro')).toMatchObject({ applied: true });
      await expectAgreement(account, 'pro');
    },
  );

  test('silence is payment_error after the time limit', async () => {
    const account = await createSubscriber('starter');
    bench.silence();
    const refused = await changePlan(account, 'pro');
    expect([refused.status, refused.code]).toEqual([502, 'payment_error']);
    bench.heal();
    expect(await changePlan(account, 'pro')).toMatchObject({ applied: true });
    await expectAgreement(account, 'pro');
  });

  test.each([401, 403])(
    'credentials that are refused with %i are billing_disabled, and nothing is left',
    async (status) => {
      const account = await createSubscriber('starter');
      bench.fail(status, 1_000);
      const refused = await changePlan(account, 'pro');
      expect([refused.status, refused.code]).toEqual([503, 'billing_disabled']);
      bench.heal();
      await expectAgreement(account, 'starter');
    },
  );

  test('a change waits for a call that is under way under the same key', async () => {
    const account = await createSubscriber('starter');
    bench.conflict(2);
    expect(await changePlan(account, 'pro')).toMatchObject({ applied: true, changed: true });
    await expectAgreement(account, 'pro');
  });
});

test('an admin reads when the plan is next paid or ends, and gets to the invoices of their own account only', async () => {
  const account = await createSubscriber('growth');
  const fresh = await stack.createAccount({ plan: '' });
  const roles = [account, fresh].map(({ id }): [bigint, 'admin'] => [id, 'admin']);
  const admin = await createUser(stack.databaseUrl, { roles });
  const ask = (path: string, { id }: TestAccount, method = 'GET') =>
    stack.ask(consoleAsk(`/plan/${path}`, admin.secret, { method, account: id }));
  const [row] = await sql`select subscription_id from billing where account_id = ${account.id}`;
  const held = bench.store.getSubscription(row?.subscription_id);
  const at = new Date(held.periodEnd * 1_000).toISOString();
  expect((await ask('renewal', account)).json).toEqual({ at, ends: false, portal: true });
  held.cancelAt = held.periodEnd;
  expect((await ask('renewal', account)).json).toEqual({ at, ends: true, portal: true });
  const opened = await ask('portal', account, 'POST');
  expect(opened.json.url).toMatch(/^https:\/\/billing\.example\//);
  expect((await ask('renewal', fresh)).json).toEqual({ at: null, ends: false, portal: false });
  const none = await ask('portal', fresh, 'POST');
  expect([none.status, none.json.code]).toEqual([404, 'not_found']);
});
