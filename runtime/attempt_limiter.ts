// Slows down the guessing of pairing codes: ten wrong ones in a minute from one address, and a bound on all addresses
// together, because one person may have many. A try under way may be wrong: if the tries under way could exceed a
// bound, the next one waits for them. So many simultaneous tries cannot get around the bound, and a hub that pairs many
// phones at once is not refused.
import type { Clock } from './clock.ts';

const mostOfPeer = 10;
/** With a hundred valid codes, guessing at this rate for their 15 minutes finds one of them once in 22,000 times. */
const mostInAll = 300;
const windowMs = 60_000;
/** Addresses remembered at once; beyond it the oldest is forgotten. */
const maxPeers = 10_000;
/** Tries that wait for others at a time; a further one is sent away for a second. */
const maxWaiting = 1_000;

/** The wrong tries of the last minute, and how many are under way. */
class Tries {
  readonly #most: number;
  wrongAtMs: number[] = [];
  underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isIdle(): boolean {
    return this.underWay === 0 && this.wrongAtMs.length === 0;
  }

  get isOpen(): boolean {
    return this.wrongAtMs.length + this.underWay < this.#most;
  }

  /** Whole seconds until a try is allowed; 0 unless the wrong ones alone reach the bound. */
  waitSeconds(nowMs: number): number {
    this.wrongAtMs = this.wrongAtMs.filter((atMs) => atMs > nowMs - windowMs);
    const [oldest] = this.wrongAtMs;
    if (oldest === undefined || this.wrongAtMs.length < this.#most) return 0;
    return Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000));
  }
}

/** Counts wrong codes in this process. */
export class AttemptLimiter {
  readonly #clock: Clock;
  readonly #peers = new Map<string, Tries>();
  readonly #all = new Tries(mostInAll);
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Begins a try, once those under way leave a place for it. Resolves with whole seconds until the peer may try, or
   * with 0 if the try has begun; then call `end`.
   */
  async begin(peer: string): Promise<number> {
    for (;;) {
      const own = this.#peers.get(peer) ?? new Tries(mostOfPeer);
      const nowMs = this.#clock.nowMs();
      const waitSeconds = Math.max(own.waitSeconds(nowMs), this.#all.waitSeconds(nowMs));
      if (waitSeconds > 0) return waitSeconds;
      if (own.isOpen && this.#all.isOpen) {
        this.#remember(peer, own);
        own.underWay++;
        this.#all.underWay++;
        return 0;
      }
      if (this.#waiting.length >= maxWaiting) return 1;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Ends a try that was begun. */
  end(peer: string, isWrong: boolean): void {
    const own = this.#peers.get(peer);
    for (const tries of [this.#all, ...(own ? [own] : [])]) {
      tries.underWay--;
      if (isWrong) tries.wrongAtMs.push(this.#clock.nowMs());
    }
    if (own?.isIdle) this.#peers.delete(peer);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }

  /** The address that was used longest ago is forgotten beyond the bound, unless a try of it is under way. */
  #remember(peer: string, tries: Tries): void {
    this.#peers.delete(peer);
    this.#peers.set(peer, tries);
    if (this.#peers.size <= maxPeers) return;
    for (const [oldest, { underWay }] of this.#peers)
      if (underWay === 0) {
        this.#peers.delete(oldest);
        return;
      }
  }
}
