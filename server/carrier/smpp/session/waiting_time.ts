// Since when what is read from a connection may have waited on this machine: a process that was frozen, or did not read
// for want of capacity, finds texts that the message centre has given up and delivered elsewhere meanwhile.
import type { Clock } from '../../../../runtime/clock.ts';

/** How often `tick` is called, in milliseconds. */
export const waitingTickMs = 1_000;
/** How late a tick may be without the process having stalled, and what a text waits at least, in milliseconds. */
const slackMs = 200;

/** The waiting of one connection. */
export class WaitingTime {
  readonly #clock: Clock;
  #tickedAtMs: number;
  /** What is read before `untilMs` may have waited since `sinceMs`. */
  #stall: { sinceMs: number; untilMs: number } | undefined;
  #pausedSinceMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#tickedAtMs = clock.nowMs();
  }

  /** To be called regularly. Whoever was frozen is late, or reads before the tick that is overdue. */
  tick(): void {
    this.#notice();
    this.#tickedAtMs = this.#clock.nowMs();
  }

  /** The connection is not read from now on. Safe twice. */
  pause(): void {
    this.#pausedSinceMs ??= this.sinceMs();
  }

  /** It is read again: what comes first has waited. */
  resume(): void {
    if (this.#pausedSinceMs !== undefined) this.#hold(this.#pausedSinceMs);
    this.#pausedSinceMs = undefined;
  }

  /** The earliest moment at which what is read now can have come. */
  sinceMs(): number {
    this.#notice();
    const nowMs = this.#clock.nowMs();
    const hasStalled = this.#stall !== undefined && nowMs < this.#stall.untilMs;
    return hasStalled ? (this.#stall as { sinceMs: number }).sinceMs : nowMs - slackMs;
  }

  #notice(): void {
    const lateMs = this.#clock.nowMs() - this.#tickedAtMs - waitingTickMs;
    if (lateMs > slackMs) this.#hold(this.#tickedAtMs);
  }

  #hold(sinceMs: number): void {
    const nowMs = this.#clock.nowMs();
    const before = this.#stall !== undefined && nowMs < this.#stall.untilMs ? this.#stall.sinceMs : nowMs;
    this.#stall = { sinceMs: Math.min(before, sinceMs), untilMs: nowMs + waitingTickMs };
  }
}
