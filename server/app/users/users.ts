// Everything that the core does for people who sign in.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { sessionIdleMs } from '../../domain/keys/session_key.ts';
import type { Language } from '../../domain/users/language.ts';
import { notFound } from '../../errors.ts';
import type { UserStore } from '../../store/store.ts';
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
import type { UserParts, UserView } from './parts.ts';
import { createPasswords } from './passwords.ts';
import { createReauthentication } from './reauthentication.ts';
import { createSessionDoor } from './session_door.ts';
import { createSignIn } from './sign_in.ts';
import { createSignUp } from './sign_up.ts';
import { createTickets } from './tickets.ts';
import { createUserAdmin } from './user_admin.ts';

const sweepPeriodMs = 30_000;
/** Most sessions that one round ends. */
const sweepBatch = 5_000;

export type Users = ReturnType<typeof startUsers>;

interface UserOptions {
  store: UserStore;
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
export function startUsers({ store, accounts, clock, log, publicUrl, secret, mail }: UserOptions) {
  const send = mail ? createMailer(mail, log).send : noMail;
  const mails = createMails({ store, clock, log, send, language: mail?.language ?? 'en' });
  const onSignIn = ({ email }: UserView, { address }: Browser) => {
    // Nobody waits for it.
    if (mail)
      mails
        .noticeSignIn(email, address)
        .catch((error: Error) => log.warn({ error: error.message }, 'a sign-in was not reported by mail'));
  };
  const view = async (userId: bigint) => {
    const [user, passkeys] = await Promise.all([store.findUser(userId), store.listPasskeys(userId)]);
    if (!user) throw notFound('user');
    return { ...user, passkeys };
  };
  const parts: UserParts = {
    store,
    clock,
    attempts: createAttempts(store, clock),
    passwords: createPasswords(),
    tickets: createTickets(secret, clock),
    view,
    async welcome(userId, { language }) {
      const user = await view(userId);
      if (user.language !== null || language === undefined) return user;
      await store.setLanguage(userId, language, true);
      return { ...user, language };
    },
    onChange: mails.change,
  };
  const reauthentication = createReauthentication(parts);
  const links = createLinks({ store, clock, publicUrl, mails: mail && mails });
  const sweep = () => store.sweepUsers(clock.nowMs(), sessionIdleMs, sweepBatch);
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
    reauthentication,
    links,
    ownSignIn: createOwnSignIn(parts, reauthentication),
    ownPasskeys: createOwnPasskeys(parts, reauthentication),
    ownEmail: createOwnEmail(parts, links, reauthentication, mails.move),
    members: createMembers({ store, links, accounts, clock }),
    userAdmin: createUserAdmin(store, clock),
    /** Ends all sessions whose time is over; returns how many. */
    sweep,
    stop: () => void sweeps.stop(),
  };
}
