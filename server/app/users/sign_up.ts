// Signing up by a link: the first person's, an invitation, or a new start.
import type { CallingUser } from '../../domain/access/caller.ts';
import { createRandomId, hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { monthOf } from '../../domain/plans/month.ts';
import {
  isPassword,
  linkPrefix,
  maxPasswordLength,
  minPasswordLength,
  normalizeEmail,
} from '../../domain/users/user.ts';
import { forbidden, invalidRequest, Refusal, wrongField, wrongLength } from '../../errors.ts';
import type { LinkRow } from '../../store/users/links.ts';
import { type FullOf, membershipBounds } from '../../store/users/members.ts';
import { checkName } from '../names.ts';
import { type Browser, makeSession, originOf } from './new_session.ts';
import type { UserParts } from './parts.ts';
import type { Entrance } from './sign_in.ts';

/** The name of the account that is made for the first person; its owner can change it. */
const country = 'US';

export const linkExpired = () =>
  new Refusal('link_expired', 'the link is not valid any more: it was used, replaced or has expired');

/** Refuses one member or membership too many. */
export const tooMany = (of: FullOf) =>
  invalidRequest(
    of === 'account_full'
      ? `an account may have at most ${membershipBounds.mostMembers} people: remove one first`
      : `a person may be in at most ${membershipBounds.mostAccounts} accounts: leave one first`,
  );

/** Refuses a password that is too short or too long. */
export function checkPassword(field: string, password: string): void {
  if (!isPassword(password)) throw wrongLength(field, minPasswordLength, maxPasswordLength);
}

/** An e-mail address as it is stored. Throws `invalid_request`. */
export function readEmail(typed: string): string {
  const email = normalizeEmail(typed);
  if (email === null)
    throw wrongField('email', 'not_an_email', 'must be an e-mail address of at most 254 characters');
  return email;
}

/** Each action throws `link_expired` for a link that is unknown, used or expired. */
export function createSignUp({ store, passwords, welcome, clock, onChange }: UserParts) {
  /** A token that we cannot have made is not looked up. */
  const hashOf = (token: string): string => {
    if (!isWellFormedSecret(linkPrefix, token)) throw linkExpired();
    return hashSecret(token);
  };
  const findLink = async (token: string): Promise<LinkRow> => {
    const link = await store.findLink(hashOf(token), clock.nowMs());
    if (!link) throw linkExpired();
    return link;
  };
  return {
    findLink,

    needsFirstUser: async (): Promise<boolean> => !(await store.isAnybodyThere()),

    /**
     * The person is signed in at once. By a link for a new start the password is replaced, and second factor, passkeys
     * and other sessions go. Throws `already_exists` when the e-mail address is somebody's, and `invalid_request` when
     * it is not the one that was invited; the link then stays. A link verifies an address if only its recipient saw it.
     */
    async signUp(
      typed: { token: string; name: string; email: string; password: string },
      browser: Browser,
    ): Promise<Entrance> {
      checkPassword('password', typed.password);
      const { kind } = await findLink(typed.token);
      const tokenHash = hashOf(typed.token);
      const { secrets, session } = makeSession(browser, clock);
      if (kind === 'reset') {
        const passwordHash = await passwords.hash(typed.password);
        const userId = await store.startAnew(tokenHash, passwordHash, session, originOf(session));
        if (userId === undefined) throw linkExpired();
        const user = await welcome(userId, browser);
        onChange(user.email, 'new_start', session.address);
        return { user, ...secrets };
      }
      checkName('name', typed.name, 1);
      const email = readEmail(typed.email);
      const user = {
        tokenHash,
        newUserId: createRandomId(),
        email,
        newName: typed.name,
        passwordHash: await passwords.hash(typed.password),
        newAccountId: createRandomId(),
        accountName: typed.name,
        country,
        period: monthOf(clock.nowMs()),
      };
      const done = await store.signUp(user, session);
      if (done === 'no_link') throw linkExpired();
      if (done === 'not_own')
        throw invalidRequest('the invitation is for another e-mail address: sign up with that one');
      if (done === 'is_taken')
        throw new Refusal('already_exists', 'somebody has this e-mail address already: sign in instead');
      if (done === 'account_full') throw tooMany(done);
      return { user: await welcome(done, browser), ...secrets };
    },

    /** Somebody who is signed in takes an invitation for their address. Throws `already_exists` for a member. */
    async accept({ userId }: CallingUser, token: string): Promise<bigint> {
      const done = await store.acceptInvitation(hashOf(token), userId, clock.nowMs());
      if (done === 'no_link') throw linkExpired();
      if (done === 'not_own')
        throw forbidden(
          'the invitation is for another e-mail address: sign in with that one, or make it yours in your settings first',
        );
      if (done === 'is_member') throw new Refusal('already_exists', 'you are in this account already');
      if (done === 'account_full' || done === 'user_full') throw tooMany(done);
      return done;
    },
  };
}
