// The bytes of all request bodies that are held at a time: most of them come before anybody knows whose they are. When
// there is no room, the body that has been coming in for longest gives way: an honest one is here in a moment.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface Held {
  bytes: number;
  /** Refuses the body that is still coming in. */
  giveWay: () => void;
}

export class BodyRoom {
  readonly #most: number;
  readonly #held = new Map<IncomingMessage, Held>();
  /** Of those, the ones that are still coming in, in the order in which they began. */
  readonly #coming = new Set<IncomingMessage>();
  /** The bodies of each connection: an answer behind another one has no end of its own when its connection breaks. */
  readonly #onConnection = new WeakMap<Socket, Set<IncomingMessage>>();
  #bytes = 0;

  /** `most`: bytes of all bodies together. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes in more of a body; false when there is no room for it. `giveWay` is called at most once, if it has to go. */
  take(request: IncomingMessage, bytes: number, giveWay: () => void): boolean {
    let held = this.#held.get(request);
    if (!held) {
      held = { bytes: 0, giveWay };
      this.#held.set(request, held);
      this.#coming.add(request);
      this.#bodiesOf(request.socket).add(request);
    }
    held.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#most) {
      const [oldest] = this.#coming;
      if (oldest === undefined || oldest === request) {
        this.leave(request);
        return false;
      }
      const gone = this.#held.get(oldest);
      this.leave(oldest);
      gone?.giveWay();
    }
    return true;
  }

  /** Notes that a body is whole: it stays until its request is answered. */
  finish(request: IncomingMessage): void {
    this.#coming.delete(request);
  }

  /** Forgets a body; safe for one that was never here. */
  leave(request: IncomingMessage): void {
    const held = this.#held.get(request);
    if (!held) return;
    this.#held.delete(request);
    this.#coming.delete(request);
    this.#onConnection.get(request.socket)?.delete(request);
    this.#bytes -= held.bytes;
  }

  #bodiesOf(socket: Socket): Set<IncomingMessage> {
    const known = this.#onConnection.get(socket);
    if (known) return known;
    const bodies = new Set<IncomingMessage>();
    this.#onConnection.set(socket, bodies);
    socket.once('close', () => {
      for (const request of bodies) this.leave(request);
    });
    return bodies;
  }
}
