// Slows down the guessing of pairing codes: ten wrong ones in a minute from one address, and a bound on all addresses
// together, because one person may have many. A try counts from its begin, so that many at a time are no way round.
import type { Clock } from '../../runtime/clock.ts';

const mostOfPeer = 10;
/** With a hundred codes that work, guessing at this rate for their 15 minutes finds one of them once in 22,000 times. */
const mostInAll = 300;
const windowMs = 60_000;
/** Addresses remembered at once; beyond it the oldest is forgotten. */
const maxPeers = 10_000;

/** Counts wrong codes in this process. */
export class AttemptLimiter {
  readonly #clock: Clock;
  readonly #peers = new Map<string, number[]>();
  #all: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a try, which counts as a wrong one until it is forgiven. Whole seconds until the peer may try; 0: it has begun. */
  begin(peer: string): number {
    const nowMs = this.#clock.nowMs();
    const isRecent = (atMs: number) => atMs > nowMs - windowMs;
    const recent = (this.#peers.get(peer) ?? []).filter(isRecent);
    this.#all = this.#all.filter(isRecent);
    const waits = [
      [recent, mostOfPeer],
      [this.#all, mostInAll],
    ] as const;
    for (const [tries, most] of waits) {
      const [oldest] = tries;
      if (tries.length >= most && oldest !== undefined)
        return Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000));
    }
    this.#all.push(nowMs);
    this.#peers.delete(peer);
    this.#peers.set(peer, [...recent, nowMs]);
    if (this.#peers.size > maxPeers) this.#peers.delete(this.#peers.keys().next().value as string);
    return 0;
  }

  /** The try that was begun last was no wrong code. */
  forgive(peer: string): void {
    this.#peers.get(peer)?.pop();
    this.#all.pop();
  }
}
