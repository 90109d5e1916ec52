// A core dies by kill -9 amid a plan change. Wherever it stops, the account, its subscription and its cap agree once the next core has
// recovered the change, and nobody is asked to pay twice. In the suite a process dies once on each way, as test/billing/core_dies.test.ts
// plays every place in the simulation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { type FailpointName, failpointNames } from '../../server/failpoint.ts';
import { type Counterpart, openSandboxCounterpart } from '../billing/counterpart.ts';
import { expectAgreement as expectAgreementOf } from '../billing/expect_agreement.ts';
import { openStripeBench } from '../billing/stripe_bench.ts';
import { clientOf, startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { isNightly } from '../support/extent.ts';
import { killCoreAt } from './killed_core.ts';

const counterparts: (readonly [string, (databaseUrl: string) => Counterpart | Promise<Counterpart>])[] = [
  ...(isNightly ? [['the sandbox', openSandboxCounterpart] as const] : []),
  ['Stripe', () => openStripeBench()],
];
const planPlaces = failpointNames.filter((name) => name.startsWith('plan_') && name !== 'plan_after_expire');

const placesPlayed = isNightly ? planPlaces : (['plan_after_provider'] as const);

describe.each(counterparts)('with %s', (_name, open) => {
  let databaseUrl: string;
  let counterpart: Counterpart;
  let survivor: TestCore;
  let sql: ReturnType<typeof openInspector>;

  beforeAll(async () => {
    databaseUrl = await createDatabase();
    counterpart = await open(databaseUrl);
    survivor = await startTestCore(databaseUrl, { billing: counterpart.settings });
    sql = openInspector(databaseUrl);
  });
  afterAll(async () => {
    await survivor.stop();
    await counterpart.stop();
    await sql.end();
  });

  const changePlan = (accountId: bigint, plan: string) =>
    clientOf(PlanService, survivor).changePlan({ accountId, plan });

  async function createSubscriber(plan: string): Promise<bigint> {
    const { id } = await survivor.createAccount({ plan: '', paired: false });
    const { checkoutUrl } = await changePlan(id, plan);
    await counterpart.pay(survivor, checkoutUrl ?? '');
    expect((await survivor.usage.getUsage({ accountId: id })).usage?.plan).toBe(plan);
    return id;
  }

  /** Lets a separate core change a plan until it dies at a place. */
  async function killAt(place: FailpointName, accountId: bigint) {
    await killCoreAt(place, databaseUrl, counterpart.environment, (core) =>
      clientOf(PlanService, core).changePlan({ accountId, plan: 'pro' }),
    );
    // The dead core's lease runs out.
    await sql`update billing set intent_leased_until = intent_leased_until - interval '1 hour'`;
  }

  const expectAgreement = (accountId: bigint) =>
    expectAgreementOf({ core: survivor, counterpart, sql }, accountId);

  test.each(placesPlayed)('a switch that dies at %s was made or never is', async (place) => {
    const accountId = await createSubscriber('starter');
    await killAt(place, accountId);
    await survivor.sweepBilling();
    await expectAgreement(accountId);
    const wasMade = planPlaces.indexOf(place) >= planPlaces.indexOf('plan_after_provider');
    expect((await survivor.usage.getUsage({ accountId })).usage?.plan).toBe(wasMade ? 'pro' : 'starter');
    expect(counterpart.countUpdates?.(accountId) ?? 0).toBeLessThan(2);
    expect(await changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: !wasMade });
    await expectAgreement(accountId);
  });

  test.each(placesPlayed.filter((place) => place !== 'plan_after_apply'))(
    'after a checkout that dies at %s there is one whose address somebody has',
    async (place) => {
      const { id: accountId } = await survivor.createAccount({ plan: '', paired: false });
      await killAt(place, accountId);
      await survivor.sweepBilling();
      await expectAgreement(accountId);
      const { checkoutUrl } = await changePlan(accountId, 'pro');
      expect((await changePlan(accountId, 'pro')).checkoutUrl).toBe(checkoutUrl);
      await counterpart.pay(survivor, checkoutUrl ?? '');
      expect(await counterpart.listSubscriptions(accountId)).toEqual([{ plan: 'pro', status: 'active' }]);
      await expectAgreement(accountId);
    },
  );
});
