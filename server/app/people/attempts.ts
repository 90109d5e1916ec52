// How often somebody may try to prove who they are: 10 failures for each person and 30 from each network address in 15
// minutes, whatever is tried and wherever it arrives. A browser in which the person has signed in before has 10 of its
// own, so that whoever knows an e-mail address locks nobody out of theirs; so has somebody who is signed in.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/api_key.ts';
import type { CallingPerson } from '../../domain/caller.ts';
import { Refusal } from '../../errors.ts';
import type { Attempt } from '../../store/people/attempts.ts';
import type { Store } from '../../store/store.ts';
import { type Browser, hashOfBrowser } from './new_session.ts';

const most = { ofPlace: 30, ofSubject: 10 };

/** What an attempt counts against: somebody who gave an e-mail address, or a person who is known. */
type AttemptedBy = { email: string } | { personId: bigint };

export interface Attempts {
  /** Counts an attempt of somebody who is not signed in, before it is judged. Throws `rate_limited`. */
  begin(by: AttemptedBy, browser: Browser): Promise<Attempt>;
  /** The same of somebody who is signed in. */
  beginOwn(of: CallingPerson): Promise<Attempt>;
  /** Judges an attempt. One that could not be judged is taken back: it alone, and none that failed. */
  judge<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
  /** Takes one back that proved right. */
  end(attempt: Attempt): Promise<void>;
}

/** Binds the counting to the store. What somebody typed as their e-mail address is kept as a hash only. */
export function createAttempts(
  store: Pick<Store, 'beginAttempt' | 'endAttempt' | 'isKnownBrowser'>,
  clock: Clock,
): Attempts {
  const begin = async (place: string, subject: string): Promise<Attempt> => {
    const attempt = { place, subject, atMs: Math.floor(clock.nowMs()) };
    const waitMs = await store.beginAttempt(attempt, most);
    if (waitMs === undefined) return attempt;
    throw new Refusal('rate_limited', 'too many attempts; wait and try again', Math.ceil(waitMs / 1000));
  };
  return {
    async begin(by, browser) {
      const subject = 'email' in by ? `email ${hashSecret(by.email)}` : `person ${by.personId}`;
      const hash = hashOfBrowser(browser);
      if (hash === '' || !(await store.isKnownBrowser(hash, by)))
        return begin(`address ${browser.address}`, subject);
      return begin(`browser ${hash}`, `browser ${hash} ${subject}`);
    },

    beginOwn: ({ personId, sessionId }) => begin(`session ${sessionId}`, `signed-in person ${personId}`),

    async judge(attempt, work) {
      try {
        return await work();
      } catch (error) {
        const hasFailed = error instanceof Refusal && error.code === 'wrong_credentials';
        // An attempt that cannot be taken back counts until its time is over.
        if (!hasFailed) await store.endAttempt(attempt).catch(() => undefined);
        throw error;
      }
    },

    end: (attempt) => store.endAttempt(attempt),
  };
}
