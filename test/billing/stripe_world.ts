// Two cores and a gateway beside the Stripe fake, all on one clock that the test moves.
import { type Client, ConnectError } from '@connectrpc/connect';
import { type ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { clientOf } from '../support/core.ts';
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
  stop(): Promise<void>;
}

/** Starts it. */
export async function startStripeWorld(): Promise<StripeWorld> {
  const clock = new ManualClock();
  const fake = await startStripeFake({ clock });
  const stack = await startStack({ cores: 2, coreClock: clock, billing: settingsOf(fake) });
  const webhookUrl = `${stack.gateways[0]?.url}/webhooks/stripe`;

  const createAccount = async () => (await stack.core.createAccount({ plan: '', paired: false })).id;
  const changePlan: StripeWorld['changePlan'] = (accountId, plan, core = 0) =>
    clientOf(PlanService, stack.cores[core] ?? stack.core).changePlan({ accountId, plan });

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
    async stop() {
      await stack.stop();
      await fake.stop();
    },
  };
}
