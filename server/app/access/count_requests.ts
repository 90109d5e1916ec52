// Counting requests by key: what arrives together is one statement, however many keys and requests it holds. Finds the
// account or platform of a key, and its allowance. What the request may do is judged elsewhere.
import type { Clock } from '../../../runtime/clock.ts';
import type { KeyPolicy } from '../../domain/keys/key_policy.ts';
import { Refusal } from '../../errors.ts';
import {
  type Allowance,
  groupByKey,
  type KeyKind,
  rateLimit,
  rateWindowSeconds,
} from '../../store/keys/admit_keys.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import type { Store } from '../../store/store.ts';
import { type Batcher, createBatcher } from '../batches/batcher.ts';
import { LockQueue } from '../batches/lock_queue.ts';
import { writeRounds } from '../batches/rounds.ts';

/** A key's allowance after the request. */
export interface Rate {
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
}

/** One request of a key that is known. */
interface CountedRequest {
  /** The account of an account key; the key itself for a platform key. */
  ownerId: bigint;
  /** Null for a key without one. */
  policy: KeyPolicy | null;
  rate: Rate;
  /** Set when the request is over the limit. */
  refusal?: Refusal;
}

/** The allowance as an answer says it. */
export const toRate = ({ remaining, resetMs }: Allowance): Rate => ({
  limit: rateLimit,
  windowSeconds: rateWindowSeconds,
  remaining,
  resetSeconds: Math.ceil(resetMs / 1000),
});

/** Refuses a request without a key that is known. */
export const invalidKey = () =>
  new Refusal('invalid_api_key', 'a valid API key is needed: Authorization: Bearer <key>');

/** Refuses a request that is over its key's limit. */
export const overLimit = (rate: Rate | undefined) =>
  new Refusal(
    'rate_limited',
    `a key may make at most ${rateLimit} requests in ${rateWindowSeconds} seconds; try again after Retry-After`,
    Math.max(1, rate?.resetSeconds ?? 0),
  );

/** A request as it is counted. */
interface KeyedRequest {
  /** SHA-256 of the key, in hex. */
  hash: string;
  /** Refused at once when another statement has locked the key's window. */
  leavesLocked?: boolean | undefined;
}

/** How long requests are repeated while the database is away: not at all, their callers do. */
const repeatForMs = 0;
/** How long a request waits for a window that another statement has locked, in milliseconds. */
const patienceMs = 2_000;

/** Opens the batcher for one kind of key. It returns null when the key is unknown or revoked. */
export function createRequestCounter(
  store: Pick<Store, 'admitKeys'>,
  clock: Clock,
  kind: KeyKind,
  onBatch?: (size: number) => void,
): Batcher<KeyedRequest, CountedRequest | null> {
  const write = async (
    asked: readonly KeyedRequest[],
    atLock: AtLock,
  ): Promise<(CountedRequest | null | 'locked')[]> => {
    const { keys, turns } = groupByKey(asked.map(({ hash }) => hash));
    const known = await store.admitKeys(kind, keys, clock.nowMs(), atLock);
    return turns.map(({ nth }, index) => {
      const key = known.get((asked[index] as KeyedRequest).hash);
      if (!key) return null;
      if (key === 'locked') return 'locked';
      const rate = toRate(key);
      const { ownerId, policy } = key;
      const counted = { ownerId, policy, rate };
      return nth <= key.admitted ? counted : { ...counted, refusal: overLimit(rate) };
    });
  };
  const neverRepeated = () => false;
  const queue = new LockQueue<KeyedRequest, CountedRequest | null>({
    clock,
    ownerOf: ({ hash }) => hash,
    keyOf: () => null,
    write,
    isRepeatable: neverRepeated,
    mayWait: ({ leavesLocked }) => leavesLocked !== true,
    patienceMs,
  });
  return createBatcher<KeyedRequest, CountedRequest | null>({
    maxBatch: 500,
    maxItems: 10_000,
    onBatch,
    run: (asked) =>
      writeRounds(asked, [asked], write, { clock, repeatForMs, isRepeatable: neverRepeated, queue }),
  });
}
