// No core logs a secret that lets somebody pay, sign or act for the operator at Stripe, whatever Stripe answers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { type ScriptedStripe, startScriptedStripe } from '../../server/billing/testing/scripted_stripe.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { sendRequest } from '../support/http_client.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

const secretKey = 'sk_test_canary4711canary';
const webhookSecret = 'whsec_canary4712canary';
let stripe: ScriptedStripe;
let databaseUrl: string;

beforeAll(async () => {
  stripe = await startScriptedStripe();
  databaseUrl = await createDatabase();
});
afterAll(() => stripe.stop());

const settle = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (answer) => JSON.stringify(answer, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    (error: unknown) => String(error),
  );

const createAccount = async (core: CoreProcess): Promise<bigint> => {
  const created = await operatorOf(core).createAccount({ name: 'Logs', country: 'US' });
  return created.account?.id as bigint;
};

/** Stops a core, and returns all its output and metrics. */
async function wordsOf(core: CoreProcess): Promise<string> {
  const { text } = await sendRequest(`http://127.0.0.1:${core.opsPort}`, { path: '/metrics' });
  expect(await core.stop()).toBe(0);
  expect(core.output()).toContain('the core serves');
  return core.output() + text;
}

test("Stripe's keys, messages and events are in no log, no metric and no answer", async () => {
  const core = await startCoreProcess(databaseUrl, {
    LOG_LEVEL: 'trace',
    TEXTRELAY_BILLING: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    TEXTRELAY_STRIPE_PRICES: 'starter=price_s,growth=price_g,pro=price_p',
    TEXTRELAY_STRIPE_API_URL: stripe.url,
  });
  const accountId = await createAccount(core);
  const plan = clientOf(PlanService, core);
  const answers: string[] = [];
  for (const status of [400, 401, 402, 403, 404, 409, 429, 500, 503]) {
    stripe.answer({
      status,
      body: { error: { message: `${secretKey} canary4713`, code: 'any', type: 'any' } },
    });
    answers.push(await settle(plan.changePlan({ accountId, plan: 'pro' })));
  }
  stripe.answer('drop');
  answers.push(await settle(plan.changePlan({ accountId, plan: 'pro' })));
  expect(stripe.asked[0]?.authorization).toBe(`Bearer ${secretKey}`);
  for (const [payload, signature] of [
    ['{"canary4714":1}', 't=1,v1=canary4715'],
    ['canary4716', ''],
  ] as const)
    answers.push(
      await settle(clientOf(PlanService, core).receiveEvent({ payload: Buffer.from(payload), signature })),
    );
  expect(
    answers.filter((answer) => /payment provider|signature or body/.test(answer)).length,
  ).toBeGreaterThan(9);
  const found = [...(await wordsOf(core)).split('\n'), ...answers].filter((line) => line.includes('canary'));
  expect(found).toEqual([]);
});

test('the secret name of a checkout is in no log and no metric', async () => {
  const core = await startCoreProcess(databaseUrl, { LOG_LEVEL: 'trace', TEXTRELAY_BILLING: 'sandbox' });
  const accountId = await createAccount(core);
  const { checkoutUrl = '' } = await clientOf(PlanService, core).changePlan({ accountId, plan: 'pro' });
  const id = checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
  expect(id).toHaveLength(43);
  const page = clientOf(PlanService, core);
  for (const action of [SandboxAction.DECLINE, 99 as SandboxAction, SandboxAction.PAY, SandboxAction.CANCEL])
    await settle(page.actOnSandboxCheckout({ id, action }));
  const lines = (await wordsOf(core)).split('\n');
  expect(lines.filter((line) => line.includes(id))).toEqual([]);
});
