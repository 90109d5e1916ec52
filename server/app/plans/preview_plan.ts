// Says what a plan change would cost, in words. It decides as change_plan.ts does and changes no plan.
import type { Clock } from '../../../runtime/clock.ts';
import { writtenAmount } from '../../../runtime/interfaces/currency.ts';
import type { DowngradeCredit } from '../../billing/stripe_settings.ts';
import type { Tier } from '../../domain/plans/tier.ts';
import type { Store } from '../../store/store.ts';
import {
  type BillingParts,
  checkPlanChange,
  findAccount,
  inPublicWords,
  planStep,
  switchTerms,
} from './plan_rules.ts';

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
  clock: Pick<Clock, 'nowMs'>;
  tiers: readonly Tier[];
  credit: DowngradeCredit;
  /** Left out when no provider is configured. */
  parts: BillingParts | undefined;
}

async function judge(
  options: PreviewPlanOptions,
  { provider, refresh }: BillingParts,
  accountId: bigint,
  tier: Tier,
): Promise<Omit<PlanPreview, 'plan'>> {
  const { plan, currency, priceCents } = tier;
  const standing = await refresh(accountId);
  const account = await findAccount(options.store, accountId);
  const step = planStep(standing, account, plan);
  if (step === 'already') {
    const detail = 'The account is on this plan already; nothing is charged.';
    return { appliedNow: true, amountDueCents: 0, currency, detail };
  }
  if (step === 'pay_first') {
    const detail =
      'An earlier subscription is not paid: it is paid on the page that opens. Nothing changes before that.';
    return { appliedNow: false, amountDueCents: null, currency, detail };
  }
  const { live } = standing;
  if (step === 'checkout' || live === null) {
    const amount = writtenAmount(priceCents, currency);
    const detail = `You pay ${amount} a month on the page that opens. Nothing changes before that.`;
    return { appliedNow: false, amountDueCents: priceCents, currency, detail };
  }
  const { isUpgrade, isCredited } = switchTerms(options, account, live.plan, tier);
  const found = await provider.previewSwitch({ subscriptionId: live.id, plan, isUpgrade, isCredited });
  if (!found) {
    const detail = 'The plan is switched at once. This is the sandbox: no money is charged.';
    return { appliedNow: true, amountDueCents: null, currency, detail };
  }
  const amount = writtenAmount(found.amountCents, found.currency);
  const next = isCredited ? '' : ', as more than that plan has was used this month and nothing is paid back';
  const cost = isUpgrade
    ? `${amount} is charged now for what is left of the billing period.`
    : `nothing is charged now; the next invoice will be about ${amount}${next}.`;
  return {
    appliedNow: true,
    amountDueCents: isUpgrade ? found.amountCents : 0,
    currency: found.currency,
    detail: `The plan is switched at once${isUpgrade ? ',' : ''} and ${cost}`,
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
