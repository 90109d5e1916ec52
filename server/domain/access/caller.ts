// The callers of the core, and the kinds of callers that a method may be open to.
import type { Role } from '../users/role.ts';

/** A person who is signed in, and calls through the gateway. */
export interface CallingUser {
  kind: 'user';
  userId: bigint;
  sessionId: bigint;
  /** The session's secret. */
  secret: string;
  isOperator: boolean;
  /** When they last re-authenticated; null before. */
  reauthenticatedAtMs: number | null;
  /**
   * Their role in the account that the call names; null where it names no account, or an account that they are not a
   * member of.
   */
  role: Role | null;
}

/**
 * A service is one of our processes, which shows the service credential; it may call for a person's session, which was admitted like a
 * key. `anybody` is a browser without a valid session.
 */
export type Caller = { kind: 'service'; isForPerson: boolean } | { kind: 'anybody' } | CallingUser;

/**
 * A kind of caller. `account key` and `platform key` are judged at admission, and the gateway calls as a service then.
 * `viewer`, `member`, `admin` and `owner` have that role, or a greater one, in the account that the call names; `person` is anybody
 * who is signed in, and `anybody` need not be.
 */
export type Who = 'service' | 'account key' | 'platform key' | 'anybody' | 'user' | 'operator' | Role;
