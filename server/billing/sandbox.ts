// A payment provider without money, for trying plan changes out: Stripe's behaviour over two tables of our own. It
// has no customers and sends no events; what is done on its page is applied at once.
import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';
import type { SandboxCheckoutRow, SandboxSubscriptionRow } from '../store/billing/sandbox.ts';
import type { Store } from '../store/store.ts';
import { type BillingProvider, type CheckoutState, ProviderFailure, type Subscription } from './provider.ts';
import type { OnCall } from './stripe_calls.ts';

/** How long a checkout can be paid, as on Stripe. */
const checkoutLifeMs = 24 * 3_600_000;

export interface SandboxOptions {
  store: Pick<
    Store,
    | 'expireSandboxCheckout'
    | 'findLiveSandboxSubscription'
    | 'findSandboxCheckout'
    | 'findSandboxSubscription'
    | 'insertSandboxCheckout'
    | 'paySandboxCheckout'
    | 'switchSandboxSubscription'
  >;
  clock: Clock;
  /** Base of the checkout pages. */
  publicUrl: string;
  onCall: OnCall;
}

/** A payer's choice on the page. */
export type SandboxDeed = 'pay' | 'pay_then_decline' | 'decline' | 'cancel';

/** The sandbox, with what its page needs as well. */
export interface SandboxProvider extends BillingProvider {
  /** Undefined for a checkout that is not known. */
  findCheckout(id: string): Promise<SandboxCheckoutRow | undefined>;
  /** Does it to an open checkout; to one that is no longer open, nothing. */
  act(id: string, deed: SandboxDeed): Promise<void>;
}

const toSubscription = (row: SandboxSubscriptionRow): Subscription => ({
  ...row,
  customerId: null,
  endsAtMs: null,
});

function toState(row: SandboxCheckoutRow | undefined): CheckoutState {
  if (row?.state === 'paid')
    return { state: 'complete', subscriptionId: row.subscriptionId, customerId: null };
  return { state: row?.state === 'open' ? 'open' : 'expired' };
}

/** Opens the sandbox. */
export function createSandboxProvider({ store, clock, publicUrl, onCall }: SandboxOptions): SandboxProvider {
  const findCheckout = (id: string) => store.findSandboxCheckout(id, clock.nowMs());

  return {
    async retrieveSubscription(id) {
      const row = await store.findSandboxSubscription(id);
      return row && toSubscription(row);
    },

    async listSubscriptions({ accountId }) {
      const row = await store.findLiveSandboxSubscription(accountId);
      return row ? [toSubscription(row)] : [];
    },

    async switchSubscription({ subscriptionId, plan, isUpgrade }) {
      if (await store.switchSandboxSubscription(subscriptionId, plan, isUpgrade)) {
        onCall('update_subscription', 'ok');
        return;
      }
      const row = await store.findSandboxSubscription(subscriptionId);
      const kind = row?.status === 'active' ? 'declined' : 'rejected';
      onCall('update_subscription', kind);
      throw new ProviderFailure(kind, 'the sandbox refuses the switch');
    },

    // A switch is one statement of the database, which has ended when its caller knows nothing of it.
    endSwitch: async () => true,

    previewSwitch: async () => null,

    async openCheckout({ accountId, plan, key }) {
      // The same key names the same checkout; its random part keeps the name from being guessed.
      const id = createHash('sha256').update(`sandbox checkout ${key}`).digest('base64url');
      const expiresAtMs = clock.nowMs() + checkoutLifeMs;
      await store.insertSandboxCheckout({ id, accountId, plan, expiresAtMs });
      onCall('open_checkout', 'ok');
      return { id, url: `${publicUrl}/sandbox/checkout/${id}`, expiresAtMs };
    },

    readCheckout: async (id) => toState(await findCheckout(id)),

    async expireCheckout(id) {
      await store.expireSandboxCheckout(id);
      return toState(await findCheckout(id));
    },

    findCheckout,

    async act(id, deed) {
      if (deed === 'cancel') await store.expireSandboxCheckout(id);
      if (deed === 'pay' || deed === 'pay_then_decline') {
        const subscriptionId = `sandbox_${randomUUID().replaceAll('-', '')}`;
        await store.paySandboxCheckout(id, subscriptionId, deed === 'pay_then_decline', clock.nowMs());
      }
    },
  };
}
