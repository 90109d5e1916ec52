// Texts that a restored database holds: the operator lists them and decides about them.
import { notFound } from '../../errors.ts';
import type { HeldTexts } from '../../store/operations/held_texts.ts';
import type { AppContext } from '../context.ts';

/** Most accounts of a page, and most texts of a step. */
const mostAtOnce = 500;

/** What is held after a restore, and what the operator decides of it. */
export interface HeldTextsDesk {
  /** Up to 500 accounts above `after`, in order of id, and the last of them where there may be more. */
  list(after: bigint): Promise<{ accounts: HeldTexts[]; next: bigint | undefined }>;
  /** Releases or ends up to 500 of an account's texts, the oldest first. Throws `not_found` for an unknown account. */
  decide(accountId: bigint, isReleased: boolean): Promise<{ texts: number; hasMore: boolean }>;
}

type Needed = AppContext<'countHeldTexts' | 'releaseHeldTexts' | 'dropHeldTexts'>;

export const createHeldTexts = ({ store, publish }: Pick<Needed, 'store' | 'publish'>): HeldTextsDesk => ({
  async list(after) {
    const found = await store.countHeldTexts(after, mostAtOnce + 1);
    const accounts = found.slice(0, mostAtOnce);
    return { accounts, next: found.length > mostAtOnce ? accounts.at(-1)?.accountId : undefined };
  },

  async decide(accountId, isReleased) {
    const step = await (isReleased ? store.releaseHeldTexts : store.dropHeldTexts)(accountId, mostAtOnce);
    if (!step) throw notFound('account');
    if (step.texts > 0) publish([{ accountId, seq: step.seq, queued: isReleased }]);
    return { texts: step.texts, hasMore: step.looked === mostAtOnce };
  },
});
