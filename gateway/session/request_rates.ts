// How often the console's endpoints of this gateway may be asked. A session that holds is refused by nothing else, and what is
// open to anybody costs the core work and rows before anybody has shown who they are.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { BoundedMap } from '../../runtime/bounded_map.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Refusal } from '../edge/errors/errors.ts';

const windowMs = 60_000;
/** Names that are counted; beyond it the one whose minute began first is forgotten. */
const maxNames = 50_000;

/** Counts requests by name in the minute that begins with the first. */
class MinuteCounts {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #limit: number;
  readonly #counts = new BoundedMap<string, { requests: number; endMs: number }>(maxNames);

  constructor(clock: Pick<Clock, 'nowMs'>, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** How long a name has to wait for its next request, in milliseconds; 0 when it may ask now. */
  waitMs(name: string): number {
    const nowMs = this.#clock.nowMs();
    const known = this.#counts.get(name);
    return known && known.endMs > nowMs && known.requests >= this.#limit ? known.endMs - nowMs : 0;
  }

  add(name: string): void {
    const nowMs = this.#clock.nowMs();
    const known = this.#counts.get(name);
    if (known && known.endMs > nowMs) {
      known.requests++;
      return;
    }
    this.#counts.set(name, { requests: 1, endMs: nowMs + windowMs });
  }
}

const tooMany = (message: string, waitMs: number) =>
  new Refusal(ErrorCode.RATE_LIMITED, `${message}; try again after Retry-After`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });

export class SessionRate {
  readonly #limit: number;
  readonly #sessions: MinuteCounts;

  /** `limit`: requests of one session in a minute. */
  constructor(clock: Pick<Clock, 'nowMs'>, limit: number) {
    this.#limit = limit;
    this.#sessions = new MinuteCounts(clock, limit);
  }

  /** Counts a request of a session; the refusal of one too many, which does not count. */
  count(secret: string): Refusal | undefined {
    const waitMs = this.#sessions.waitMs(secret);
    if (waitMs > 0)
      return tooMany(`a session may make at most ${this.#limit} requests of the console in a minute`, waitMs);
    this.#sessions.add(secret);
    return undefined;
  }
}

interface OpenRateOptions {
  clock: Pick<Clock, 'nowMs'>;
  /** Requests of one address in a minute. */
  ofAddress: number;
  /** Requests of all addresses in a minute. */
  inAll: number;
}

export class OpenRate {
  readonly #addresses: MinuteCounts;
  readonly #all: MinuteCounts;

  constructor({ clock, ofAddress, inAll }: OpenRateOptions) {
    this.#addresses = new MinuteCounts(clock, ofAddress);
    this.#all = new MinuteCounts(clock, inAll);
  }

  /** Counts a request from an address; the refusal of one too many, which does not count. */
  count(address: string): Refusal | undefined {
    const waitMs = this.#addresses.waitMs(address) || this.#all.waitMs('all');
    if (waitMs > 0) return tooMany('too many requests of people who are not signed in', waitMs);
    this.#addresses.add(address);
    this.#all.add('all');
    return undefined;
  }
}
