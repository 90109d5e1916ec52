// How a batch is divided: into rounds in which no key comes twice, and in halves when it fails as a whole.
import { isClash } from '../../store/postgres/clashes.ts';
import { DatabaseUnavailable, isLockTimeout, StatementFailed } from '../../store/postgres/driver.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import type { Answer } from './batcher.ts';

/** The outcome of an item; `locked`: nothing was done, because another statement has its rows locked. */
export type Written<Out> = Answer<Out> | 'locked';

/** Writes items as one commit; throws when nothing was written, or when that is unknown. */
export type WriteRound<In, Out> = (items: readonly In[], atLock: AtLock) => Promise<Written<Out>[]>;

/** SQLSTATEs after which the same batch may succeed: a unique key that another replica wrote first, a deadlock. */
export const isCollision = (error: unknown) =>
  isClash(error) || (error instanceof StatementFailed && error.sqlState === '40P01');

const attemptsPerBatch = 3;

/**
 * Runs a batch as one statement; repeats it after a collision, and splits it in halves when it still fails, so that one
 * poisonous item fails alone. If the database does not answer, the whole batch fails. If even a statement that skips
 * locked rows had to wait for a lock, the whole batch counts as locked.
 */
export async function isolateFailures<In, Out>(
  items: readonly In[],
  write: (items: readonly In[]) => Promise<Written<Out>[]>,
  failed?: unknown,
): Promise<Written<Out>[]> {
  let failure = failed;
  for (let attempt = 1; ; attempt++) {
    if (failure === undefined) {
      try {
        return await write(items);
      } catch (error) {
        failure = error;
      }
    }
    if (isLockTimeout(failure)) return items.map(() => 'locked');
    if (failure instanceof DatabaseUnavailable) break;
    if (isCollision(failure) && attempt < attemptsPerBatch) {
      failure = undefined;
      continue;
    }
    if (items.length === 1) break;
    const middle = Math.ceil(items.length / 2);
    return [
      ...(await isolateFailures(items.slice(0, middle), write)),
      ...(await isolateFailures(items.slice(middle), write)),
    ];
  }
  return items.map(() => failure as Error);
}

/**
 * Splits a batch into rounds in which no key comes twice, keeping the order of each key's items. Items without a
 * key (null) never collide.
 */
export function roundsByKey<In>(items: readonly In[], keyOf: (item: In) => string | null): In[][] {
  const rounds: In[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const round = key === null ? 0 : (seen.get(key) ?? 0);
    if (key !== null) seen.set(key, round + 1);
    const list = rounds[round];
    if (list) list.push(item);
    else rounds[round] = [item];
  }
  return rounds;
}
