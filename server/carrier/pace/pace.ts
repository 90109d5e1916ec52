// The pace at which a carrier may be given texts: its own room, a limit of texts a second, and rests when its far end has
// too much to do. Who was told that there is no room is told when there is some again.
import type { CancelTimer } from '../../../runtime/clock.ts';
import type { CarrierContext, SubmitResult } from '../carrier.ts';
import { Rest } from './backoff.ts';
import { TokenBucket } from './token_bucket.ts';

/** After how long a text may be tried again that found no room. */
export const noRoomAfterMs = 1_000;

export interface PaceOptions {
  context: Pick<CarrierContext, 'clock' | 'random'>;
  /** null: no limit. */
  textsPerSecond: number | null;
  /** Submits that could begin now if there were neither limit nor rest. */
  ownRoom: () => number;
}

/** The pace of one carrier; there is no room before `open` and after `close`. */
export class Pace {
  readonly rest: Rest;
  readonly #options: PaceOptions;
  readonly #bucket: TokenBucket | null;
  #onRoom: (() => void) | undefined;
  /** Whether there has been no room since it was last told of some. */
  #wasFull = true;
  #cancelWake: CancelTimer | null = null;

  constructor(options: PaceOptions) {
    const { context, textsPerSecond } = options;
    this.#options = options;
    this.#bucket = textsPerSecond === null ? null : new TokenBucket(context.clock, textsPerSecond);
    this.rest = new Rest(context);
  }

  /** From now on there may be room; `onRoom` is told of it. */
  open(onRoom: () => void): void {
    this.#onRoom = onRoom;
  }

  close(): void {
    this.#onRoom = undefined;
    this.#cancelWake?.();
  }

  /** Submits that may begin now. */
  room(): number {
    const room = this.#count();
    if (room === 0) this.#wasFull = true;
    return room;
  }

  /** A submit has begun. */
  take(): void {
    this.#bucket?.take();
    this.room();
  }

  /** Tells of room where there was none, and looks again when there may be some. */
  tell(): void {
    // Before the room: a rest that ends between the two would leave nobody to look again.
    const waitMs = Math.max(this.rest.leftMs, this.#bucket?.waitMs ?? 0);
    if (this.room() > 0) {
      if (!this.#wasFull) return;
      this.#wasFull = false;
      this.#onRoom?.();
      return;
    }
    if (waitMs === 0 || this.#cancelWake !== null || this.#onRoom === undefined) return;
    this.#cancelWake = this.#options.context.clock.setTimeout(() => {
      this.#cancelWake = null;
      this.tell();
    }, waitMs);
  }

  /** What is answered to a submit that finds no room. */
  refuse(): SubmitResult {
    const afterMs = Math.max(noRoomAfterMs, this.rest.leftMs);
    const detail = 'the carrier has no room now';
    return { kind: 'rejected', code: 'carrier_failed', detail, retryable: true, afterMs };
  }

  #count(): number {
    if (this.#onRoom === undefined || this.rest.leftMs > 0) return 0;
    return Math.max(
      0,
      Math.min(this.#options.ownRoom(), this.#bucket?.available ?? Number.POSITIVE_INFINITY),
    );
  }
}

/** What is answered to a text that has expired: whoever holds it knows how it ends. */
export const tooLate: SubmitResult = {
  kind: 'rejected',
  code: 'carrier_failed',
  detail: 'the text is no longer worth delivering',
  retryable: true,
  afterMs: noRoomAfterMs,
};
