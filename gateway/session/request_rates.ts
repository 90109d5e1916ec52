// How often the console's endpoints of this gateway may be asked. A session that holds is refused by nothing else, and what is
// open to anybody costs the core work and rows before anybody has shown who they are.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { BoundedMap } from '../../runtime/bounded_map.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Refusal } from '../errors/errors.ts';

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

const tooMany = (message: string, waitMs: number, isOfUnknown = false) =>
  new Refusal(ErrorCode.RATE_LIMITED, `${message}; try again after Retry-After`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    isOfUnknown,
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

/** A customer of a provider has a /56 or a /48 of IPv6, and may take any address there: so many count together as several addresses. */
const addressesOfNetwork = 4;

/** The /56 and /48 of an IPv6 network as `clientAddress` writes it; none for other addresses. */
function networksOf(address: string): string[] {
  const [network = ''] = address.endsWith('::/64') ? [address.slice(0, -'::/64'.length)] : [];
  if (network === '') return [];
  const [first = '', second = '', third = '', fourth = '0'] = network.split(':');
  const most = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [`${first}:${second}:${third}:${most}::/56`, `${first}:${second}:${third}::/48`];
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
  readonly #networks: MinuteCounts;
  readonly #all: MinuteCounts;
  /** The names of browsers in which somebody has signed in here, as 32 bits each. */
  readonly #browsers = new BoundedMap<number, true>(maxNames);
  readonly #seed = randomInt(2 ** 32);

  constructor({ clock, ofAddress, inAll }: OpenRateOptions) {
    this.#addresses = new MinuteCounts(clock, ofAddress);
    this.#networks = new MinuteCounts(clock, ofAddress * addressesOfNetwork);
    this.#all = new MinuteCounts(clock, inAll);
  }

  /** Notes a browser in which somebody has just signed in. */
  know(browser: string): void {
    this.#browsers.set(crc32(browser, this.#seed), true);
  }

  /**
   * Counts a request to an operation from an address; the refusal of one too many, which does not count. Each operation has a total of
   * its own, and browsers in which somebody has signed in here have one beside that of everybody else.
   */
  count(operation: string, address: string, browser: string | undefined): Refusal | undefined {
    const isKnown = browser !== undefined && this.#browsers.has(crc32(browser, this.#seed));
    const group = `${operation} ${isKnown ? 'known' : 'unknown'}`;
    const networks = networksOf(address);
    const waits = [
      this.#addresses.waitMs(address),
      ...networks.map((network) => this.#networks.waitMs(network)),
      this.#all.waitMs(group),
    ];
    const waitMs = Math.max(...waits);
    if (waitMs > 0) return tooMany('too many requests of people who are not signed in', waitMs, true);
    this.#addresses.add(address);
    for (const network of networks) this.#networks.add(network);
    this.#all.add(group);
    return undefined;
  }
}
