// The route of a text, and that can_send and reason always say what a send would do, for every combination of devices,
// numbers, carriers, plans and routes, in batches of many accounts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { SendResult } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { type Usage, UsageReason } from '../../proto/gen/textrelay/v1/usage_pb.ts';
import { StandingClock } from '../../runtime/testing/standing_clock.ts';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { createRandomId } from '../../server/domain/keys/api_key.ts';
import { defaultTiers } from '../../server/domain/plans/tier.ts';
import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { idleCarrier } from '../support/idle_carrier.ts';

const clock = new StandingClock();
const cap = 3;
const tiers = defaultTiers.map((tier) => ({ ...tier, textsCap: cap }));

/** Seconds for which a device is still online; null for one that never was. */
interface Paired {
  onlineFor: number | null;
  isUnpaired: boolean;
}
const paired = (onlineFor: number | null, isUnpaired = false): Paired => ({ onlineFor, isUnpaired });
const deviceChoices: Record<string, Paired[]> = {
  none: [],
  'never online': [paired(null)],
  offline: [paired(-1)],
  'offline since this moment': [paired(0)],
  online: [paired(30)],
  'revoked, and not offline yet': [paired(30, true)],
  'an offline one beside a revoked one': [paired(30, true), paired(-1)],
  'the last of three is online': [paired(30, true), paired(null), paired(30)],
};

/** The carriers on which an account has a number; `old` is configured nowhere. */
const numberChoices: string[][] = [[], ['main'], ['old'], ['old', 'spare']];

const carrierChoices: Record<string, CarrierConfig[]> = {
  none: [],
  main: [idleCarrier('main')],
  'main and spare': [idleCarrier('main'), idleCarrier('spare')],
  'one for everybody': [idleCarrier('main'), idleCarrier('common', '+12015550100')],
};

interface Plan {
  plan: string | null;
  status: string | null;
  exempt?: boolean;
  used: number;
  /** The refusal that comes before the route is judged. */
  refusal?: UsageReason;
}
const planChoices: Plan[] = [
  { plan: null, status: null, used: 0, refusal: UsageReason.NO_PLAN },
  { plan: 'pro', status: 'canceled', used: 0, refusal: UsageReason.NO_SUBSCRIPTION },
  { plan: 'pro', status: 'active', used: 0 },
  { plan: 'pro', status: 'trialing', used: cap - 1 },
  { plan: 'pro', status: 'active', used: cap, refusal: UsageReason.CAP_REACHED },
  { plan: null, status: null, exempt: true, used: cap + 1 },
];

const askedChoices = [Route.UNSPECIFIED, Route.DEVICE, Route.GATEWAY];

const codes: Partial<Record<UsageReason, ErrorCode>> = {
  [UsageReason.NO_PLAN]: ErrorCode.NO_PLAN,
  [UsageReason.NO_SUBSCRIPTION]: ErrorCode.NO_SUBSCRIPTION,
  [UsageReason.CAP_REACHED]: ErrorCode.CAP_REACHED,
  [UsageReason.NO_ROUTE]: ErrorCode.NO_ROUTE,
};

interface Case {
  id: bigint;
  carriers: string;
  devices: string;
  numbers: string[];
  plan: Plan;
  asked: Route;
}

/** The rule (DESIGN.md 4) written a second time: the route of a text, if there is one. */
function routeOf({ carriers, devices, numbers, asked }: Case): Route | null {
  const own = (deviceChoices[devices] ?? []).filter(({ isUnpaired }) => !isUnpaired);
  const configured = carrierChoices[carriers] ?? [];
  const hasDevice = own.length > 0;
  const hasGateway = configured.some(({ name, sender }) => sender !== null || numbers.includes(name));
  const isOnline = own.some(({ onlineFor }) => (onlineFor ?? 0) > 0);
  if (asked === Route.DEVICE) return hasDevice ? Route.DEVICE : null;
  if (asked === Route.GATEWAY) return hasGateway ? Route.GATEWAY : null;
  if (isOnline) return Route.DEVICE;
  if (hasGateway) return Route.GATEWAY;
  return hasDevice ? Route.DEVICE : null;
}

const reported = (result: SendResult | undefined) =>
  result?.outcome.case === 'accepted'
    ? { route: result.outcome.value.message?.route }
    : { refused: result?.outcome.case === 'error' ? result.outcome.value.code : 'nothing' };

const cases: Case[] = [];
for (const carriers of Object.keys(carrierChoices))
  for (const devices of Object.keys(deviceChoices))
    for (const numbers of numberChoices)
      for (const plan of planChoices)
        for (const asked of askedChoices)
          cases.push({ id: createRandomId(), carriers, devices, numbers, plan, asked });

