// Everything that the core does for people who sign in.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { sessionIdleMs } from '../../domain/keys/session_key.ts';
import type { Language } from '../../domain/people/language.ts';
import { notFound } from '../../errors.ts';
import type { PeopleStore } from '../../store/store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { createAttempts } from './attempts.ts';
import { createForgotten } from './forgotten.ts';
import { createLinks } from './links.ts';
import { createMailer, noMail } from './mail/mailer.ts';
import { createMails } from './mail/mails.ts';
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
/** Most sessions that one round ends. */
const sweepBatch = 5_000;

export type People = ReturnType<typeof startPeople>;

interface PeopleOptions {
  store: PeopleStore;
  accounts: Pick<Accounts, 'create'>;
  clock: Clock;
  log: Log;
  publicUrl: string;
  /** A secret that all cores of the service know, and nobody who signs in: the codes of tickets are made from it. */
  secret: string;
  /** The mail server; no mail is sent when absent. */
  mail?: { url: string; from: string; language: Language } | undefined;
}

/** Starts the sweep that ends expired sessions every 30 seconds. */
export function startPeople({ store, accounts, clock, log, publicUrl, secret, mail }: PeopleOptions) {
  const send = mail ? createMailer(mail, log).send : noMail;
  const mails = createMails({ store, clock, log, send, language: mail?.language ?? 'en' });
  const onSignIn = ({ email }: PersonView, { address }: Browser) => {
    // Nobody waits for it.
    if (mail)
      mails
        .noticeSignIn(email, address)
        .catch((error: Error) => log.warn({ error: error.message }, 'a sign-in was not reported by mail'));
  };
  const view = async (personId: bigint) => {
    const [person, passkeys] = await Promise.all([store.findPerson(personId), store.listPasskeys(personId)]);
    if (!person) throw notFound('person');
    return { ...person, passkeys };
  };
  const parts: PeopleParts = {
    store,
    clock,
    attempts: createAttempts(store, clock),
    passwords: createPasswords(),
    tickets: createTickets(secret, clock),
    view,
    async welcome(personId, { language }) {
      const person = await view(personId);
      if (person.language !== null || language === undefined) return person;
      await store.setLanguage(personId, language, true);
      return { ...person, language };
    },
    onChange: mails.change,
  };
  const proof = createProof(parts);
  const links = createLinks({ store, clock, publicUrl, mails: mail && mails });
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
    ownEmail: createOwnEmail(parts, links, proof, mails.move),
    members: createMembers({ store, links, accounts, clock }),
    peopleAdmin: createPeopleAdmin(store, clock),
    /** Ends all sessions whose time is over; returns how many. */
    sweep,
    stop: () => void sweeps.stop(),
  };
}
