// Admission: a key becomes the account it acts for, or a refusal. Every rule about who may do what is here.

import { Operation } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { accountKeyPrefix, hashSecret, isWellFormedSecret } from '../domain/api_key.ts';
import { invalidRequest, notFound, Refusal } from '../errors.ts';
import { type KeyAdmission, rateLimit, rateWindowSeconds } from '../store/admit_keys.ts';
import type { Store } from '../store/store.ts';
import { createLane } from './lane.ts';

export interface AdmissionRequest {
  apiKey: string;
  operation: Operation;
  /** The X-SVC-Account header as it came. */
  targetAccount?: string | undefined;
}

/** A key's allowance after the request. */
export interface Rate {
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
}

/** A request that may go on for `accountId`, or its refusal; `rate` is absent when the key is not known. */
export interface AdmissionDecision {
  accountId?: bigint;
  refusal?: Refusal;
  rate?: Rate;
}

export type Admit = (request: AdmissionRequest) => Promise<AdmissionDecision>;

const invalidKey = () =>
  new Refusal(ErrorCode.INVALID_API_KEY, 'a valid API key is needed: Authorization: Bearer <key>');

/** What the statement said of the key, and whether this very request is among those admitted. */
interface Counted {
  admission: KeyAdmission;
  admitted: boolean;
}

/** Opens the lane that judges keys. */
export function createAdmission(store: Store, onBatch?: (size: number) => void): Admit {
  const lane = createLane<string, Counted | null>({
    maxBatch: 500,
    maxWaiting: 10_000,
    ...(onBatch && { onBatch }),
    run: async (hashes) => {
      const counts = new Map<string, number>();
      for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
      const known = await store.admitKeys([...counts].map(([hash, count]) => ({ hash, count })));
      const used = new Map<string, number>();
      return hashes.map((hash) => {
        const admission = known.get(hash);
        if (!admission) return null;
        const nth = (used.get(hash) ?? 0) + 1;
        used.set(hash, nth);
        return { admission, admitted: nth <= admission.admitted };
      });
    },
  });

  return async ({ apiKey, operation, targetAccount }) => {
    if (!isWellFormedSecret(accountKeyPrefix, apiKey)) return { refusal: invalidKey() };
    const counted = await lane(hashSecret(apiKey));
    if (!counted) return { refusal: invalidKey() };
    const { admission, admitted } = counted;
    const rate: Rate = {
      limit: rateLimit,
      windowSeconds: rateWindowSeconds,
      remaining: admission.remaining,
      resetSeconds: Math.ceil(admission.resetMs / 1000),
    };
    if (!admitted) {
      const wait = Math.max(1, rate.resetSeconds);
      return {
        rate,
        refusal: new Refusal(
          ErrorCode.RATE_LIMITED,
          `more than ${rateLimit} requests in ${rateWindowSeconds} seconds with one key`,
          wait,
        ),
      };
    }
    const refusal = refuseOperation(operation) ?? refuseTarget(targetAccount, admission.accountId);
    return refusal ? { rate, refusal } : { rate, accountId: admission.accountId };
  };
}

const refuseOperation = (operation: Operation) =>
  operation === Operation.UNSPECIFIED ? invalidRequest('operation is missing') : undefined;

/** An account key may name its own account; any other does not exist for it. */
function refuseTarget(targetAccount: string | undefined, accountId: bigint): Refusal | undefined {
  if (targetAccount === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(targetAccount))
    return invalidRequest('X-SVC-Account must be one positive integer');
  return BigInt(targetAccount) === accountId ? undefined : notFound('account');
}
