// One table of cases, each asked over REST and by a gRPC client made from the .proto files: both doors answer with the
// same code and the same fields.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import { StandingClock } from '../../runtime/testing/standing_clock.ts';
import { defaultTiers } from '../../server/domain/plans/tier.ts';
import { clientOf } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { cases } from './doors/cases.ts';
import type { Door, Outcome } from './doors/door.ts';
import { type GrpcDoors, openGrpcDoors } from './doors/grpc_door.ts';
import { openRestDoor } from './doors/rest_door.ts';
import type { Case, Step } from './doors/steps.ts';
import { comparable, createWorld } from './doors/world.ts';

/** A cap that a case can reach. */
const tiers = defaultTiers.map((tier) => (tier.plan === 'starter' ? { ...tier, textsCap: 2 } : tier));

interface Doors {
  stack: Stack;
  rest: Door;
  grpc: GrpcDoors;
}

async function openDoors(options: Parameters<typeof startStack>[0]): Promise<Doors> {
  // Time stands still, so that what happens through one door happens at the same time as through the other.
  const stack = await startStack({ ...options, tiers, coreClock: new StandingClock() });
  return { stack, rest: openRestDoor(stack), grpc: await openGrpcDoors(stack.core) };
}

async function closeDoors({ stack, grpc }: Doors): Promise<void> {
  grpc.close();
  await stack.stop();
}

/** Asks all steps of a case through one door, in a world of their own. */
async function ask(stack: Stack, door: Door, { world: options, as, steps }: Case): Promise<Outcome[]> {
  const world = await createWorld(stack, options);
  if (as) world.caller = await as(world);
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await step(door, world, outcomes));
  return outcomes.map((outcome) => comparable(world, outcome));
}

const withoutRate = ({ rate: _rate, ...outcome }: Outcome) => outcome;

async function expectSame({ stack, rest, grpc }: Doors, asked: Case): Promise<void> {
  const doors = [rest, grpc.withKey, ...(asked.as ? [] : [grpc.forAccount])];
  const [overRest = [], withKey, forAccount] = await Promise.all(
    doors.map((door) => ask(stack, door, asked)),
  );
  expect(overRest.map(({ code }) => code)).toEqual(asked.codes);
  expect(withKey).toEqual(overRest);
  if (!asked.as) expect(forAccount).toEqual(overRest.map(withoutRate));
}

describe('both doors answer alike', () => {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors({});
  });
  afterAll(() => closeDoors(doors));

  test.each(cases)('$name', (asked) => expectSame(doors, asked));

  test('the table has every code that a plan change, a send or a read can end with here', () => {
    const met = new Set(cases.flatMap(({ codes }) => codes));
    expect([...met].sort()).toEqual([
      'account_suspended',
      'billing_disabled',
      'cap_reached',
      'consumer_busy',
      'exempt_account',
      'invalid_address',
      'invalid_api_key',
      'invalid_request',
      'key_budget_reached',
      'key_ended',
      'key_scope',
      'loop_suspected',
      'no_plan',
      'no_route',
      'no_subscription',
      'not_found',
      'ok',
      'opted_out',
      'platform_key_scope',
      'rate_limited',
      'recipient_not_allowed',
      'unknown_plan',
    ]);
  });
});

describe('both doors change plans alike', () => {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors({ billing: { provider: 'sandbox' } });
  });
  afterAll(() => closeDoors(doors));

  const change =
    (plan: string): Step =>
    (door, { caller }) =>
      door.changePlan(caller, plan);
  /** Does something with the checkout that the first step led to, then reads usage. */
  const act =
    (action: SandboxAction): Step =>
    async (door, { stack, caller }, earlier) => {
      const id = /checkout\/([\w-]+)/.exec(JSON.stringify(earlier[0]))?.[1] ?? '';
      await clientOf(PlanService, stack.core).actOnSandboxCheckout({ id, action });
      return door.getUsage(caller);
    };

  test.each<Case>([
    {
      name: 'a checkout, paid: then a switch in place, and a change to the same plan',
      world: { plan: '' },
      steps: [change('starter'), act(SandboxAction.PAY), change('pro'), change('pro')],
      codes: ['ok', 'ok', 'ok', 'ok'],
    },
    {
      name: 'a checkout that is not paid changes nothing',
      world: { plan: '' },
      steps: [change('growth'), change('growth'), act(SandboxAction.CANCEL)],
      codes: ['ok', 'ok', 'ok'],
    },
    {
      name: 'a switch that is declined',
      world: { plan: '' },
      steps: [
        change('starter'),
        act(SandboxAction.PAY_THEN_DECLINE),
        change('pro'),
        (door, { caller }) => door.getUsage(caller),
      ],
      codes: ['ok', 'ok', 'payment_error', 'ok'],
    },
    {
      name: 'a platform key for a linked account',
      world: { plan: '' },
      as: async ({ platform, caller }) => ({
        ...caller,
        ...{ key: (await platform()).key, target: String(caller.accountId) },
      }),
      steps: [change('starter'), act(SandboxAction.PAY), change('growth'), change('free')],
      codes: ['ok', 'ok', 'ok', 'unknown_plan'],
    },
  ])('$name', (asked) => expectSame(doors, asked));
});
