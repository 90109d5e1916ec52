// Ends the texts that a search finds; accounts take turns.
import { isBusy } from '../../errors.ts';
import type { MessageUpdate } from '../../store/messages/update_messages.ts';
import { takeTurns } from '../batches/turns.ts';
import type { Update } from './updates.ts';

/** Texts that one search finds at most. */
const batch = 500;

interface EndTextsOptions<Found> {
  update: Update;
  /** Finds up to `most` texts to end, of all accounts except some. */
  find: (most: number, without: readonly bigint[]) => Promise<readonly Found[]>;
  /** How a text ends. */
  endOf: (text: Found) => MessageUpdate;
  /** Called with each text that was ended. */
  onEnded?: (text: Found) => void;
}

/**
 * Ends all that is found; returns how many. The texts of an account that another statement has locked are left to the next
 * round.
 */
export const endTexts = <Found extends { accountId: bigint }>({
  update,
  find,
  endOf,
  onEnded,
}: EndTextsOptions<Found>): Promise<number> =>
  takeTurns(async (without) => {
    const found = await find(batch, without);
    const moved = new Map(found.map(({ accountId }) => [accountId, 0]));
    let failure: unknown;
    const end = async (text: Found) => {
      try {
        if (!(await update(endOf(text), 'skip'))) return;
        moved.set(text.accountId, (moved.get(text.accountId) ?? 0) + 1);
        onEnded?.(text);
      } catch (error) {
        // When the database is away the next search fails, too.
        if (!isBusy(error)) failure ??= error;
      }
    };
    await Promise.all(found.map(end));
    if (failure !== undefined && [...moved.values()].every((texts) => texts === 0)) throw failure;
    return { isFull: found.length >= batch, moved };
  });
