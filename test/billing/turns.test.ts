// One plan change at a time for each account, on two cores: the second one waits, a dead core's is recovered, and
// sends go on meanwhile.

import { ConnectError } from '@connectrpc/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { createIntentId } from '../../server/domain/plans/plan_intent.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf, type TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';

let service: SimulatedService;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;
const tiers = [
  { plan: 'starter', name: 'Starter', textsCap: 5, priceCents: 1, currency: 'usd' },
  { plan: 'growth', name: 'Growth', textsCap: 20, priceCents: 2, currency: 'usd' },
  { plan: 'pro', name: 'Pro', textsCap: 1_000, priceCents: 3, currency: 'usd' },
];

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, billing: { provider: 'sandbox' }, tiers });
  sql = openInspector(stack.databaseUrl);
});
afterAll(async () => {
  await sql.end();
  await service.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const nowMs = () => service.simulation.time.nowMs();

/** Begins a plan change; time has to pass until it is answered. */
const beginChange = ({ id: accountId }: TestAccount, plan: string, core = 0) =>
  clientOf(PlanService, stack.cores[core] ?? stack.core).changePlan({ accountId, plan });
const changePlan = (account: TestAccount, plan: string, core = 0) => during(beginChange(account, plan, core));

const settle = (work: Promise<{ checkoutUrl?: string }>) =>
  work.then(
    (answer) => ({ url: answer.checkoutUrl, code: undefined }),
    (error) => ({ url: undefined, code: ConnectError.from(error).findDetails(ErrorDetailSchema)[0]?.code }),
  );

async function createSubscriber(plan: string): Promise<TestAccount> {
  const account = await stack.createAccount({ plan: '' });
  const { checkoutUrl = '' } = await changePlan(account, plan);
  const id = checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
  await during(clientOf(PlanService, stack.core).actOnSandboxCheckout({ id, action: SandboxAction.PAY }));
  return account;
}

/** Reads the database directly, because a moving clock ends the core's own statements early. */
const planOf = async ({ id }: TestAccount): Promise<string | null> =>
  (await sql`select plan from account where id = ${id}`)[0]?.plan;
const subscriptionsOf = ({ id }: TestAccount) =>
  sql`select id, plan from sandbox_subscription where account_id = ${id}`;
const openCheckouts = ({ id }: TestAccount) =>
  sql`select id from sandbox_checkout where account_id = ${id} and state = 'open'`;

/** Makes a plan change that another core holds until its lease runs out, in milliseconds from now. */
async function leaveIntent({ id }: TestAccount, word: string, plan: string, leaseMs: number) {
  const until = new Date(nowMs() + leaseMs);
  await sql`insert into billing (account_id, version, checked_at) values (${id}, 0, ${until}) on conflict do nothing`;
  await sql`update billing set intent_id = ${word}, intent_plan = ${plan}, intent_holder = 'another',
    intent_leased_until = ${until} where account_id = ${id}`;
}

test('many requests at once, on two cores and for several plans, leave one open checkout', async () => {
  const account = await stack.createAccount({ plan: '' });
  const plans = ['starter', 'growth', 'pro', 'pro', 'growth', 'starter', 'pro', 'growth'];
  const answers = await Promise.all(plans.map((plan, index) => settle(changePlan(account, plan, index % 2))));
  const open = await openCheckouts(account);
  expect(open).toHaveLength(1);
  const urls = answers.flatMap(({ url }) => url ?? []);
  expect(urls.some((url) => url.endsWith(open[0]?.id))).toBe(true);
  for (const { url, code } of answers) expect(url !== undefined || code === ErrorCode.UNAVAILABLE).toBe(true);
});

test('after many switches at once, the account and its subscription are on the same plan', async () => {
  const account = await createSubscriber('starter');
  const plans = ['growth', 'pro', 'starter', 'pro', 'growth', 'growth'];
  await Promise.all(plans.map((plan, index) => settle(changePlan(account, plan, index % 2))));
  const [subscription, ...others] = await subscriptionsOf(account);
  expect(others).toEqual([]);
  expect(await planOf(account)).toBe(subscription?.plan);
});

test('the second request waits for about ten seconds, and is then asked to come back', async () => {
  const account = await createSubscriber('starter');
  const [subscription] = await subscriptionsOf(account);
  await leaveIntent(account, createIntentId('upgrade', nowMs(), subscription?.id), 'pro', 60_000);
  const startMs = nowMs();
  const { code } = await settle(changePlan(account, 'growth', 1));
  expect(code).toBe(ErrorCode.UNAVAILABLE);
  expect(nowMs() - startMs).toBeGreaterThanOrEqual(10_000);
  expect(await planOf(account)).toBe('starter');
});

test('the second request goes on as soon as the first one is done', async () => {
  const account = await createSubscriber('starter');
  await leaveIntent(account, createIntentId('claimed', nowMs()), 'pro', 60_000);
  const second = settle(beginChange(account, 'growth', 1));
  await service.simulation.idle();
  await sql`update billing set intent_id = null where account_id = ${account.id}`;
  await during(second);
  expect(await planOf(account)).toBe('growth');
});

test('a dead core’s plan change is finished first, once its lease has run out', async () => {
  const account = await createSubscriber('starter');
  const [subscription] = await subscriptionsOf(account);
  await leaveIntent(account, createIntentId('upgrade', nowMs(), subscription?.id), 'pro', 5_000);
  const answer = await changePlan(account, 'pro', 1);
  expect(answer).toMatchObject({ applied: true, changed: true });
  expect(await planOf(account)).toBe('pro');
});

test('the sweep ends a plan change that was left within half a minute after its lease, and does not carry it out', async () => {
  const account = await createSubscriber('starter');
  const [subscription] = await subscriptionsOf(account);
  await leaveIntent(account, createIntentId('upgrade', nowMs(), subscription?.id), 'pro', 10_000);
  await during(stack.core.sweepBilling());
  const left = () => sql`select from billing where account_id = ${account.id} and intent_id is not null`;
  expect(await left()).toHaveLength(1);
  await service.simulation.run('40 s');
  expect(await left()).toEqual([]);
  expect(await planOf(account)).toBe('starter');
});

test('sends during a switch see the old cap or the new one, and never more than the new one are taken', async () => {
  const account = await createSubscriber('starter');
  const send = (index: number) =>
    stack.core.messages.sendMessages({
      texts: [{ accountId: account.id, address: '+15005550006', body: `text ${index}` }],
    });
  const [sent, switched] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, (_, index) => send(index))),
    changePlan(account, 'growth', 1),
  ]);
  const outcomes = sent.map(({ results }) => results[0]?.outcome);
  const accepted = outcomes.filter((outcome) => outcome?.case === 'accepted');
  expect(accepted.length).toBeGreaterThanOrEqual(5);
  expect(accepted.length).toBeLessThanOrEqual(20);
  for (const outcome of outcomes) {
    if (outcome?.case === 'accepted') expect([5n, 20n]).toContain(outcome.value.usage?.textsCap);
    if (outcome?.case === 'error') expect(outcome.value.code).toBe(ErrorCode.CAP_REACHED);
  }
  expect(switched.usage?.textsCap).toBe(20n);
  const [used] = await sql`select texts_used from account where id = ${account.id}`;
  expect(used?.texts_used).toBe(accepted.length);
  // After the answer the new cap holds for every send.
  const left = 20 - accepted.length;
  for (let index = 0; index < left; index++)
    expect((await send(index)).results[0]?.outcome.case).toBe('accepted');
  expect((await send(99)).results[0]?.outcome.case).toBe('error');
});

test('a plan change that was left for a day is looked up and not repeated', async () => {
  const account = await createSubscriber('starter');
  const [subscription] = await subscriptionsOf(account);
  const dayMs = 86_400_000;
  const word = createIntentId('upgrade', nowMs() - dayMs, subscription?.id);
  await leaveIntent(account, word, 'pro', 5_000 - dayMs);
  await during(stack.core.sweepBilling());
  const ended = await sql`select from billing where account_id = ${account.id} and intent_id is null`;
  expect(ended).toHaveLength(1);
  expect(await planOf(account)).toBe('starter');
  expect(await changePlan(account, 'pro')).toMatchObject({ applied: true, changed: true });
});
