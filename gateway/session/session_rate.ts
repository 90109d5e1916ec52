// How often one session may ask the console's endpoints of this gateway: each request costs the core and its database a
// statement or more, and a session that holds is refused by nothing else.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Refusal } from '../edge/errors.ts';

const windowMs = 60_000;
/** Sessions that are counted; beyond it the one whose minute began first is forgotten. */
const maxSessions = 50_000;

export class SessionRate {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #limit: number;
  readonly #counts = new Map<string, { requests: number; endMs: number }>();

  /** `limit`: requests of one session in the minute that begins with its first one. */
  constructor(clock: Pick<Clock, 'nowMs'>, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** Counts a request of a session; the refusal of one too many, which does not count. */
  count(secret: string): Refusal | undefined {
    const nowMs = this.#clock.nowMs();
    const known = this.#counts.get(secret);
    if (!known || known.endMs <= nowMs) {
      this.#counts.delete(secret);
      this.#counts.set(secret, { requests: 1, endMs: nowMs + windowMs });
      if (this.#counts.size > maxSessions) this.#counts.delete(this.#counts.keys().next().value as string);
      return undefined;
    }
    if (known.requests < this.#limit) {
      known.requests++;
      return undefined;
    }
    return new Refusal(
      ErrorCode.RATE_LIMITED,
      `a session may make at most ${this.#limit} requests of the console in a minute; try again after Retry-After`,
      { retryAfterSeconds: Math.ceil((known.endMs - nowMs) / 1000) },
    );
  }
}
