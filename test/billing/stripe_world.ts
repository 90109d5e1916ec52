// Two cores and a gateway beside the Stripe fake, in one simulation.
import { type Client, ConnectError } from '@connectrpc/connect';
import { type ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import type { DowngradeCredit } from '../../server/billing/stripe_settings.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { clientOf } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { Delivery, DeliveryPlan } from '../support/stripe_fake/events.ts';
import { type StripeFake, startStripeFake } from '../support/stripe_fake/stripe_fake.ts';
import { checkoutIn, settingsOf } from './stripe_settings.ts';

type ChangePlan = (
  accountId: bigint,
  plan: string,
  core?: number,
) => ReturnType<Client<typeof PlanService>['changePlan']>;

export interface StripeWorld {
  fake: StripeFake;
  simulation: Simulation;
  stack: Stack;
  createAccount(): Promise<bigint>;
  /** Asks a core for a plan; time passes until it has answered. */
  changePlan: ChangePlan;
  /** Asks likewise, and no time passes for it. */
  beginChange: ChangePlan;
  /** The code with which a plan change is refused. */
  refusalOf(work: Promise<unknown>): Promise<ErrorCode>;
  /** An account that paid for a plan; returns it with its subscription and customer at Stripe. */
  subscribe(plan: string): Promise<{ accountId: bigint; subscriptionId: string; customerId: string }>;
  usageOf(accountId: bigint): Promise<{ plan?: string; status?: string; cap?: bigint }>;
  /** Sends the events that wait to the gateway. */
  deliver(plan?: DeliveryPlan): Promise<Delivery[]>;
  /** Lets a core bring accounts and subscriptions together now. */
  sweep(core?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it. */
export async function startStripeWorld(
  settings: { downgradeCredit?: DowngradeCredit } = {},
): Promise<StripeWorld> {
  const service = await SimulatedService.begin();
  const { simulation } = service;
  const during = <T>(happening: Promise<T>) => simulation.during(happening);
  const fake = await startStripeFake({ clock: simulation.clockOf('Stripe') });
  const stack = await startStack({ service, cores: 2, billing: { ...settingsOf(fake), ...settings } });
  const webhookUrl = `${stack.gateways[0]?.url}/webhooks/stripe`;

  const createAccount = async () => (await stack.core.createAccount({ plan: '', paired: false })).id;
  const beginChange: ChangePlan = (accountId, plan, core = 0) =>
    clientOf(PlanService, stack.cores[core] ?? stack.core).changePlan({ accountId, plan });
  const changePlan: ChangePlan = (...asked) => during(beginChange(...asked));
  const deliver: StripeWorld['deliver'] = (plan) => during(fake.deliver(webhookUrl, plan));

  return {
    fake,
    simulation,
    stack,
    createAccount,
    changePlan,
    beginChange,
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
      await deliver();
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
    deliver,
    async sweep(core = 0) {
      await during((stack.cores[core] ?? stack.core).sweepBilling());
    },
    async stop() {
      await service.end();
      await fake.stop();
    },
  };
}
