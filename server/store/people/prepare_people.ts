// Everything that the core asks of its database about people.
import type { Database } from '../postgres/database.ts';
import { prepareAttempts } from './attempts.ts';
import { prepareSessionDoor } from './authorize_session.ts';
import { prepareCredentials } from './credentials.ts';
import { prepareEmail } from './email.ts';
import { prepareEnterAccount } from './enter_account.ts';
import { prepareInvite } from './invite.ts';
import { prepareKnownBrowsers } from './known_browsers.ts';
import { preparePersonLinks } from './links.ts';
import { prepareMembers } from './members.ts';
import { prepareOpenSession } from './open_session.ts';
import { preparePasskeys } from './passkeys.ts';
import { preparePersonReads } from './people.ts';
import { preparePeopleList } from './people_list.ts';
import { prepareProveSession } from './prove_session.ts';
import { prepareSessions } from './sessions.ts';
import { prepareSignInChanges } from './sign_in_changes.ts';
import { prepareSignUp } from './sign_up.ts';
import { prepareSweepPeople } from './sweep_people.ts';

/** Binds every statement about people to its pool. */
export const preparePeople = (database: Database) => ({
  ...prepareAttempts(database),
  ...prepareSessionDoor(database),
  ...prepareCredentials(database),
  ...prepareEmail(database),
  ...prepareEnterAccount(database),
  ...prepareInvite(database),
  ...prepareKnownBrowsers(database),
  ...preparePersonLinks(database),
  ...prepareMembers(database),
  ...prepareOpenSession(database),
  ...preparePasskeys(database),
  ...preparePersonReads(database),
  ...preparePeopleList(database),
  ...prepareProveSession(database),
  ...prepareSessions(database),
  ...prepareSignInChanges(database),
  ...prepareSignUp(database),
  ...prepareSweepPeople(database),
});
