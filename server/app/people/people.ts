// Everything that the core does for people who sign in.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { sessionIdleMs } from '../../domain/session_key.ts';
import { notFound } from '../../errors.ts';
import type { PeopleStore } from '../../store/store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { createAttempts } from './attempts.ts';
import { createForgotten } from './forgotten.ts';
import { createLinks } from './links.ts';
import {
  changeMail,
  createMailer,
  invitationMail,
  movedMail,
  newPasswordMail,
  noMail,
  proofMail,
  signInMail,
} from './mail.ts';
import { createMe } from './me.ts';
import { createMembers } from './members.ts';
import type { Browser } from './new_session.ts';
import { createOwnEmail } from './own_email.ts';
import { createOwnPasskeys } from './own_passkeys.ts';
import { createOwnSignIn } from './own_sign_in.ts';
import type { PeopleParts, PersonView } from './parts.ts';
import { createPasswords } from './passwords.ts';
import { createPeopleAdmin } from './people_admin.ts';
import { createProof } from './proof.ts';
import { createSessionDoor } from './session_door.ts';
import { createSignIn } from './sign_in.ts';
import { createSignUp } from './sign_up.ts';
import { createTickets } from './tickets.ts';

const sweepPeriodMs = 30_000;
/** Sessions that one round ends at most. */
const sweepBatch = 5_000;

export type People = ReturnType<typeof startPeople>;

interface PeopleOptions {
  store: PeopleStore;
  accounts: Pick<Accounts, 'create'>;
  clock: Clock;
  log: Log;
  publicUrl: string;
  /** Known to all cores of the service, and to nobody who signs in: codes of tickets are made of it. */
  secret: string;
  /** The mail server; no mail is sent when absent. */
  mail?: { url: string; from: string } | undefined;
}

/** Starts the sweep that ends expired sessions every 30 seconds. */
export function startPeople({ store, accounts, clock, log, publicUrl, secret, mail }: PeopleOptions) {
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
    renew: (email: string, link: string) => send(newPasswordMail(email, link)),
  };
  const onMove = (before: string, now: string) => send(movedMail(before, now));
  const parts: PeopleParts = {
    store,
    clock,
    attempts: createAttempts(store, clock),
    passwords: createPasswords(),
    tickets: createTickets(secret, clock),
    async view(personId) {
      const [person, passkeys] = await Promise.all([
        store.findPerson(personId),
        store.listPasskeys(personId),
      ]);
      if (!person) throw notFound('person');
      return { ...person, passkeys };
    },
    onChange: (email, kind, address) => send(changeMail(email, kind, clock.nowMs(), address)),
  };
  const proof = createProof(parts);
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
    me: createMe(parts),
    signIn: createSignIn({ ...parts, onSignIn }),
    signUp: createSignUp(parts),
    forgotten: createForgotten(parts, links, log),
    proof,
    links,
    ownSignIn: createOwnSignIn(parts, proof),
    ownPasskeys: createOwnPasskeys(parts, proof),
    ownEmail: createOwnEmail(parts, links, proof, onMove),
    members: createMembers({ store, links, accounts, clock }),
    peopleAdmin: createPeopleAdmin(store, clock),
    /** Ends what has had its time now; returns how many sessions. */
    sweep,
    stop: () => void sweeps.stop(),
  };
}
