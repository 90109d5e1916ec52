// Counting requests by key: what arrives together is one statement, however many keys and requests it holds. Says
// whom a key stands for and what its allowance is; what the request may do is judged elsewhere.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { Refusal } from '../errors.ts';
import {
  type Allowance,
  groupByKey,
  type KeyKind,
  rateLimit,
  rateWindowSeconds,
} from '../store/admit_keys.ts';
import type { Store } from '../store/store.ts';
import { createLane, type Lane } from './lane.ts';

/** A key's allowance after the request. */
export interface Rate {
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
}

/** One request of a key that is known. */
export interface CountedRequest {
  /** The account of an account key; the key itself for a platform key. */
  ownerId: bigint;
  rate: Rate;
  /** Set when the request is over the limit. */
  refusal?: Refusal;
}

/** The allowance in the words of an answer. */
export const toRate = ({ remaining, resetMs }: Allowance): Rate => ({
  limit: rateLimit,
  windowSeconds: rateWindowSeconds,
  remaining,
  resetSeconds: Math.ceil(resetMs / 1000),
});

/** Refuses a request without a key that is known. */
export const invalidKey = () =>
  new Refusal(ErrorCode.INVALID_API_KEY, 'a valid API key is needed: Authorization: Bearer <key>');

/** Refuses a request that is over its key's limit. */
export const overLimit = (rate: Rate | undefined) =>
  new Refusal(
    ErrorCode.RATE_LIMITED,
    `more than ${rateLimit} requests in ${rateWindowSeconds} seconds with one key`,
    Math.max(1, rate?.resetSeconds ?? 0),
  );

/** Opens the lane for one kind of key. It takes a key's hash; answers null when the key is unknown or revoked. */
export function createRequestCounter(
  store: Pick<Store, 'admitKeys'>,
  kind: KeyKind,
  onBatch?: (size: number) => void,
): Lane<string, CountedRequest | null> {
  return createLane<string, CountedRequest | null>({
    maxBatch: 500,
    maxWaiting: 10_000,
    ...(onBatch && { onBatch }),
    run: async (hashes) => {
      const { keys, places } = groupByKey(hashes);
      const requests = [...keys].map(([hash, { count }]) => ({ hash, count }));
      const known = await store.admitKeys(kind, requests);
      return places.map(({ nth }, index) => {
        const key = known.get(hashes[index] as string);
        if (!key) return null;
        const rate = toRate(key);
        const { ownerId } = key;
        return nth <= key.admitted ? { ownerId, rate } : { ownerId, rate, refusal: overLimit(rate) };
      });
    },
  });
}
