// Says what a plan change would cost, in words. It decides as change_plan.ts does and changes no plan.
import { isLiveStatus } from '../../domain/plans/quota.ts';
import { isUpgrade, type Tier } from '../../domain/plans/tier.ts';
import type { Store } from '../../store/store.ts';
import { type BillingParts, checkPlanChange, inPublicWords } from './plan_rules.ts';

/** The effect of a switch to a plan. */
interface PlanPreview {
  plan: string;
  /** True when the plan would be in effect at once; false when a checkout has to be paid first. */
  appliedNow: boolean;
  /** The amount that would be charged now, in the currency's smallest unit; null where it is not known. */
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
  parts: BillingParts | undefined;
}

/** An amount as people write it: 12.50 USD. Every currency that plans are sold in has hundredths. */
const written = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;

async function judge(
  { store, tiers }: PreviewPlanOptions,
  { provider, refresh }: BillingParts,
  accountId: bigint,
  { plan, currency, priceCents }: Tier,
): Promise<Omit<PlanPreview, 'plan'>> {
  const detail = 'The account is on this plan already; nothing is charged.';
  const already = { appliedNow: true, amountDueCents: 0, currency, detail };
  const { live } = await refresh(accountId);
  if (live?.plan === plan) return already;
  if (live) {
    const isMore = isUpgrade(tiers, live.plan, plan);
    const found = await provider.previewSwitch({ subscriptionId: live.id, plan, isUpgrade: isMore });
    if (!found)
      return {
        appliedNow: true,
        amountDueCents: null,
        currency,
        detail: 'The plan is switched at once. This is the sandbox: no money is charged.',
      };
    const amount = written(found.amountCents, found.currency);
    const cost = isMore
      ? `${amount} is charged now for what is left of the billing period.`
      : `nothing is charged now; the next invoice will be about ${amount}.`;
    return {
      appliedNow: true,
      amountDueCents: isMore ? found.amountCents : 0,
      currency: found.currency,
      detail: `The plan is switched at once${isMore ? ',' : ''} and ${cost}`,
    };
  }
  const account = await store.findAccount(accountId);
  if (isLiveStatus(account?.subscriptionStatus ?? null) && account?.plan === plan) return already;
  return {
    appliedNow: false,
    amountDueCents: priceCents,
    currency,
    detail: `You pay ${written(priceCents, currency)} a month on the page that opens. Nothing changes before that.`,
  };
}

export const createPreviewPlan =
  (options: PreviewPlanOptions): PreviewPlan =>
  async (accountId, plan) => {
    const { tier, parts } = await checkPlanChange(options, accountId, plan);
    const found = await judge(options, parts, accountId, tier).catch((error: unknown) => {
      throw inPublicWords(error);
    });
    return { plan, ...found };
  };
