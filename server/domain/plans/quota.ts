// Whether an account may send, and how much it has left (SPEC: Usage). The batch statement that charges
// texts decides by the same rules under the account's lock; this file explains them to readers.
import type { QuotaMonth } from './month.ts';
import type { Tier } from './tier.ts';

/** Subscription states in which texts may be sent, as the provider names them. */
export const liveStatuses = ['active', 'trialing', 'past_due'] as const;

/** True for a status in which texts may be sent. */
export const isLiveStatus = (status: string | null): boolean => liveStatuses.some((live) => live === status);

/** The parts of an account that decide about quota. */
interface QuotaState {
  plan: string | null;
  subscriptionStatus: string | null;
  exempt: boolean;
  /** First day of the month that textsUsed counts. */
  period: string;
  textsUsed: number;
  /** A device is paired, or a carrier sends for the account. */
  hasRoute: boolean;
  /** The operator has suspended the account. */
  isSuspended: boolean;
}

export type UsageReason =
  | 'ok'
  | 'account_suspended'
  | 'no_plan'
  | 'no_subscription'
  | 'cap_reached'
  | 'no_route';

export interface Usage {
  plan: string | null;
  subscriptionStatus: string | null;
  reason: UsageReason;
  textsUsed: number;
  textsCap: number | null;
  resetsAtMs: number;
}

/** The account's quota in a month. What was used in an earlier one does not count. */
export function usageOf(state: QuotaState, tiers: readonly Tier[], month: QuotaMonth): Usage {
  const textsUsed = state.period >= month.firstDay ? state.textsUsed : 0;
  const textsCap = state.exempt ? null : (tiers.find((tier) => tier.plan === state.plan)?.textsCap ?? 0);
  return {
    plan: state.plan,
    subscriptionStatus: state.exempt ? 'exempt' : state.subscriptionStatus,
    reason: reasonOf(state, textsUsed, textsCap),
    textsUsed,
    textsCap,
    resetsAtMs: month.endsAtMs,
  };
}

function reasonOf(state: QuotaState, textsUsed: number, textsCap: number | null): UsageReason {
  if (state.isSuspended) return 'account_suspended';
  if (!state.exempt) {
    if (state.plan === null) return 'no_plan';
    if (!isLiveStatus(state.subscriptionStatus)) return 'no_subscription';
    if (textsCap !== null && textsUsed >= textsCap) return 'cap_reached';
  }
  return state.hasRoute ? 'ok' : 'no_route';
}
