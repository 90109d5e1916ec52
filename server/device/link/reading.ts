// Decides whether a link is read any further. It is not read while too many of its reports are on their way to the
// database, or while its device exceeds the rate of received texts: a device that repeats itself for ever, or invents
// texts, would fill the database. Nothing is refused or lost: what is not read waits in the device's journal.
import type { WebSocket } from 'ws';
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';

/** Received texts that a device may bring at once, as after a day without a link, and in each second from then on. */
const inboundAtOnce = 1_200;
const inboundPerSecond = 20;

/** What stops the reading: the work under way, or the rate of received texts. */
type Stop = 'load' | 'rate';

export class Reading {
  readonly #socket: Pick<WebSocket, 'pause' | 'resume'>;
  readonly #clock: Clock;
  readonly #stops = new Set<Stop>();
  #left = inboundAtOnce;
  #leftAtMs: number;
  #cancel: CancelTimer = () => {};

  constructor(socket: Pick<WebSocket, 'pause' | 'resume'>, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    this.#leftAtMs = clock.nowMs();
  }

  /** Reads no further until `goOn` for the same reason. */
  stop(why: Stop): void {
    this.#stops.add(why);
    this.#socket.pause();
  }

  goOn(why: Stop): void {
    if (this.#stops.delete(why) && this.#stops.size === 0) this.#socket.resume();
  }

  /** Counts a received text; one too many stops the reading for a second. */
  countInbound(): void {
    const nowMs = this.#clock.nowMs();
    // A clock that was set back gives nothing, and takes nothing.
    const earned = Math.floor((Math.max(nowMs - this.#leftAtMs, 0) / 1000) * inboundPerSecond);
    if (earned > 0 || nowMs < this.#leftAtMs) this.#leftAtMs = nowMs;
    this.#left = Math.min(this.#left + earned, inboundAtOnce) - 1;
    if (this.#left > 0 || this.#stops.has('rate')) return;
    this.stop('rate');
    this.#cancel = this.#clock.setTimeout(() => this.goOn('rate'), 1_000);
  }

  /** The link has closed. */
  end(): void {
    this.#cancel();
  }
}
