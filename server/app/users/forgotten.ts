// A forgotten password: the person asks for a mail, whose link sets a new one. The link only proves that somebody reads
// that mail: the second factor and passkeys stay, and it signs nobody in.
import type { Log } from '../../../runtime/log.ts';
import { hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { linkPrefix } from '../../domain/users/user.ts';
import { invalidRequest, unavailable } from '../../errors.ts';
import type { Links } from './links.ts';
import { type Browser, originOf } from './new_session.ts';
import type { UserParts } from './parts.ts';
import { checkPassword, linkExpired, readEmail } from './sign_up.ts';

/** How many links are made at a time; anybody else who asks has to wait, whatever the address. */
const mostUnderWay = 50;

export function createForgotten(
  { store, attempts, passwords, clock, onChange }: UserParts,
  { renewal }: Links,
  log: Log,
) {
  let underWay = 0;
  const mail = async (email: string, send: (email: string) => Promise<void>) => {
    underWay++;
    try {
      await send(email);
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'a link for a new password was not made');
    } finally {
      underWay--;
    }
  };
  return {
    /** Whether the service sends mail. */
    canBeAsked: renewal !== undefined,

    /**
     * Mails a link to the person who has verified the address. It returns before it looks for the person, so that neither
     * the answer nor its time says whether there is one. Throws `rate_limited`, and `invalid_request` without mail.
     */
    async ask(typed: string, browser: Browser): Promise<void> {
      const email = readEmail(typed);
      if (!renewal)
        throw invalidRequest('this service sends no mail: its operator can make a link for a new start');
      await attempts.beginForgotten(email, browser);
      if (underWay >= mostUnderWay) throw unavailable('too many people ask at once; try again shortly');
      void mail(email, renewal);
    },

    /**
     * Ends all sessions of the person, who gets a mail about it. Throws `link_expired`, and `invalid_request` for the
     * password.
     */
    async set(token: string, password: string, browser: Browser): Promise<void> {
      checkPassword('password', password);
      if (!isWellFormedSecret(linkPrefix, token)) throw linkExpired();
      const tokenHash = hashSecret(token);
      // A hash is expensive, so a guessed link must not cause one; the statement below is what judges the link.
      const found = await store.findLink(tokenHash, clock.nowMs());
      if (found?.kind !== 'password') throw linkExpired();
      const passwordHash = await passwords.hash(password);
      const email = await store.setPasswordByLink(tokenHash, passwordHash, originOf(browser), clock.nowMs());
      if (email === null) throw linkExpired();
      onChange(email, 'forgotten_password', browser.address);
    },
  };
}
