// The key of a request that was admitted before: it may have ended since, while the request's body came in, or while a file was read
// for it page by page. Counts no request.
import type { Clock } from '../../../runtime/clock.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { type AccessRules, judgingPolicies } from './admit.ts';
import { invalidKey } from './count_requests.ts';
import { neededRole, refusalOfRole } from './needed_role.ts';

/**
 * Judges a call of the gateway for a key, by the SHA-256 of the key in hex. Throws `invalid_api_key` for one that works no more, and
 * what admission throws for one that may not call the method, or act for the account, any more. Answers whether it is a person's session.
 */
export type JudgeKey = (keyHash: string, method: string, accountId: bigint | undefined) => Promise<boolean>;

export function createKeyJudge(
  options: AccessRules & { store: Pick<Store, 'findWorkingKey'>; clock: Clock },
): JudgeKey {
  const { store, clock, whoMayCall } = options;
  const judgePolicy = judgingPolicies(options);
  return async (keyHash, method, accountId) => {
    const key = await store.findWorkingKey(keyHash, accountId, clock.nowMs());
    if (!key) throw invalidKey();
    if (!key.isLinked) throw notFound('account');
    const allowed = whoMayCall(method);
    // What the gateway asks besides, to answer a request, is for services: the request itself was judged.
    const isPersons = key.role !== null;
    if (!allowed.includes('account key')) return isPersons;
    const refusal = judgePolicy(key.policy, method);
    if (refusal) throw refusal;
    const needed = neededRole(allowed);
    const lack = key.role !== null && needed !== undefined ? refusalOfRole(key.role, needed) : undefined;
    if (lack) throw lack;
    return isPersons;
  };
}
