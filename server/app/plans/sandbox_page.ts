// The sandbox's checkout page: what it shows, and what a payer does on it. The account follows before the answer.
import type { SandboxDeed, SandboxProvider } from '../../billing/sandbox.ts';
import type { Tier } from '../../domain/plans/tier.ts';
import { notFound } from '../../errors.ts';
import type { AppContext } from '../context.ts';
import type { Refresh } from './standing.ts';

/** A checkout as the page shows it. */
export interface ShownCheckout {
  id: string;
  tier: Tier;
  state: 'open' | 'paid' | 'expired';
}

interface SandboxPageOptions extends Pick<AppContext, 'tiers' | 'failpoint'> {
  sandbox: SandboxProvider;
  refresh: Refresh;
}

export type SandboxPage = ReturnType<typeof createSandboxPage>;

/** Each action throws `not_found` for a checkout that is not known. */
export function createSandboxPage({ sandbox, refresh, tiers, failpoint }: SandboxPageOptions) {
  const find = async (id: string) => {
    // A name of ours is 43 characters; a longer one need not be looked for.
    const row = /^[\w-]{1,100}$/.test(id) ? await sandbox.findCheckout(id) : undefined;
    const tier = tiers.find((candidate) => candidate.plan === row?.plan);
    if (!row || !tier) throw notFound('checkout');
    const checkout: ShownCheckout = { id, tier, state: row.state };
    return { accountId: row.accountId, checkout };
  };

  return {
    show: async (id: string): Promise<ShownCheckout> => (await find(id)).checkout,

    /** Does it while the checkout is open; returns the checkout afterwards, and whether a card was declined. */
    async act(id: string, deed: SandboxDeed): Promise<{ checkout: ShownCheckout; declined: boolean }> {
      const { accountId, checkout: before } = await find(id);
      await sandbox.act(id, deed);
      failpoint('sandbox_after_action');
      await refresh(accountId);
      const { checkout } = await find(id);
      return { checkout, declined: deed === 'decline' && before.state === 'open' };
    },
  };
}
