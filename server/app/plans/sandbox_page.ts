// The sandbox's checkout page: what it shows, and what a payer does on it. The account follows before the answer.
import type { SandboxDeed, SandboxProvider } from '../../billing/sandbox.ts';
import type { Tier } from '../../domain/tier.ts';
import { notFound } from '../../errors.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { Refresh } from './refresh_subscription.ts';

/** A checkout as the page shows it. */
export interface ShownCheckout {
  id: string;
  tier: Tier;
  state: 'open' | 'paid' | 'expired';
}

export interface SandboxPage {
  /** Throws `not_found` for a checkout that is not known. */
  show(id: string): Promise<ShownCheckout>;
  /** Does it while the checkout is open; returns the checkout afterwards, and whether a card was declined. */
  act(id: string, deed: SandboxDeed): Promise<{ checkout: ShownCheckout; declined: boolean }>;
}

/** Binds the page to the sandbox. */
export function createSandboxPage(options: {
  sandbox: SandboxProvider;
  refresh: Refresh;
  tiers: readonly Tier[];
  failpoint: Failpoint;
}): SandboxPage {
  const { sandbox, refresh, tiers, failpoint } = options;

  const find = async (id: string) => {
    // A name of ours is 43 characters; a longer one need not be looked for.
    const row = /^[\w-]{1,100}$/.test(id) ? await sandbox.findCheckout(id) : undefined;
    const tier = tiers.find((candidate) => candidate.plan === row?.plan);
    if (!row || !tier) throw notFound('checkout');
    return { accountId: row.accountId, checkout: { id, tier, state: row.state } };
  };

  return {
    show: async (id) => (await find(id)).checkout,

    async act(id, deed) {
      const { accountId, checkout: before } = await find(id);
      await sandbox.act(id, deed);
      failpoint('sandbox_after_action');
      await refresh(accountId);
      const { checkout } = await find(id);
      return { checkout, declined: deed === 'decline' && before.state === 'open' };
    },
  };
}
