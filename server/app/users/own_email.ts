// A person verifies their e-mail address, or moves to another one: by a link that is mailed there, and that is opened where
// they are signed in. Somebody else who gets such a mail and opens its link verifies nothing by it.
import type { CallingUser } from '../../domain/access/caller.ts';
import { hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { linkPrefix } from '../../domain/users/user.ts';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { Links } from './links.ts';
import { type Browser, originOf } from './new_session.ts';
import type { UserParts, UserView } from './parts.ts';
import type { Reauthentication } from './reauthentication.ts';
import { linkExpired, readEmail } from './sign_up.ts';

/** `onMove` is called with the address that somebody had before, and the one that they have now. */
export function createOwnEmail(
  { store, view, clock }: UserParts,
  links: Links,
  reauthentication: Reauthentication,
  onMove: (before: string, now: string) => void,
) {
  return {
    /**
     * Mails a link to the address. Throws what a re-authentication throws, `rate_limited` after 3 in an hour, and `invalid_request`
     * without mail.
     */
    async ask(caller: CallingUser, typed: string, password: string): Promise<void> {
      const email = readEmail(typed);
      if (!links.verification)
        throw invalidRequest(
          'this service sends no mail: its operator can mark your e-mail address as verified',
        );
      await reauthentication.demand(caller, password);
      await links.verification(caller.userId, email);
    },

    /** Throws `link_expired`, also for the link of somebody else, and `already_exists`. */
    async verify({ userId }: CallingUser, token: string, browser: Browser): Promise<UserView> {
      if (!isWellFormedSecret(linkPrefix, token)) throw linkExpired();
      const done = await store.verifyEmail(hashSecret(token), userId, originOf(browser), clock.nowMs());
      if (done === 'no_link') throw linkExpired();
      if (done === 'is_taken')
        throw new Refusal(
          'already_exists',
          'somebody has this e-mail address already: sign in as that person',
        );
      const user = await view(userId);
      if (user.email !== done.before) onMove(done.before, user.email);
      return user;
    },
  };
}
