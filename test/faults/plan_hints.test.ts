// A core dies by kill -9 while it applies an event of Stripe or a payment on the sandbox's page: the event comes again
// and is applied, and the sweep finds the payment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { failpointNames } from '../../server/failpoint.ts';
import { openSandboxCounterpart } from '../billing/counterpart.ts';
import { openStripeBench, type StripeBench } from '../billing/stripe_bench.ts';
import { clientOf, startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { killCoreAt } from './killed_core.ts';

let databaseUrl: string;
let bench: StripeBench;
let survivor: TestCore;
let sql: ReturnType<typeof openInspector>;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  bench = await openStripeBench();
  survivor = await startTestCore(databaseUrl, { billing: bench.settings });
  sql = openInspector(databaseUrl);
});
afterAll(async () => {
  await survivor.stop();
  await bench.stop();
  await sql.end();
});

const usageOf = async (core: TestCore, accountId: bigint) => (await core.usage.getUsage({ accountId })).usage;

test.each(failpointNames.filter((name) => name.startsWith('event_')))(
  'an event that dies at %s is applied when it comes again',
  async (place) => {
    const { id: accountId } = await survivor.createAccount({ plan: '', paired: false });
    const { checkoutUrl = '' } = await clientOf(PlanService, survivor).changePlan({ accountId, plan: 'pro' });
    await bench.payWithoutEvent(checkoutUrl);
    const events = bench.takeEvents();
    const last = events.at(-1);
    await killCoreAt(place, databaseUrl, bench.environment, (core) =>
      clientOf(PlanService, core).receiveEvent({ ...last }),
    );
    for (const event of events.reverse()) await clientOf(PlanService, survivor).receiveEvent(event);
    expect(await usageOf(survivor, accountId)).toMatchObject({
      plan: 'pro',
      textsCap: 10_000n,
      canSend: false,
    });
    expect((await usageOf(survivor, accountId))?.subscriptionStatus).toBe('active');
    const [row] = await sql`select checkout_id from billing where account_id = ${accountId}`;
    expect(row?.checkout_id).toBeNull();
    expect(await sql`select id from billing_event where applied_at is null`).toHaveLength(0);
  },
);

test('the sweep finds a payment on the sandbox’s page whose core died before it applied it', async () => {
  const sandboxUrl = await createDatabase();
  const sandbox = openSandboxCounterpart(sandboxUrl);
  const core = await startTestCore(sandboxUrl, { billing: sandbox.settings });
  const inspector = openInspector(sandboxUrl);
  try {
    const { id: accountId } = await core.createAccount({ plan: '', paired: false });
    const { checkoutUrl = '' } = await clientOf(PlanService, core).changePlan({ accountId, plan: 'pro' });
    const id = checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
    await killCoreAt('sandbox_after_action', sandboxUrl, sandbox.environment, (victim) =>
      clientOf(PlanService, victim).actOnSandboxCheckout({ id, action: SandboxAction.PAY }),
    );
    expect((await usageOf(core, accountId))?.plan).toBeUndefined();
    await inspector`update billing set checked_at = checked_at - interval '61 minutes'`;
    await core.sweepBilling();
    expect(await usageOf(core, accountId)).toMatchObject({ plan: 'pro', subscriptionStatus: 'active' });
  } finally {
    await core.stop();
    await sandbox.stop();
    await inspector.end();
  }
});
