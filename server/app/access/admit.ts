// Admission: finds the account or platform that a key acts for, or refuses the request. It is judged in this order: an
// unknown key, the rate limit, the options of the contract, the account that is named.
import type { Clock } from '../../../runtime/clock.ts';
import type { Who } from '../../domain/access/caller.ts';
import { hashSecret, isWellFormedSecret, platformKeyPrefix } from '../../domain/keys/api_key.ts';
import { boundsSends, type KeyPolicy, readsOf, type Scope } from '../../domain/keys/key_policy.ts';
import { isAccountKey, isSessionKey } from '../../domain/keys/session_key.ts';
import { roles } from '../../domain/users/role.ts';
import { forbidden, invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { PlatformLinkRef } from '../../store/platforms/platforms.ts';
import type { Store } from '../../store/store.ts';
import { createBatcher } from '../batches/batcher.ts';
import { keyEnded, missingScope, readsBeyondPolicy, sendsBeyondPolicy } from '../keys/policy_refusals.ts';
import type { NoteRefusal } from '../keys/refusal_book.ts';
import { createRequestCounter, invalidKey, type Rate } from './count_requests.ts';
import { neededRole, refusalOfRole } from './needed_role.ts';

export interface AdmissionRequest {
  apiKey: string;
  /** The method that it calls, as MessageService/SendMessages. An empty one is refused. */
  method: string;
  /** The X-SVC-Account header as it came. */
  targetAccount?: string | undefined;
  /** A second method that it calls. */
  alsoMethod?: string | undefined;
  /** Refused at once, and untouched, when another statement has locked its key's window. */
  leavesLocked?: boolean;
}

/** A request that may go on for an account or a platform key, or its refusal; exactly one of account, platform key and refusal is set. */
export interface AdmissionDecision {
  accountId?: bigint;
  /** Only for a method that names no account. */
  platformKeyId?: bigint;
  /** It may read only some of the account's texts: its key is named in what is read for it. */
  readsKnown?: boolean;
  refusal?: Refusal;
  /** Absent when the key is not known. */
  rate?: Rate;
}

export type Admit = (request: AdmissionRequest) => Promise<AdmissionDecision>;

/** It names no account: a platform key lists the accounts that it acts for. */
const listsAccounts = 'AccountService/ListAccountsOfKey';

const outOfScope = () =>
  new Refusal(
    'platform_key_scope',
    'platform keys work only on GET /api/v1/usage, POST /api/v1/plan and GET /api/v1/accounts',
  );

/** No account has this id: ids are positive. */
const nobody = 0n;

/**
 * Reads the X-SVC-Account header. A positive integer too large for any id names nobody and is not malformed; anything
 * else, or more than 64 digits, is `invalid_request`.
 */
export function readTarget(text: string): bigint | Refusal {
  if (!/^[1-9]\d{0,63}$/.test(text)) return invalidRequest('X-SVC-Account must be one positive integer');
  // Eighteen digits always fit the database's integers.
  return text.length > 18 ? nobody : BigInt(text);
}

/** The key's owner, and its policy. */
interface Owner {
  ownerId: bigint;
  policy: KeyPolicy | null;
}

/** What keys may do. */
export interface AccessRules {
  /** The options of the contract: who may call a method. */
  whoMayCall: (method: string) => readonly Who[];
  /** The scope that a key with a policy needs for it; null for none. */
  scopeFor: (method: string) => Scope | null;
  /** Whether it makes texts leave that no key's limits apply to. */
  sendsBeyondLimits: (method: string) => boolean;
  /** Whether it shows more than a key that reads only known texts may see. */
  readsBeyondKnown: (method: string) => boolean;
}

interface AdmissionOptions extends AccessRules {
  store: Pick<Store, 'admitKeys' | 'areLinked' | 'findRoleOfKey'>;
  clock: Clock;
  noteRefusal?: NoteRefusal;
  onBatch?: (size: number) => void;
}

/** The refusal of a key whose policy does not let it call the method; undefined if it may. */
export const judgingPolicies =
  ({
    clock,
    scopeFor,
    sendsBeyondLimits,
    readsBeyondKnown,
  }: Omit<AccessRules, 'whoMayCall'> & { clock: Clock }) =>
  (policy: KeyPolicy | null, method: string): Refusal | undefined => {
    if (policy === null) return undefined;
    if (policy.endsAtMs !== null && policy.endsAtMs <= clock.nowMs()) return keyEnded(policy);
    const scope = scopeFor(method);
    if (scope !== null && !policy.scopes.includes(scope)) return missingScope(scope, policy);
    if (readsOf(policy) === 'known' && readsBeyondKnown(method)) return readsBeyondPolicy();
    return sendsBeyondLimits(method) && boundsSends(policy) ? sendsBeyondPolicy() : undefined;
  };

/** Opens the batchers that judge keys. */
export function createAdmission(options: AdmissionOptions): Admit {
  const { store, clock, whoMayCall, onBatch, noteRefusal } = options;
  const judgePolicy = judgingPolicies(options);
  const countAccountKey = createRequestCounter(store, clock, 'account', onBatch);
  const countPlatformKey = createRequestCounter(store, clock, 'platform', onBatch);
  const isLinked = createBatcher<PlatformLinkRef, boolean>({
    maxBatch: 500,
    maxItems: 10_000,
    run: store.areLinked,
  });

  /** The refusal of a key, or of the person whose session it is; undefined if they may call the method. */
  const judgeRight = async (apiKey: string, allowed: readonly Who[]): Promise<Refusal | undefined> => {
    if (!isSessionKey(apiKey))
      return allowed.includes('account key')
        ? undefined
        : forbidden('this needs a signed-in person, not a key');
    const needed = neededRole(allowed);
    if (needed === undefined) return forbidden('this is for services');
    // The key of a person in the account.
    if (needed === roles[0]) return undefined;
    return refusalOfRole(await store.findRoleOfKey(hashSecret(apiKey)), needed);
  };

  /** An account key or a session's key acts for its own account, and may name it; others do not exist. */
  const judgeAccountKey = async (
    { apiKey, method, targetAccount, alsoMethod }: AdmissionRequest,
    { ownerId: accountId, policy }: Owner,
  ): Promise<AdmissionDecision> => {
    for (const each of alsoMethod === undefined ? [method] : [method, alsoMethod]) {
      const refusal = await judgeRight(apiKey, whoMayCall(each));
      if (refusal) return { refusal };
      const barred = judgePolicy(policy, each);
      if (barred) {
        noteRefusal?.(hashSecret(apiKey), barred);
        return { refusal: barred };
      }
    }
    const target = targetAccount === undefined ? accountId : readTarget(targetAccount);
    if (target instanceof Refusal) return { refusal: target };
    if (target !== accountId) return { refusal: notFound('account') };
    return policy && readsOf(policy) === 'known' ? { accountId, readsKnown: true } : { accountId };
  };

  /** A platform key acts for the accounts that are linked to it. Other accounts do not exist for it. */
  const judgePlatformKey = async (
    { method, targetAccount, alsoMethod = method }: AdmissionRequest,
    { ownerId: platformKeyId }: Owner,
  ): Promise<AdmissionDecision> => {
    if (![method, alsoMethod].every((each) => whoMayCall(each).includes('platform key')))
      return { refusal: outOfScope() };
    // The header means nothing here.
    if (method === listsAccounts) return { platformKeyId };
    if (targetAccount === undefined)
      return {
        refusal: invalidRequest(
          'a platform key must name the account that it acts for: send the header X-SVC-Account',
        ),
      };
    const accountId = readTarget(targetAccount);
    if (accountId instanceof Refusal) return { refusal: accountId };
    return (await isLinked({ platformKeyId, accountId })) ? { accountId } : { refusal: notFound('account') };
  };

  return async (request) => {
    const { apiKey, method, leavesLocked } = request;
    const isOfAccount = isAccountKey(apiKey);
    if (!isOfAccount && !isWellFormedSecret(platformKeyPrefix, apiKey)) return { refusal: invalidKey() };
    const count = isOfAccount ? countAccountKey : countPlatformKey;
    const counted = await count({ hash: hashSecret(apiKey), leavesLocked });
    if (!counted) return { refusal: invalidKey() };
    const { rate, refusal } = counted;
    if (refusal) return { rate, refusal };
    if (method === '') return { rate, refusal: invalidRequest('method is required') };
    const judge = isOfAccount ? judgeAccountKey : judgePlatformKey;
    return { rate, ...(await judge(request, counted)) };
  };
}
