// How often somebody may try to prove who they are: 10 failures for each person and 30 from each network address in 15
// minutes, whatever is tried and wherever it arrives.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/api_key.ts';
import { Refusal } from '../../errors.ts';
import type { AttemptSubjects } from '../../store/people/attempts.ts';
import type { Store } from '../../store/store.ts';

const most = { ofAddress: 30, ofSubject: 10 };

/** What an attempt counts against: somebody who gave an e-mail address, or a person who is known. */
type AttemptedBy = { email: string } | { personId: bigint };

export interface Attempts {
  /** Counts an attempt from `address`, before it is judged. Throws `rate_limited`. */
  begin(by: AttemptedBy, address: string): Promise<AttemptSubjects>;
  /** Takes one back that proved right, or was not judged. */
  end(attempt: AttemptSubjects): Promise<void>;
}

/** Binds the counting to the store. What somebody typed as their e-mail address is kept as a hash only. */
export function createAttempts(store: Pick<Store, 'beginAttempt' | 'endAttempt'>, clock: Clock): Attempts {
  return {
    async begin(by, address) {
      const attempt = {
        address: `address ${address}`,
        subject: 'email' in by ? `email ${hashSecret(by.email)}` : `person ${by.personId}`,
      };
      const waitMs = await store.beginAttempt(attempt, most, clock.nowMs());
      if (waitMs === undefined) return attempt;
      throw new Refusal('rate_limited', 'too many attempts; wait and try again', Math.ceil(waitMs / 1000));
    },
    end: (attempt) => store.endAttempt(attempt),
  };
}
