// What people's actions are made with.
import type { Clock } from '../../../runtime/clock.ts';
import type { UserStore } from '../../store/store.ts';
import type { PasskeyRow, SecurityEventKind, UserRow } from '../../store/users/users.ts';
import type { Attempts } from './attempts.ts';
import type { Browser } from './new_session.ts';
import type { Passwords } from './passwords.ts';
import type { Tickets } from './tickets.ts';

/** A person with their passkeys. */
export interface UserView extends UserRow {
  passkeys: PasskeyRow[];
}

export interface UserParts {
  store: UserStore;
  clock: Clock;
  attempts: Attempts;
  passwords: Passwords;
  tickets: Tickets;
  /** Reads a person. Throws `not_found`. */
  view: (userId: bigint) => Promise<UserView>;
  /**
   * Reads a person who has just signed in with a browser. If their language was not known, it is the browser's from
   * then on.
   */
  welcome: (userId: bigint, browser: Browser) => Promise<UserView>;
  /** Called with each change of how somebody signs in, once it is made, and the network address that asked for it. */
  onChange: (email: string, kind: SecurityEventKind, address: string) => void;
}
