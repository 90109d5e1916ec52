// If an account's month is ahead of every clock, it is moved back before anybody sees what the account has used.
import type { Clock } from '../../../runtime/clock.ts';
import { monthOf } from '../../domain/plans/month.ts';
import { busy } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

/** How much the clocks of two replicas may differ around the end of a month, in milliseconds. */
const toleranceMs = 3600_000;
const tries = 5;

/** The newest month that may be the current one by any replica's clock, as its first day. */
export const newestMonthAt = (nowMs: number): string => monthOf(nowMs + toleranceMs);

/** Brings accounts back to the current month. Throws a Refusal when others write to them again and again. */
export async function healMonths(
  store: Pick<Store, 'healPeriods'>,
  clock: Clock,
  accountIds: readonly bigint[],
): Promise<void> {
  let ahead: readonly bigint[] = accountIds;
  for (let tried = 0; ahead.length > 0; tried++) {
    if (tried >= tries) throw busy();
    const nowMs = clock.nowMs();
    ahead = await store.healPeriods(ahead, monthOf(nowMs), newestMonthAt(nowMs));
  }
}
