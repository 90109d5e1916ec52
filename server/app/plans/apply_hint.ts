// What an event of the payment provider speaks of is looked up there and applied; the event itself is never believed.
import type { EventHint } from '../../billing/provider.ts';
import type { AppContext } from '../context.ts';
import type { BillingParts } from './plan_rules.ts';

/** What became of an event: of no account here, applied before, or applied now. */
type Applied = 'unknown_account' | 'repeated' | 'applied';

interface ApplyHintOptions
  extends Pick<
    AppContext<'findAccount' | 'findBilledAccounts' | 'markEvent' | 'takeEvent'>,
    'store' | 'clock' | 'failpoint'
  > {
  parts: Pick<BillingParts, 'refresh'>;
}

export type ApplyHint = (hint: EventHint) => Promise<Applied>;

/** Resolved = the accounts it speaks of are as the provider says. Throws ProviderFailure, or a Refusal. */
export const createApplyHint =
  ({ store, clock, failpoint, parts: { refresh } }: ApplyHintOptions): ApplyHint =>
  async (hint) => {
    const isNamed = hint.accountId !== null && (await store.findAccount(hint.accountId));
    const accounts = isNamed ? [hint.accountId as bigint] : await store.findBilledAccounts(hint);
    if (accounts.length === 0) return 'unknown_account';
    const { isApplied } = await store.takeEvent(hint.eventId, clock.nowMs());
    failpoint('event_after_insert');
    if (isApplied) return 'repeated';
    for (const accountId of accounts)
      await refresh(accountId, hint.subscriptionId ? [hint.subscriptionId] : []);
    failpoint('event_after_apply');
    await store.markEvent(hint.eventId, clock.nowMs());
    failpoint('event_after_mark');
    return 'applied';
  };
