// Who may do what in the console: a session becomes its person, with their role in the account, or a refusal.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret, isWellFormedSecret } from '../../domain/api_key.ts';
import type { Caller, Who } from '../../domain/caller.ts';
import { type Role, reaches, roles } from '../../domain/role.ts';
import { sessionIdleMs, sessionPrefix } from '../../domain/session_key.ts';
import { forbidden, notFound, Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

/** A signed-in person. */
export interface SignedIn {
  personId: bigint;
  sessionId: bigint;
  isOperator: boolean;
  /** When they proved once more who they are; null before. */
  provedAtMs: number | null;
}

/** A signed-in person in an account that they are a member of. */
interface SignedInMember extends SignedIn {
  accountId: bigint;
  role: Role;
}

/** The person of a session, and the account that it names. */
export interface SessionClaim {
  secret: string;
  accountId?: bigint | undefined;
}

/**
 * Judges a call of a browser. Throws `not_signed_in` for a session that is unknown or has ended, `not_found` for an account
 * that the person is no member of, as for one that there is not, and `forbidden` for a lesser role.
 */
export type JudgeSession = (
  claim: { secret: string; accountId: bigint | undefined },
  allowed: readonly Who[],
) => Promise<Caller>;

/** The checks of a session. Each throws `not_signed_in` for one that is unknown or has ended. */
export interface SessionDoor {
  /** Anybody who is signed in. */
  authorizePerson(claim: SessionClaim): Promise<SignedIn>;
  /** The same; undefined, and no throw, where nobody is. */
  findPerson(claim: SessionClaim): Promise<SignedIn | undefined>;
  /**
   * A member of the named account whose role reaches `needs`. Throws `not_found` for an account that the person is no
   * member of, as for one that there is not, and `forbidden` for a lesser role.
   */
  authorizeSession(claim: SessionClaim & { needs: Role }): Promise<SignedInMember>;
  /** The operator of the service. Throws `forbidden`. */
  authorizeOperator(claim: SessionClaim): Promise<SignedIn>;
  judge: JudgeSession;
}

const notSignedIn = () => new Refusal('not_signed_in', 'sign in first');

/** Binds the checks to the store; each is one statement, so that what was ended or changed counts at once. */
export function createSessionDoor(store: Pick<Store, 'authorizeSession'>, clock: Clock): SessionDoor {
  const find = async ({ secret, accountId = 0n }: SessionClaim) => {
    if (!isWellFormedSecret(sessionPrefix, secret)) return undefined;
    return store.authorizeSession(hashSecret(secret), accountId, clock.nowMs(), sessionIdleMs);
  };
  const demand = async (claim: SessionClaim) => {
    const found = await find(claim);
    if (!found) throw notSignedIn();
    return found;
  };
  const judge: JudgeSession = async ({ secret, accountId }, allowed) => {
    const found = await find({ secret, accountId });
    const person = found && { kind: 'person' as const, secret, ...found };
    if (allowed.includes('anybody')) return person ?? { kind: 'anybody' };
    if (!person) throw notSignedIn();
    if (allowed.includes('person') || (person.isOperator && allowed.includes('operator'))) return person;
    const needed = roles.find((role) => allowed.includes(role));
    if (needed === undefined || accountId === undefined)
      throw forbidden(
        allowed.includes('operator') ? 'this is for the operator of the service' : 'this is for services',
      );
    if (person.role === null) throw notFound('account');
    if (!reaches(person.role, needed)) throw forbidden(`this takes the role ${needed}`);
    return person;
  };
  return {
    judge,
    authorizePerson: demand,
    findPerson: find,

    async authorizeSession({ secret, accountId = 0n, needs }) {
      const { role, ...person } = await demand({ secret, accountId });
      if (role === null) throw notFound('account');
      if (!reaches(role, needs)) throw forbidden(`this takes the role ${needs}`);
      return { ...person, accountId, role };
    },

    async authorizeOperator(claim) {
      const person = await demand(claim);
      if (!person.isOperator) throw forbidden('this is for the operator of the service');
      return person;
    },
  };
}
