// What people's actions are made with.
import type { Clock } from '../../../runtime/clock.ts';
import type { PasskeyRow, PersonRow, SecurityEventKind } from '../../store/people/people.ts';
import type { PeopleStore } from '../../store/store.ts';
import type { Attempts } from './attempts.ts';
import type { Browser } from './new_session.ts';
import type { Passwords } from './passwords.ts';
import type { Tickets } from './tickets.ts';

/** A person with their passkeys. */
export interface PersonView extends PersonRow {
  passkeys: PasskeyRow[];
}

export interface PeopleParts {
  store: PeopleStore;
  clock: Clock;
  attempts: Attempts;
  passwords: Passwords;
  tickets: Tickets;
  /** Reads a person. Throws `not_found`. */
  view: (personId: bigint) => Promise<PersonView>;
  /**
   * Reads a person who has just signed in with a browser. If their language was not known, it is the browser's from
   * then on.
   */
  welcome: (personId: bigint, browser: Browser) => Promise<PersonView>;
  /** Called with each change of how somebody signs in, once it is made, and the network address that asked for it. */
  onChange: (email: string, kind: SecurityEventKind, address: string) => void;
}
