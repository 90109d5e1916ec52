// Slows down clients with wrong keys. SPEC's 429 is per key, and a wrong key has no allowance to use
// up; without this, a flood of 401s by clients without a key would cost the core and its database a look-up each.
//
// Many clients share one address, so that an address alone must never be shut out: one broken client behind a NAT, or
// behind a proxy that the operator forgot to name, would take the good ones with it. Hence:
// - a key that was accepted here before passes always, whatever its neighbours do;
// - one wrong key, tried again and again from one address, is refused after 30 failures in a minute, and counts
//   for no other key until then and from then on;
// - only an address that fails 300 times a minute, with whatever keys, has its unknown keys refused altogether.
// A new key's first use may so be put off by a minute, in the company of ten broken clients or one attacker. Failures
// are counted when the core has judged, not when it is asked, so that many good clients that arrive at once after a
// restart are no flood; what is in flight meanwhile is bounded by the batcher to the core.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { BoundedMap } from '../../runtime/bounded_map.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Refusal } from '../errors/errors.ts';

const windowMs = 60_000;
/** Addresses, and pairs of address and key, that are remembered; beyond it the oldest is forgotten. */
const maxEntries = 10_000;
/** Accepted keys in one generation; two of them are remembered. */
const maxAccepted = 50_000;

interface Count {
  failures: number;
  endMs: number;
}

interface FailedKeysOptions {
  clock: Clock;
  /** Failures of one key from one address in a minute. */
  perKey: number;
  /** Failures of one address in a minute, all keys together. */
  perAddress: number;
  /** Called when an address has reached its bound, once a minute for each. */
  onBound: (address: string) => void;
}

export class FailedKeys {
  readonly #options: FailedKeysOptions;
  readonly #counts = new BoundedMap<string, Count>(maxEntries);
  /** So that marks say nothing of keys outside this process. */
  readonly #seed = randomInt(2 ** 32);
  // Two generations of marks forget what was not used for long, at the price of one look-up a request.
  #accepted = new Set<number>();
  #acceptedBefore = new Set<number>();

  constructor(options: FailedKeysOptions) {
    this.#options = options;
  }

  /** Notes a key that the core knows. Runs with every request, so it keeps 32 bits of a key and hashes no more. */
  accept(key: string): void {
    const mark = crc32(key, this.#seed);
    if (this.#accepted.has(mark)) return;
    if (this.#accepted.size >= maxAccepted) {
      this.#acceptedBefore = this.#accepted;
      this.#accepted = new Set();
    }
    this.#accepted.add(mark);
  }

  /** Counts a key that the core does not know. */
  fail(key: string, address: string): void {
    const mark = crc32(key, this.#seed);
    this.#accepted.delete(mark);
    this.#acceptedBefore.delete(mark);
    this.#count(`${address} ${mark}`);
    if (this.#count(address) === this.#options.perAddress) this.#options.onBound(address);
  }

  /** The refusal of a key that need not be asked about; undefined when the core is to judge. `address` is called late. */
  refuse(key: string, address: () => string): Refusal | undefined {
    if (this.#counts.size === 0) return undefined;
    const mark = crc32(key, this.#seed);
    if (this.#accepted.has(mark) || this.#acceptedBefore.has(mark)) return undefined;
    const from = address();
    const { perKey, perAddress } = this.#options;
    const waitMs = Math.max(this.#waitMs(`${from} ${mark}`, perKey), this.#waitMs(from, perAddress));
    if (waitMs === 0) return undefined;
    return new Refusal(ErrorCode.RATE_LIMITED, 'too many requests with a wrong key; wait and try again', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      isOfUnknown: true,
    });
  }

  #waitMs(name: string, bound: number): number {
    const count = this.#counts.get(name);
    if (count === undefined) return 0;
    const leftMs = count.endMs - this.#options.clock.nowMs();
    if (leftMs <= 0) this.#counts.delete(name);
    return leftMs > 0 && count.failures >= bound ? leftMs : 0;
  }

  /** One more failure; returns how many there are in the minute that began with the first. */
  #count(name: string): number {
    const nowMs = this.#options.clock.nowMs();
    const known = this.#counts.get(name);
    const isCurrent = known !== undefined && known.endMs > nowMs;
    const count = isCurrent ? known : { failures: 0, endMs: nowMs + windowMs };
    count.failures++;
    this.#counts.set(name, count);
    return count.failures;
  }
}
