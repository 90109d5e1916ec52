// Ends texts that a search has found, of accounts that take turns: what a sweep does, whoever's texts they are.
import type { MessageUpdate } from '../../store/messages/update_messages.ts';
import type { Store } from '../../store/store.ts';
import { takeTurns } from '../batches/turns.ts';
import type { Update } from './updates.ts';

/** Texts that one search finds at most. */
const batch = 500;

interface EndTextsOptions<Found> {
  store: Pick<Store, 'areAccountsLocked'>;
  update: Update;
  /** Finds up to so many texts that are to end, of all accounts but some. */
  find: (most: number, without: readonly bigint[]) => Promise<readonly Found[]>;
  /** How a text ends. */
  endOf: (text: Found) => MessageUpdate;
  /** Called with each text that was ended. */
  onEnded?: (text: Found) => void;
}

/**
 * Ends all that is found; returns how many. The texts of an account that something else has locked are left to the next
 * round: to wait for its lock would keep everybody else's waiting.
 */
export const endTexts = <Found extends { accountId: bigint }>({
  store,
  update,
  find,
  endOf,
  onEnded,
}: EndTextsOptions<Found>): Promise<number> =>
  takeTurns(async (without) => {
    const found = await find(batch, without);
    const accountIds = [...new Set(found.map(({ accountId }) => accountId))];
    const locked = found.length > 0 ? await store.areAccountsLocked(accountIds) : [];
    const moved = new Map(accountIds.map((accountId) => [accountId, 0]));
    const free = new Set(accountIds.filter((_, index) => !locked[index]));
    let failure: unknown;
    const end = async (text: Found) => {
      try {
        if (!(await update(endOf(text)))) return;
        moved.set(text.accountId, (moved.get(text.accountId) ?? 0) + 1);
        onEnded?.(text);
      } catch (error) {
        // Its account was locked since, or the database went away: then the next search fails, too.
        failure ??= error;
      }
    };
    await Promise.all(found.filter(({ accountId }) => free.has(accountId)).map(end));
    if (failure !== undefined && [...moved.values()].every((texts) => texts === 0)) throw failure;
    return { isFull: found.length >= batch, moved };
  });
