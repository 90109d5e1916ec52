// The bytes from the socket: cut into PDUs, taken one by one while there is capacity for what they bring, and not read
// any further while there is none.
import type { Socket } from 'node:net';
import type { Clock } from '../../../../runtime/clock.ts';
import { Framer } from '../pdu/framer.ts';
import { bodyOf, type Header, readHeader } from '../pdu/pdu.ts';

/** How often `tick` is called, in milliseconds. */
export const waitingTickMs = 1_000;
/** How late a tick may be before the process counts as stalled, and the least wait of a text, in milliseconds. */
const slackMs = 200;

/**
 * How long texts on one connection may have waited. A process that was frozen, or did not read for lack of capacity,
 * finds texts that the SMSC has given up on and delivered elsewhere meanwhile.
 */
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

  /** Call it regularly. A process that was frozen is late, or reads before the tick that is overdue. */
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

interface InboxOptions {
  /** Whether the next PDU may be taken. */
  hasCapacity(): boolean;
  take(header: Header, body: Uint8Array, waitedSinceMs: number): void;
  /** The stream cannot be followed any further; all that came before has been taken. */
  onLost(): void;
  /** The socket is read again after a time in which it was not. */
  onResume(): void;
}

/** The PDUs of one connection, in order. */
export class Inbox {
  readonly #socket: Socket;
  readonly #options: InboxOptions;
  readonly #time: WaitingTime;
  readonly #framer = new Framer();
  #waiting: { pdu: Buffer; sinceMs: number }[] = [];
  #hasEnded = false;

  constructor(socket: Socket, waiting: WaitingTime, options: InboxOptions) {
    this.#socket = socket;
    this.#time = waiting;
    this.#options = options;
    socket.on('data', (chunk) => {
      if (this.#hasEnded) return;
      const sinceMs = this.#time.sinceMs();
      for (const pdu of this.#framer.push(chunk)) this.#waiting.push({ pdu, sinceMs });
      this.work();
    });
  }

  /** Takes waiting PDUs, as far as there is capacity. */
  work(): void {
    const { hasCapacity, take, onLost, onResume } = this.#options;
    let taken = 0;
    while (taken < this.#waiting.length && !this.#hasEnded && hasCapacity()) {
      const { pdu, sinceMs } = this.#waiting[taken++] as { pdu: Buffer; sinceMs: number };
      take(readHeader(pdu), bodyOf(pdu), sinceMs);
    }
    this.#waiting.splice(0, taken);
    if (this.#hasEnded) return;
    if (this.#waiting.length > 0 || !hasCapacity()) {
      this.#time.pause();
      this.#socket.pause();
    } else if (this.#framer.isLost) {
      onLost();
    } else if (this.#socket.isPaused()) {
      onResume();
      this.#time.resume();
      this.#socket.resume();
    }
  }

  /**
   * Takes nothing more; what still comes is read and dropped, so that the other side sees our end. Returns the PDUs
   * that came and were not taken for lack of capacity.
   */
  end(): Buffer[] {
    this.#hasEnded = true;
    this.#socket.resume();
    return this.#waiting.splice(0).map(({ pdu }) => pdu);
  }
}
