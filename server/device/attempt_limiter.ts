// Slows down whoever guesses pairing codes: ten wrong ones in a minute from one address, then a wait.
import type { Clock } from '../../runtime/clock.ts';

const mostFailures = 10;
const windowMs = 60_000;
/** Addresses remembered at once; beyond it the oldest is forgotten. */
const maxPeers = 10_000;

/** Counts failed attempts per peer in this process. */
export class AttemptLimiter {
  readonly #clock: Clock;
  readonly #failures = new Map<string, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whole seconds until the peer may try again; 0 when it may now. */
  secondsToWait(peer: string): number {
    const recent = this.#recent(peer);
    const oldest = recent[0];
    if (recent.length < mostFailures || oldest === undefined) return 0;
    return Math.max(1, Math.ceil((oldest + windowMs - this.#clock.nowMs()) / 1000));
  }

  countFailure(peer: string): void {
    const recent = [...this.#recent(peer), this.#clock.nowMs()];
    this.#failures.delete(peer);
    this.#failures.set(peer, recent);
    if (this.#failures.size > maxPeers) this.#failures.delete(this.#failures.keys().next().value as string);
  }

  #recent(peer: string): number[] {
    const sinceMs = this.#clock.nowMs() - windowMs;
    return (this.#failures.get(peer) ?? []).filter((atMs) => atMs > sinceMs);
  }
}
