// Two cores and a gateway beside the Stripe fake, all on one clock that the test moves.
import { type Client, ConnectError } from '@connectrpc/connect';
import { type ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { turn, until } from '../../runtime/testing/until.ts';
import type { DowngradeCredit } from '../../server/billing/stripe_settings.ts';
import { clientOf } from '../support/core.ts';
import { statementDeadlineMs, untilCalm, whileTimePasses } from '../support/moving_clock.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { type StripeFake, startStripeFake } from '../support/stripe_fake/stripe_fake.ts';
import { checkoutIn, settingsOf } from './stripe_settings.ts';

export interface StripeWorld {
  fake: StripeFake;
  clock: ManualClock;
  stack: Stack;
  /** The address for events. */
  webhookUrl: string;
  createAccount(): Promise<bigint>;
  changePlan(
    accountId: bigint,
    plan: string,
    core?: number,
  ): ReturnType<Client<typeof PlanService>['changePlan']>;
  /** The code with which a plan change is refused. */
  refusalOf(work: Promise<unknown>): Promise<ErrorCode>;
  /** An account that paid for a plan; returns it with its subscription and customer at Stripe. */
  subscribe(plan: string): Promise<{ accountId: bigint; subscriptionId: string; customerId: string }>;
  usageOf(accountId: bigint): Promise<{ plan?: string; status?: string; cap?: bigint }>;
  /**
   * Moves the time until the work has settled, and never while a statement or a call of Stripe is under way, but for those that a fault
   * keeps.
   */
  settle<T>(work: Promise<T>): Promise<T>;
  /** Resolves once no statement and no call of Stripe is under way, but for those that a fault keeps. */
  untilCalm(): Promise<void>;
  stop(): Promise<void>;
}

/** How long a call of Stripe waits before it is repeated, in milliseconds. */
const pauses = [200, 400, 800, 1_600, 3_200, 6_400];
const callTimeoutMs = 10_000;
const stepMs = 100;

/** Starts it. */
export async function startStripeWorld(
  settings: { downgradeCredit?: DowngradeCredit } = {},
): Promise<StripeWorld> {
  const clock = new ManualClock();
  const fake = await startStripeFake({ clock });
  const billing = { ...settingsOf(fake, callTimeoutMs), ...settings };
  const stack = await startStack({ cores: 2, coreClock: clock, billing });
  const webhookUrl = `${stack.gateways[0]?.url}/webhooks/stripe`;

  const createAccount = async () => (await stack.core.createAccount({ plan: '', paired: false })).id;
  const changePlan: StripeWorld['changePlan'] = (accountId, plan, core = 0) =>
    clientOf(PlanService, stack.cores[core] ?? stack.core).changePlan({ accountId, plan });

  const letPass = async () => {
    await untilCalm(clock);
    await until('no call of Stripe is under way', async () => {
      for (let quietTurns = 0; quietTurns < 3; quietTurns++) {
        const waiting = pauses.reduce((sum, ms) => sum + clock.pendingTimeouts(ms), fake.faults.keptNow);
        if (clock.pendingTimeouts(callTimeoutMs + 500) > waiting) return false;
        if (clock.pendingTimeouts(statementDeadlineMs) > 0) return false;
        await turn();
      }
      return true;
    });
  };

  return {
    fake,
    clock,
    stack,
    webhookUrl,
    createAccount,
    changePlan,
    async refusalOf(work) {
      const error = await work.then(
        () => new Error('the change was not refused'),
        (refused: unknown) => refused,
      );
      const code = ConnectError.from(error).findDetails(ErrorDetailSchema)[0]?.code;
      if (code === undefined) throw error;
      return code;
    },
    async subscribe(plan) {
      const accountId = await createAccount();
      const { checkoutUrl } = await changePlan(accountId, plan);
      const { subscription, customer } = fake.payCheckout(checkoutIn(checkoutUrl));
      await fake.deliver(webhookUrl);
      return { accountId, subscriptionId: subscription as string, customerId: customer as string };
    },
    async usageOf(accountId) {
      const { usage } = await stack.core.usage.getUsage({ accountId });
      return {
        ...(usage?.plan !== undefined && { plan: usage.plan }),
        ...(usage?.subscriptionStatus !== undefined && { status: usage.subscriptionStatus }),
        ...(usage?.textsCap !== undefined && { cap: usage.textsCap }),
      };
    },
    settle: (work) => whileTimePasses(clock, stepMs, letPass, work),
    untilCalm: letPass,
    async stop() {
      await stack.stop();
      await fake.stop();
    },
  };
}
