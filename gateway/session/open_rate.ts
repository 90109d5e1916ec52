// How often doors that are open to anybody may be knocked at, at this gateway: what stands behind them costs the core work
// and rows before anybody has shown who they are.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Refusal } from '../edge/errors.ts';

const windowMs = 60_000;
/** Addresses that are counted; beyond it the one whose minute began first is forgotten. */
const maxAddresses = 50_000;

interface OpenRateOptions {
  clock: Pick<Clock, 'nowMs'>;
  /** Requests of one address in the minute that begins with its first one. */
  ofAddress: number;
  /** Requests of all addresses in such a minute. */
  inAll: number;
}

interface Count {
  requests: number;
  endMs: number;
}

export class OpenRate {
  readonly #options: OpenRateOptions;
  readonly #counts = new Map<string, Count>();
  #all: Count = { requests: 0, endMs: 0 };

  constructor(options: OpenRateOptions) {
    this.#options = options;
  }

  /** Counts a request from an address; the refusal of one too many, which does not count. */
  count(address: string): Refusal | undefined {
    const { clock, ofAddress, inAll } = this.#options;
    const nowMs = clock.nowMs();
    if (this.#all.endMs <= nowMs) this.#all = { requests: 0, endMs: nowMs + windowMs };
    const own = this.#countOf(address, nowMs);
    if (own.requests >= ofAddress) return tooMany(own, nowMs);
    if (this.#all.requests >= inAll) return tooMany(this.#all, nowMs);
    own.requests++;
    this.#all.requests++;
    return undefined;
  }

  #countOf(address: string, nowMs: number): Count {
    const known = this.#counts.get(address);
    if (known && known.endMs > nowMs) return known;
    const fresh = { requests: 0, endMs: nowMs + windowMs };
    this.#counts.delete(address);
    this.#counts.set(address, fresh);
    if (this.#counts.size > maxAddresses) this.#counts.delete(this.#counts.keys().next().value as string);
    return fresh;
  }
}

const tooMany = ({ endMs }: Count, nowMs: number) =>
  new Refusal(
    ErrorCode.RATE_LIMITED,
    'too many requests of people who are not signed in; try again after Retry-After',
    {
      retryAfterSeconds: Math.ceil((endMs - nowMs) / 1000),
    },
  );
