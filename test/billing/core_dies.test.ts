// A core is killed at every place of a plan change, of an event of Stripe and of the sandbox's page: the account, its subscription and
// its checkout agree afterwards, and nobody pays twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { type FailpointName, failpointNames } from '../../server/failpoint.ts';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Counterpart, openSandboxCounterpart } from './counterpart.ts';
import { expectAgreement as expectAgreementOf } from './expect_agreement.ts';
import { openStripeBench, type StripeBench } from './stripe_bench.ts';
import { checkoutIn } from './stripe_settings.ts';

const counterparts: [string, (service: SimulatedService) => Counterpart | Promise<Counterpart>][] = [
  ['the sandbox', ({ databaseUrl }) => openSandboxCounterpart(databaseUrl)],
  ['Stripe', ({ simulation }) => openStripeBench(simulation.clockOf('Stripe'))],
];
const places = failpointNames.filter((name) => name.startsWith('plan_') && name !== 'plan_after_expire');

let service: SimulatedService;
let counterpart: Counterpart;
let survivor: SimulatedCore;
let sql: ReturnType<typeof openInspector>;

const begin = async (open: (typeof counterparts)[number][1]) => {
  service = await SimulatedService.begin();
  counterpart = await open(service);
  survivor = await service.startCore({ billing: counterpart.settings });
  sql = openInspector(service.databaseUrl);
};
const end = async () => {
  await service.end();
  await counterpart.stop();
  await sql.end();
};

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const changePlan = (accountId: bigint, plan: string, core = survivor) =>
  during(clientOf(PlanService, core).changePlan({ accountId, plan }));
const pay = (checkoutUrl = '') => during(counterpart.pay(survivor, checkoutUrl));
const sweep = () => during(survivor.sweepBilling());

async function createSubscriber(plan: string): Promise<bigint> {
  const { id } = await survivor.createAccount({ plan: '', paired: false });
  await pay((await changePlan(id, plan)).checkoutUrl);
  expect((await survivor.usage.getUsage({ accountId: id })).usage?.plan).toBe(plan);
  return id;
}

/** Lets another core work until it dies at a place. */
async function killAt(place: FailpointName, work: (core: SimulatedCore) => Promise<unknown>) {
  let isDead = false;
  const victim: SimulatedCore = await service.startCore({
    billing: counterpart.settings,
    failpoint(passed) {
      if (passed !== place) return;
      isDead = true;
      victim.kill();
      throw new Error('it was killed');
    },
  });
  await expect(work(victim)).rejects.toThrow();
  expect(isDead).toBe(true);
}

/** Lets another core change a plan until it dies at a place, and its lease runs out. */
async function killChangeAt(place: FailpointName, accountId: bigint) {
  await killAt(place, (core) => changePlan(accountId, 'pro', core));
  service.simulation.leap('1 h');
}

const expectAgreement = (accountId: bigint) =>
  expectAgreementOf({ core: survivor, counterpart, sql }, accountId);

describe.each(counterparts)('with %s', (_name, open) => {
  beforeAll(() => begin(open));
  afterAll(end);

  test.each(places)('a switch that dies at %s was made or never is', async (place) => {
    const accountId = await createSubscriber('starter');
    await killChangeAt(place, accountId);
    await sweep();
    await expectAgreement(accountId);
    const wasMade = places.indexOf(place) >= places.indexOf('plan_after_provider');
    expect((await survivor.usage.getUsage({ accountId })).usage?.plan).toBe(wasMade ? 'pro' : 'starter');
    expect(counterpart.countUpdates?.(accountId) ?? 0).toBeLessThan(2);
    expect(await changePlan(accountId, 'pro')).toMatchObject({ applied: true, changed: !wasMade });
    await expectAgreement(accountId);
  });

  test.each(places.filter((place) => place !== 'plan_after_apply'))(
    'after a checkout that dies at %s there is one whose address somebody has',
    async (place) => {
      const { id: accountId } = await survivor.createAccount({ plan: '', paired: false });
      await killChangeAt(place, accountId);
      await sweep();
      await expectAgreement(accountId);
      const { checkoutUrl } = await changePlan(accountId, 'pro');
      expect((await changePlan(accountId, 'pro')).checkoutUrl).toBe(checkoutUrl);
      await pay(checkoutUrl);
      expect(await counterpart.listSubscriptions(accountId)).toEqual([{ plan: 'pro', status: 'active' }]);
      await expectAgreement(accountId);
    },
  );

  test('a core that dies after it expired the old checkout leaves one checkout', async () => {
    const { id: accountId } = await survivor.createAccount({ plan: '', paired: false });
    await changePlan(accountId, 'starter');
    await killChangeAt('plan_after_expire', accountId);
    await sweep();
    expect(await counterpart.listOpenCheckouts(accountId)).toEqual([]);
    await changePlan(accountId, 'pro');
    expect(await counterpart.listOpenCheckouts(accountId)).toHaveLength(1);
    await expectAgreement(accountId);
  });

  test('the next request recovers a dead core’s plan change, without the sweep', async () => {
    const accountId = await createSubscriber('starter');
    await killChangeAt('plan_after_provider', accountId);
    expect(await changePlan(accountId, 'growth')).toMatchObject({ applied: true, changed: true });
    expect(await counterpart.listSubscriptions(accountId)).toEqual([{ plan: 'growth', status: 'active' }]);
    await expectAgreement(accountId);
  });
});

describe('with Stripe', () => {
  let bench: StripeBench;
  beforeAll(() =>
    begin(async ({ simulation }) => {
      bench = await openStripeBench(simulation.clockOf('Stripe'));
      return bench;
    }),
  );
  afterAll(end);

  test.each(failpointNames.filter((name) => name.startsWith('event_')))(
    'an event that dies at %s is applied when it comes again',
    async (place) => {
      const { id: accountId } = await survivor.createAccount({ plan: '', paired: false });
      const { checkoutUrl = '' } = await changePlan(accountId, 'pro');
      await bench.payWithoutEvent(checkoutUrl);
      const events = bench.takeEvents();
      const last = events.at(-1);
      await killAt(place, (core) => during(clientOf(PlanService, core).receiveEvent({ ...last })));
      for (const event of events.reverse()) await during(clientOf(PlanService, survivor).receiveEvent(event));
      const { usage } = await survivor.usage.getUsage({ accountId });
      expect(usage).toMatchObject({
        plan: 'pro',
        textsCap: 10_000n,
        canSend: false,
        subscriptionStatus: 'active',
      });
      const [row] = await sql`select checkout_id from billing where account_id = ${accountId}`;
      expect(row?.checkout_id).toBeNull();
      expect(await sql`select id from billing_event where applied_at is null`).toHaveLength(0);
    },
  );
});

describe('with the sandbox', () => {
  beforeAll(() => begin(({ databaseUrl }) => openSandboxCounterpart(databaseUrl)));
  afterAll(end);

  test('the sweep finds a payment on its page whose core died before it applied it', async () => {
    const { id: accountId } = await survivor.createAccount({ plan: '', paired: false });
    const id = checkoutIn((await changePlan(accountId, 'pro')).checkoutUrl);
    await killAt('sandbox_after_action', (core) =>
      during(clientOf(PlanService, core).actOnSandboxCheckout({ id, action: SandboxAction.PAY })),
    );
    const planOf = async () => (await survivor.usage.getUsage({ accountId })).usage?.plan;
    expect(await planOf()).toBeUndefined();
    service.simulation.leap('61 min');
    await sweep();
    expect(await planOf()).toBe('pro');
    await expectAgreement(accountId);
  });
});
