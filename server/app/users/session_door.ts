// The door for sessions: finds the session's person and their role in the account that a call names, or refuses the
// call.
import type { Clock } from '../../../runtime/clock.ts';
import type { Caller, Who } from '../../domain/access/caller.ts';
import { hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { sessionIdleMs, sessionPrefix } from '../../domain/keys/session_key.ts';
import { forbidden, notFound, Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { neededRole, refusalOfRole } from '../access/needed_role.ts';

/**
 * Judges a call of a browser. Throws `not_signed_in` for a session that is unknown or has ended, `not_found` for an
 * account that does not exist or that the person is not a member of, and `forbidden` for a lesser role.
 */
export type JudgeSession = (
  claim: { secret: string; accountId: bigint | undefined },
  allowed: readonly Who[],
) => Promise<Caller>;

/** A sandbox has the people of its owner. The judgement is one statement, so that an ended session and a changed role count at once. */
export const createSessionDoor =
  (store: Pick<Store, 'authorizeSession'>, clock: Clock): JudgeSession =>
  async ({ secret, accountId }, allowed) => {
    const found = isWellFormedSecret(sessionPrefix, secret)
      ? await store.authorizeSession(hashSecret(secret), accountId ?? 0n, clock.nowMs(), sessionIdleMs)
      : undefined;
    const user = found && { kind: 'user' as const, secret, ...found };
    if (allowed.includes('anybody')) return user ?? { kind: 'anybody' };
    if (!user) throw new Refusal('not_signed_in', 'sign in first');
    if (allowed.includes('user') || (user.isOperator && allowed.includes('operator'))) return user;
    const needed = neededRole(allowed);
    if (needed === undefined || accountId === undefined)
      throw forbidden(
        allowed.includes('operator') ? 'this is for the operator of the service' : 'this is for services',
      );
    if (user.role === null) throw notFound('account');
    const lack = refusalOfRole(user.role, needed);
    if (lack) throw lack;
    return user;
  };