const cores = new Map<string, TestCore>();
const usages = new Map<bigint, Usage | undefined>();
const results = new Map<bigint, SendResult | undefined>();

/** Writes the accounts of all cases as rows. */
async function seed(url: string): Promise<void> {
  const inspect = openInspector(url);
  const now = new Date(clock.nowMs());
  const chunk = <Row>(rows: Row[]) =>
    Array.from({ length: Math.ceil(rows.length / 1000) }, (_, i) => rows.slice(i * 1000, (i + 1) * 1000));
  const accounts = cases.map(({ id, plan }) => ({
    id,
    name: 'Case',
    country: 'US',
    plan: plan.plan,
    subscription_status: plan.status,
    exempt: plan.exempt ?? false,
    period: '2026-03-01',
    texts_used: plan.used,
    last_message_id: 0,
    last_seq: 0,
    last_device_id: 9,
    created_at: now,
  }));
  const devices = cases.flatMap(({ id, devices }) =>
    (deviceChoices[devices] ?? []).map(({ onlineFor, isUnpaired }, index) => ({
      account_id: id,
      id: index + 1,
      name: 'phone',
      token_hash: Buffer.from(`${id}/${index}`),
      link_epoch: 0,
      agent_version: '',
      driver: '',
      created_at: now,
      online_until: onlineFor === null ? null : new Date(clock.nowMs() + onlineFor * 1000),
      unpaired_at: isUnpaired ? now : null,
    })),
  );
  const numbers = cases.flatMap(({ id, numbers }) =>
    numbers.map((carrier) => ({ carrier, number: `+1${id}`, account_id: id, assigned_at: now })),
  );
  for (const rows of chunk(accounts)) await inspect`insert into account ${inspect(rows)}`;
  for (const rows of chunk(devices)) await inspect`insert into device ${inspect(rows)}`;
  for (const rows of chunk(numbers)) await inspect`insert into carrier_number ${inspect(rows)}`;
  await inspect.end();
}

beforeAll(async () => {
  const url = await createDatabase();
  await seed(url);
  for (const [name, carriers] of Object.entries(carrierChoices)) {
    const core = await startTestCore(url, { clock, tiers, carriers });
    cores.set(name, core);
    const own = cases.filter((each) => each.carriers === name);
    for (const { id } of own) usages.set(id, (await core.usage.getUsage({ accountId: id })).usage);
    for (let first = 0; first < own.length; first += 500) {
      const batch = own.slice(first, first + 500);
      const texts = batch.map(({ id, asked }) => ({
        accountId: id,
        address: '+15005550006',
        body: 'x',
        route: asked,
      }));
      const answer = await core.messages.sendMessages({ texts });
      for (const [index, { id }] of batch.entries()) results.set(id, answer.results[index]);
    }
  }
}, 120_000);

afterAll(() => Promise.all([...cores.values()].map((core) => core.stop())));

test.each(Object.keys(carrierChoices))(
  'carriers: %s: each text leaves by the rule, or not at all',
  (name) => {
    for (const each of cases.filter(({ carriers }) => carriers === name)) {
      const route = routeOf(each);
      const { refusal } = each.plan;
      const expected =
        refusal === undefined
          ? route === null
            ? { refused: ErrorCode.NO_ROUTE }
            : { route }
          : { refused: codes[refusal] };
      expect([each, reported(results.get(each.id))]).toEqual([each, expected]);
    }
  },
);

test.each(Object.keys(carrierChoices))(
  'carriers: %s: can_send and reason agree with what a send does',
  (name) => {
    for (const each of cases.filter(({ carriers }) => carriers === name)) {
      const usage = usages.get(each.id);
      const verdict = reported(results.get(each.id));
      expect(usage?.canSend).toBe(usage?.reason === UsageReason.OK);
      if (usage?.canSend === false) expect([each, verdict]).toEqual([each, { refused: codes[usage.reason] }]);
      // An account that can send can do so without naming a route; a named route may not exist.
      else if (each.asked === Route.UNSPECIFIED) expect([each, verdict]).toHaveProperty('1.route');
      else if ('refused' in verdict) expect([each, verdict]).toEqual([each, { refused: ErrorCode.NO_ROUTE }]);
    }
  },
);

test('the usage in a send’s answer is the usage that is read after it', async () => {
  for (const { id, carriers } of cases) {
    const outcome = results.get(id)?.outcome;
    if (outcome?.case !== 'accepted') continue;
    const after = await cores.get(carriers)?.usage.getUsage({ accountId: id });
    expect(outcome.value.usage).toEqual(after?.usage);
  }
});
