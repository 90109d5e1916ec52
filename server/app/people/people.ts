// All that the core does for people who sign in.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { sessionIdleMs } from '../../domain/session_key.ts';
import type { Store } from '../../store/store.ts';
import type { Admin } from '../operator/admin.ts';
import { createAttempts } from './attempts.ts';
import { createLinks } from './links.ts';
import {
  changeMail,
  createMailer,
  invitationMail,
  movedMail,
  noMail,
  proofMail,
  signInMail,
} from './mail.ts';
import { createMe, type PersonView } from './me.ts';
import { createMembers } from './members.ts';
import type { Browser } from './new_session.ts';
import { createOwnEmail } from './own_email.ts';
import { createOwnSignIn } from './own_sign_in.ts';
import { createPasswords } from './passwords.ts';
import { createPeopleAdmin } from './people_admin.ts';
import { createProof, type OnChange } from './proof.ts';
import { createSessionDoor } from './session_door.ts';
import { createSignIn } from './sign_in.ts';
import { createSignUp } from './sign_up.ts';
import { createTickets } from './tickets.ts';

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
  /** What all cores of the service know, and nobody who signs in: codes of tickets are made of it. */
  secret: string;
  /** Where mail is handed in; none is sent when absent. */
  mail?: { url: string; from: string } | undefined;
}

type StoreOfPeople = Parameters<typeof createMe>[0]['store'] &
  Parameters<typeof createAttempts>[0] &
  Parameters<typeof createSignIn>[0]['store'] &
  Parameters<typeof createSignUp>[0]['store'] &
  Parameters<typeof createProof>[0]['store'] &
  Parameters<typeof createOwnSignIn>[0]['store'] &
  Parameters<typeof createOwnEmail>[0]['store'] &
  Parameters<typeof createLinks>[0]['store'] &
  Parameters<typeof createMembers>[0]['store'] &
  Parameters<typeof createPeopleAdmin>[0]['store'] &
  Pick<Store, 'authorizeSession' | 'countNotice' | 'sweepPeople'>;

/** Binds the actions to the store, and starts the sweep that ends expired sessions every 30 seconds. */
export function startPeople({ store, admin, clock, log, publicUrl, secret, mail }: PeopleOptions) {
  const me = createMe({ store, clock });
  const attempts = createAttempts(store, clock);
  const passwords = createPasswords();
  const { view } = me;
  const send = mail ? createMailer(mail, log) : noMail;
  const report = async (email: string, address: string) => {
    if (await store.countNotice(email, clock.nowMs())) send(signInMail(email, clock.nowMs(), address));
  };
  const onSignIn = ({ email }: PersonView, { address }: Browser) => {
    // Nobody waits for it.
    if (mail)
      report(email, address).catch((error: Error) =>
        log.warn({ error: error.message }, 'a sign-in was not reported by mail'),
      );
  };
  const mails = mail && {
    invite: (email: string, link: string) => send(invitationMail(email, link)),
    prove: (email: string, link: string) => send(proofMail(email, link)),
  };
  const onMove = (before: string, now: string) => send(movedMail(before, now));
  const onChange: OnChange = (email, kind, address) => send(changeMail(email, kind, clock.nowMs(), address));
  const tickets = createTickets(secret, clock);
  const proof = createProof({ store, attempts, passwords, tickets, clock });
  const links = createLinks({ store, clock, publicUrl, mails });
  const sweep = () => store.sweepPeople(clock.nowMs(), sessionIdleMs, sweepBatch);
  const sweeps = every({
    clock,
    periodMs: sweepPeriodMs,
    work: sweep,
    onError: (error) =>
      log.warn({ error: (error as Error).message }, 'a sweep of sessions failed; the next one repeats it'),
  });
  return {
    judge: createSessionDoor(store, clock),
    me,
    signIn: createSignIn({ store, attempts, tickets, passwords, view, clock, onSignIn }),
    signUp: createSignUp({ store, passwords, view, clock, onChange }),
    proof,
    ownSignIn: createOwnSignIn({ store, attempts, passwords, tickets, proof, view, clock, onChange }),
    ownEmail: createOwnEmail({ store, links, proof, view, clock, onMove }),
    members: createMembers({ store, links, admin, clock }),
    peopleAdmin: createPeopleAdmin({ store, links, clock }),
    /** Ends what has had its time now; returns how many sessions. */
    sweep,
    stop: () => void sweeps.stop(),
  };
}
