// Admission: a key becomes the account or platform that it acts for, or a refusal. Every rule about who may do what is here, judged in this
// order: an unknown key, the rate limit, what the kind of key may do, the account that is named.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret, isWellFormedSecret, platformKeyPrefix } from '../../domain/api_key.ts';
import { reaches } from '../../domain/role.ts';
import { isAccountKey, isSessionKey } from '../../domain/session_key.ts';
import { forbidden, invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { PlatformLinkRef } from '../../store/accounts/platform_links.ts';
import type { Store } from '../../store/store.ts';
import { createBatcher } from '../batches/batcher.ts';
import { createRequestCounter, invalidKey, type Rate } from './count_requests.ts';
import { readTarget } from './target_account.ts';

/** What a request wants to do; `unknown` is what only newer callers know. */
export type Operation =
  | 'send_message'
  | 'read_messages'
  | 'read_account'
  | 'read_usage'
  | 'change_plan'
  | 'list_accounts'
  | 'arrange_messages'
  | 'arrange_delivery'
  | 'unknown';

export interface AdmissionRequest {
  apiKey: string;
  /** Null when the caller does not say; that is refused. */
  operation: Operation | null;
  /** The X-SVC-Account header as it came. */
  targetAccount?: string | undefined;
  /** Refused at once, and untouched, when another statement has locked its key's window: it waits for nobody. */
  leavesLocked?: boolean;
}

/** A request that may go on for an account or a platform key, or its refusal; exactly one of the three is set. */
export interface AdmissionDecision {
  accountId?: bigint;
  /** Only for operations that name no account. */
  platformKeyId?: bigint;
  refusal?: Refusal;
  /** Absent when the key is not known. */
  rate?: Rate;
}

export type Admit = (request: AdmissionRequest) => Promise<AdmissionDecision>;

/** What people may do only as admin or owner. */
const operationsOfAdmins: ReadonlySet<Operation> = new Set([
  'change_plan',
  'arrange_messages',
  'arrange_delivery',
]);

const missingOperation = () => invalidRequest('operation is missing');

/** Opens the batchers that judge keys. */
export function createAdmission(
  store: Pick<Store, 'admitKeys' | 'areLinked' | 'findRoleOfKey'>,
  clock: Clock,
  onBatch?: (size: number) => void,
): Admit {
  const countAccountKey = createRequestCounter(store, clock, 'account', onBatch);
  const countPlatformKey = createRequestCounter(store, clock, 'platform', onBatch);
  const isLinked = createBatcher<PlatformLinkRef, boolean>({
    maxBatch: 500,
    maxItems: 10_000,
    run: store.areLinked,
  });

  /** People change a plan, and what happens with texts and where changes are brought, only as admin or owner. */
  const isAdmin = async (sessionKey: string): Promise<boolean> => {
    const role = await store.findRoleOfKey(hashSecret(sessionKey));
    return role !== undefined && reaches(role, 'admin');
  };

  /**
   * An account key, as a session's, acts for its own account and may name it; any other does not exist for it.
   */
  const judgeAccountKey = async ({
    apiKey,
    operation,
    targetAccount,
    leavesLocked,
  }: AdmissionRequest): Promise<AdmissionDecision> => {
    const counted = await countAccountKey({ hash: hashSecret(apiKey), leavesLocked });
    if (!counted) return { refusal: invalidKey() };
    const { ownerId: accountId, rate, refusal } = counted;
    if (refusal) return { rate, refusal };
    if (operation === null) return { rate, refusal: missingOperation() };
    if (operationsOfAdmins.has(operation) && isSessionKey(apiKey) && !(await isAdmin(apiKey)))
      return { rate, refusal: forbidden('this takes the role admin') };
    if (targetAccount === undefined) return { rate, accountId };
    const target = readTarget(targetAccount);
    if (target instanceof Refusal) return { rate, refusal: target };
    return target === accountId ? { rate, accountId } : { rate, refusal: notFound('account') };
  };

  /** A platform key acts for the accounts that are linked to it; any other does not exist for it. */
  const judgePlatformKey = async ({
    apiKey,
    operation,
    targetAccount,
    leavesLocked,
  }: AdmissionRequest): Promise<AdmissionDecision> => {
    const counted = await countPlatformKey({ hash: hashSecret(apiKey), leavesLocked });
    if (!counted) return { refusal: invalidKey() };
    const { ownerId: platformKeyId, rate, refusal } = counted;
    if (refusal) return { rate, refusal };
    switch (operation) {
      case null:
        return { rate, refusal: missingOperation() };
      case 'list_accounts':
        // It names no account, so that the header says nothing here.
        return { rate, platformKeyId };
      case 'read_usage':
      case 'change_plan':
        break;
      default:
        return { rate, refusal: outOfScope() };
    }
    if (targetAccount === undefined) {
      return {
        rate,
        refusal: invalidRequest(
          'a platform key must name the account that it acts for: send the header X-SVC-Account',
        ),
      };
    }
    const accountId = readTarget(targetAccount);
    if (accountId instanceof Refusal) return { rate, refusal: accountId };
    return (await isLinked({ platformKeyId, accountId }))
      ? { rate, accountId }
      : { rate, refusal: notFound('account') };
  };

  return async (request) => {
    if (isAccountKey(request.apiKey)) return judgeAccountKey(request);
    if (isWellFormedSecret(platformKeyPrefix, request.apiKey)) return judgePlatformKey(request);
    return { refusal: invalidKey() };
  };
}

const outOfScope = () =>
  new Refusal(
    'platform_key_scope',
    'platform keys work only on GET /api/v1/usage, POST /api/v1/plan and GET /api/v1/accounts',
  );
