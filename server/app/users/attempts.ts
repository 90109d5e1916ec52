// How often somebody may try to prove who they are: 10 failures for each person and 30 from each network address in 15
// minutes, whatever is tried and wherever it arrives. A browser in which the person has signed in before has 10 of its own, and
// so has a person who is signed in: others who know their e-mail address lock neither out.
import type { Clock } from '../../../runtime/clock.ts';
import type { CallingUser } from '../../domain/access/caller.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { Attempt } from '../../store/users/attempts.ts';
import { type Browser, hashOfBrowser } from './new_session.ts';
import type { PasswordLine } from './passwords.ts';

const most = { ofPlace: 30, ofSubject: 10 };
/** Most mails for a new password, in the same time. */
const mostForgotten = { ofPlace: 10, ofSubject: 3 };

/** An attempt of somebody who is not signed in, and the line in which their password waits. */
export interface BegunAttempt extends Attempt {
  line: PasswordLine;
}

export type Attempts = ReturnType<typeof createAttempts>;

/** An e-mail address that somebody typed is kept as a hash only. */
export function createAttempts(
  store: Pick<Store, 'beginAttempt' | 'endAttempt' | 'isKnownBrowser'>,
  clock: Clock,
) {
  const begin = async (place: string, subject: string, bounds = most): Promise<Attempt> => {
    const attempt = { place, subject, atMs: Math.floor(clock.nowMs()) };
    const waitMs = await store.beginAttempt(attempt, bounds);
    if (waitMs === undefined) return attempt;
    throw new Refusal('rate_limited', 'too many attempts; wait and try again', Math.ceil(waitMs / 1000));
  };
  return {
    /**
     * Counts an attempt of somebody who is not signed in, before it is judged: against the e-mail address that they gave, or
     * a person who is known. Throws `rate_limited`.
     */
    async begin(by: { email: string } | { userId: bigint }, browser: Browser): Promise<BegunAttempt> {
      const subject = 'email' in by ? `email ${hashSecret(by.email)}` : `person ${by.userId}`;
      const hash = hashOfBrowser(browser);
      if (hash === '' || !(await store.isKnownBrowser(hash, by)))
        return { ...(await begin(`address ${browser.address}`, subject)), line: 'unknown' };
      return { ...(await begin(`browser ${hash}`, `browser ${hash} ${subject}`)), line: 'known' };
    },

    /** Counts an attempt of somebody who is signed in. Throws `rate_limited`. */
    beginOwn: ({ userId, sessionId }: CallingUser): Promise<Attempt> =>
      begin(`session ${sessionId}`, `signed-in person ${userId}`),

    /**
     * Counts a request for a new password, whether or not the address belongs to a person. It is never taken back.
     * Throws `rate_limited`.
     */
    beginForgotten: (email: string, { address }: Browser): Promise<Attempt> =>
      begin(`forgotten at ${address}`, `forgotten by ${hashSecret(email)}`, mostForgotten),

    /** Judges an attempt. Only an attempt that could not be judged is taken back, never one that failed. */
    async judge<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        const hasFailed = error instanceof Refusal && error.code === 'wrong_credentials';
        // An attempt that cannot be taken back counts until its time is over.
        if (!hasFailed) await store.endAttempt(attempt).catch(() => undefined);
        throw error;
      }
    },

    /** Takes back an attempt that succeeded. */
    end: (attempt: Attempt): Promise<void> => store.endAttempt(attempt),
  };
}
