// A payment provider as crash tests and storms use it: how a core is configured with it, how an account pays, and what
// the provider holds in the end. The same tests run against the sandbox and against Stripe's stateful fake.
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../proto/gen/textrelay/v1/sandbox_pb.ts';
import type { BillingSettings } from '../../server/billing/settings.ts';
import { clientOf, type TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';

/** A subscription as the provider holds it. */
export interface HeldSubscription {
  plan: string;
  status: string;
}

export interface Counterpart {
  /** For a core in this process. */
  settings: BillingSettings;
  /** For a core of its own. */
  environment: Record<string, string>;
  /** Pays a checkout; the core learns of it as in production. */
  pay(core: TestCore, checkoutUrl: string): Promise<void>;
  /** Live subscriptions of an account. */
  listSubscriptions(accountId: bigint): Promise<HeldSubscription[]>;
  /** The checkouts of an account that can be paid, by id. */
  listOpenCheckouts(accountId: bigint): Promise<string[]>;
  /** How often an account's subscriptions were switched; left out if the provider does not count. */
  countUpdates?(accountId: bigint): number;
  stop(): Promise<void>;
}

const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** The sandbox, which stores its state in the core's own database. */
export function openSandboxCounterpart(databaseUrl: string): Counterpart {
  const sql = openInspector(databaseUrl);
  return {
    settings: { provider: 'sandbox' },
    environment: { TEXTRELAY_BILLING: 'sandbox' },
    async pay(core, checkoutUrl) {
      const id = idIn(checkoutUrl);
      await clientOf(PlanService, core).actOnSandboxCheckout({ id, action: SandboxAction.PAY });
    },
    listSubscriptions: async (accountId) =>
      (await sql`select plan, status from sandbox_subscription
        where account_id = ${accountId} and status = 'active'`) as unknown as HeldSubscription[],
    listOpenCheckouts: async (accountId) =>
      (await sql`select id from sandbox_checkout where account_id = ${accountId} and state = 'open'`).map(
        ({ id }) => id,
      ),
    stop: () => sql.end(),
  };
}
