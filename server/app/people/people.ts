// All that the core does for people who sign in.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { sessionIdleMs } from '../../domain/session_key.ts';
import type { Store } from '../../store/store.ts';
import type { Admin } from '../operator/admin.ts';
import { createAttempts } from './attempts.ts';
import { createLinks } from './links.ts';
import { createMailer, invitationMail, noMail, signInMail } from './mail.ts';
import { createMe, type PersonView } from './me.ts';
import { createMembers } from './members.ts';
import type { Browser } from './new_session.ts';
import { createOwnSignIn } from './own_sign_in.ts';
import { createPasswords } from './passwords.ts';
import { createPeopleAdmin } from './people_admin.ts';
import { createSessionDoor } from './session_door.ts';
import { createSignIn } from './sign_in.ts';
import { createSignUp } from './sign_up.ts';

const sweepPeriodMs = 30_000;
/** Sessions that one round ends at most. */
const sweepBatch = 5_000;

export type People = ReturnType<typeof startPeople>;

interface PeopleOptions {
  store: StoreOfPeople;
  admin: Pick<Admin, 'createAccount'>;
  clock: Clock;
  log: Log;
  publicUrl: string;
  /** Where mail is handed in; none is sent when absent. */
  mail?: { url: string; from: string } | undefined;
}

type StoreOfPeople = Parameters<typeof createMe>[0]['store'] &
  Parameters<typeof createAttempts>[0] &
  Parameters<typeof createSignIn>[0]['store'] &
  Parameters<typeof createSignUp>[0]['store'] &
  Parameters<typeof createOwnSignIn>[0]['store'] &
  Parameters<typeof createLinks>[0]['store'] &
  Parameters<typeof createMembers>[0]['store'] &
  Parameters<typeof createPeopleAdmin>[0]['store'] &
  Pick<Store, 'authorizeSession' | 'sweepPeople'>;

/** Binds the actions to the store, and starts the sweep that ends expired sessions every 30 seconds. */
export function startPeople({ store, admin, clock, log, publicUrl, mail }: PeopleOptions) {
  const door = createSessionDoor(store, clock);
  const me = createMe({ store, door, clock });
  const attempts = createAttempts(store, clock);
  const passwords = createPasswords();
  const { view } = me;
  const send = mail ? createMailer(mail, log) : noMail;
  const onSignIn = ({ email }: PersonView, { address }: Browser) =>
    send(signInMail(email, clock.nowMs(), address));
  const onInvitation = (email: string, link: string) => send(invitationMail(email, link));
  const signIn = createSignIn({ store, attempts, passwords, view, clock, onSignIn });
  const { issueTicket } = signIn;
  const links = createLinks({ store, clock, publicUrl, onInvitation });
  const sweep = () => store.sweepPeople(clock.nowMs(), sessionIdleMs, sweepBatch);
  const sweeps = every({
    clock,
    periodMs: sweepPeriodMs,
    work: sweep,
    onError: (error) =>
      log.warn({ error: (error as Error).message }, 'a sweep of sessions failed; the next one repeats it'),
  });
  return {
    door,
    me,
    signIn,
    signUp: createSignUp({ store, door, passwords, view, clock }),
    ownSignIn: createOwnSignIn({ store, door, attempts, passwords, view, issueTicket, clock }),
    members: createMembers({ store, door, links, admin, clock }),
    peopleAdmin: createPeopleAdmin({ store, links }),
    /** Ends what has had its time now; returns how many sessions. */
    sweep,
    stop: () => void sweeps.stop(),
  };
}
