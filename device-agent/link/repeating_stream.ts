// Sends one kind of item that must be acknowledged, in order and with a bound on how many are under way. After each
// connect it starts with the oldest unacknowledged one. It stores nothing: the journal is where things wait.
import type { AgentFrameInit } from './frames.ts';
import type { Session } from './session.ts';

/** Most things under way without acknowledgement. */
const maxInFlight = 256;

/** A thing to send. */
interface StreamItem {
  /** Rises within the stream. */
  position: bigint;
  /** The name that its acknowledgement bears. */
  name: string;
  frame: AgentFrameInit;
}

/** One stream of things. */
export class RepeatingStream {
  readonly #listAfter: (position: bigint, limit: number) => StreamItem[];
  readonly #inFlight = new Set<string>();
  #session: Session | undefined;
  #cursor = 0n;
  #ackedSinceTick = false;
  #isCongested = false;

  /** `listAfter` reads what is not acknowledged yet, in order. */
  constructor(listAfter: (position: bigint, limit: number) => StreamItem[]) {
    this.#listAfter = listAfter;
  }

  /** A link is up: everything unacknowledged is sent on it. */
  attach(session: Session): void {
    this.#session = session;
    this.#rewind();
  }

  /** The link is down. */
  detach(): void {
    this.#session = undefined;
    this.#inFlight.clear();
  }

  /** Something new may wait, or there is capacity again. */
  pump(): void {
    const session = this.#session;
    while (session !== undefined && this.#inFlight.size < maxInFlight) {
      this.#isCongested = session.congested;
      if (this.#isCongested) return;
      const items = this.#listAfter(this.#cursor, maxInFlight - this.#inFlight.size);
      if (items.length === 0) return;
      for (const item of items) {
        if (session.congested) break;
        this.#cursor = item.position;
        this.#inFlight.add(item.name);
        session.send(item.frame, () => this.#flushed(session));
      }
    }
  }

  /** The core has this one. */
  acked(name: string): void {
    this.#ackedSinceTick = true;
    if (this.#inFlight.delete(name)) this.pump();
  }

  /** Called now and then: what has been under way since the last call without any answer is sent again. */
  tick(): void {
    const stuck = this.#inFlight.size > 0 && !this.#ackedSinceTick;
    this.#ackedSinceTick = false;
    if (stuck) this.#rewind();
  }

  #rewind(): void {
    this.#cursor = 0n;
    this.#inFlight.clear();
    this.pump();
  }

  /** Data left the process: a stream that waited for a congested socket may go on. */
  #flushed(session: Session): void {
    if (this.#isCongested && session === this.#session && !session.congested) this.pump();
  }
}
