// Calls that prove themselves by a signature or a secret that only the core can check: Stripe's events, carriers' callbacks and signed
// incoming webhooks. What they cost before that is bounded. Only so many may fail in a minute: then addresses from which none was right yet are
// refused before their bodies are read, and after a second, so that those who call again and again leave the gateway to others. And
// only so many of such addresses are judged at a time, in turns.
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { clientAddress } from '../../../runtime/listeners/client_address.ts';
import { pause } from '../../../runtime/pause.ts';
import { Refusal, unavailable } from '../../errors/errors.ts';

interface SignedCallsOptions {
  clock: Clock;
  trustedProxies: BlockList | undefined;
  /** Codes of refusals that say: the signature is wrong, or there is nothing here to call. */
  wrong: readonly ErrorCode[];
}

const windowMs = 60_000;
/** Failures of all addresses in a minute, from which on those that never were right are refused. */
export const mostFailures = 60;
/** Calls that are judged at a time, that wait for it, and that wait of one address; those of known addresses do not count. */
export const mostAtOnce = 4;
const mostWaiting = 128;
export const mostOfAddress = 32;
/** How long a call waits that is refused, and how many may wait so; any further one is refused at once. */
export const refusalDelayMs = 1_000;
export const mostDelayed = 256;
/** Addresses from which a call was right. */
const mostKnown = 10_000;

type Caller = { raw: IncomingMessage };

/** One kind of such calls. */
export class SignedCalls {
  readonly #options: SignedCallsOptions;
  readonly #known = new BoundedMap<string, true>(mostKnown);
  /** Who waits, by address; the first address has the next turn. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingInAll = 0;
  #running = 0;
  #delayed = 0;
  #failed = 0;
  #endMs = 0;

  constructor(options: SignedCallsOptions) {
    this.#options = options;
  }

  /** Throws `rate_limited` for a call that is not to be read. */
  async admit(request: Caller): Promise<void> {
    const { clock } = this.#options;
    const leftMs = this.#endMs - clock.nowMs();
    if (leftMs <= 0 || this.#failed < mostFailures || this.#known.has(this.#addressOf(request))) return;
    if (this.#delayed < mostDelayed) {
      this.#delayed++;
      await pause(clock, refusalDelayMs).finally(() => this.#delayed--);
    }
    throw new Refusal(ErrorCode.RATE_LIMITED, 'too many calls with a wrong signature; wait and try again', {
      retryAfterSeconds: Math.ceil(leftMs / 1_000),
      isOfUnknown: true,
    });
  }

  /** Counts a call that cannot be right by what is seen of it. */
  refused(): void {
    this.#fail();
  }

  /** Has the core judge a call when it is its turn. `isWrong` says so of an answer that is no error. Throws `unavailable`. */
  async judge<T>(
    request: Caller,
    ask: () => Promise<T>,
    isWrong: (answer: T) => boolean = () => false,
  ): Promise<T> {
    const address = this.#addressOf(request);
    const isKnown = this.#known.has(address);
    if (!isKnown) await this.#turnOf(address);
    try {
      const answer = await ask();
      if (isWrong(answer)) this.#fail();
      else this.#known.set(address, true);
      return answer;
    } catch (error) {
      if (error instanceof Refusal && this.#options.wrong.includes(error.code)) this.#fail();
      throw error;
    } finally {
      if (!isKnown) this.#next();
    }
  }

  #addressOf({ raw }: Caller): string {
    const { socket, headers } = raw;
    return clientAddress(socket.remoteAddress, headers['x-forwarded-for'], this.#options.trustedProxies);
  }

  #fail(): void {
    const nowMs = this.#options.clock.nowMs();
    if (nowMs >= this.#endMs) [this.#failed, this.#endMs] = [0, nowMs + windowMs];
    this.#failed++;
  }

  #turnOf(address: string): Promise<void> | undefined {
    if (this.#running < mostAtOnce) {
      this.#running++;
      return undefined;
    }
    const own = this.#waiting.get(address) ?? [];
    if (own.length >= mostOfAddress || this.#waitingInAll >= mostWaiting) throw unavailable();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(address, [...own, resolve]);
    this.#waitingInAll++;
    return promise;
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running--;
      return;
    }
    const [address, [begin, ...others]] = first;
    this.#waiting.delete(address);
    if (others.length > 0) this.#waiting.set(address, others);
    this.#waitingInAll--;
    begin?.();
  }
}
