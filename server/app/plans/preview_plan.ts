// What a plan change would cost, in words, before anybody asks for it. It follows change_plan.ts and changes no plan.
import { type BillingProvider, ProviderFailure } from '../../billing/provider.ts';
import { isLiveStatus } from '../../domain/quota.ts';
import { isUpgrade, type Tier } from '../../domain/tier.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { refusalOf } from './provider_refusal.ts';
import type { Refresh } from './refresh_subscription.ts';

/** What a switch to a plan would do. */
interface PlanPreview {
  plan: string;
  /** True when the plan would be in effect at once; false when a checkout has to be paid first. */
  appliedNow: boolean;
  /** What would be charged now, in the currency's smallest unit; null where that is not known. */
  amountDueCents: number | null;
  /** ISO 4217, lower case. */
  currency: string;
  /** One sentence for a person. */
  detail: string;
}

/** Throws a Refusal, as a plan change would. */
export type PreviewPlan = (accountId: bigint, plan: string) => Promise<PlanPreview>;

export interface PreviewPlanOptions {
  store: Pick<Store, 'findAccount'>;
  tiers: readonly Tier[];
  /** Left out when no provider is configured. */
  parts: { provider: BillingProvider; refresh: Refresh } | undefined;
}

/** An amount as people write it: 12.50 USD. Every currency that plans are sold in has hundredths. */
const written = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** Binds previews to the store and the provider. */
export function createPreviewPlan({ store, tiers, parts }: PreviewPlanOptions): PreviewPlan {
  const judge = async (
    accountId: bigint,
    tier: Tier,
    { provider, refresh }: NonNullable<typeof parts>,
  ): Promise<Omit<PlanPreview, 'plan'>> => {
    const { plan, currency } = tier;
    const already = { appliedNow: true, amountDueCents: 0, currency };
    const { live } = await refresh(accountId);
    if (live?.plan === plan)
      return { ...already, detail: 'The account is on this plan already; nothing is charged.' };
    if (live) {
      const isMore = isUpgrade(tiers, live.plan, plan);
      const found = await provider.previewSwitch({ subscriptionId: live.id, plan, isUpgrade: isMore });
      if (!found) {
        const detail = 'The plan is switched at once. This is the sandbox: no money is charged.';
        return { appliedNow: true, amountDueCents: null, currency, detail };
      }
      const amount = written(found.amountCents, found.currency);
      return isMore
        ? {
            appliedNow: true,
            amountDueCents: found.amountCents,
            currency: found.currency,
            detail: `The plan is switched at once, and ${amount} is charged now for what is left of the billing period.`,
          }
        : {
            appliedNow: true,
            amountDueCents: 0,
            currency: found.currency,
            detail: `The plan is switched at once and nothing is charged now; the next invoice will be about ${amount}.`,
          };
    }
    const account = await store.findAccount(accountId);
    if (isLiveStatus(account?.subscriptionStatus ?? null) && account?.plan === plan)
      return { ...already, detail: 'The account is on this plan already; nothing is charged.' };
    return {
      appliedNow: false,
      amountDueCents: tier.priceCents,
      currency,
      detail: `A page opens on which ${written(tier.priceCents, currency)} a month is paid; nothing changes before that.`,
    };
  };

  return async (accountId, plan) => {
    const account = await store.findAccount(accountId);
    if (!account) throw notFound('account');
    const tier = tiers.find((each) => each.plan === plan);
    if (!tier)
      throw new Refusal('unknown_plan', `plan must be one of ${tiers.map((each) => each.plan).join(', ')}`);
    if (account.exempt) throw new Refusal('exempt_account', 'the account is exempt from plans');
    if (!parts) throw new Refusal('billing_disabled', 'no payment provider is configured');
    const found = await judge(accountId, tier, parts).catch((error: unknown) => {
      throw error instanceof ProviderFailure ? refusalOf(error) : error;
    });
    return { plan, ...found };
  };
}
