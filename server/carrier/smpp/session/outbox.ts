// PDUs on their way to the socket. While the other side does not read they stay here, so that they certainly have not
// left; PDUs that the socket has may have left.
import type { Socket } from 'node:net';

interface Entry {
  pdu: Buffer;
  /** Called before the PDU is given to the socket; null for an answer. */
  onWrite: (() => void) | null;
}

/** Most octets that wait here: above it the other side does not read at all. */
const maxOctets = 4 * 1024 * 1024;

/** The PDUs of one connection, in order. */
export class Outbox {
  readonly #socket: Socket;
  #waiting: Entry[] = [];
  #octets = 0;
  #isScheduled = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('drain', () => this.#flush());
  }

  /** Whether more waits than it would if the peer were reading. */
  get isOverfull(): boolean {
    return this.#octets > maxOctets;
  }

  /** Adds a PDU; those of one turn of the event loop are written together. */
  push(pdu: Buffer, onWrite: (() => void) | null): void {
    this.#waiting.push({ pdu, onWrite });
    this.#octets += pdu.length;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  /** Forgets the requests that wait. */
  dropRequests(): void {
    this.#waiting = this.#waiting.filter(({ onWrite }) => onWrite === null);
    this.#octets = this.#waiting.reduce((octets, { pdu }) => octets + pdu.length, 0);
  }

  /** Writes the answers and forgets the requests: they would be too late now. */
  end(): void {
    this.dropRequests();
    if (this.#socket.writable) for (const { pdu } of this.#waiting) this.#socket.write(pdu);
    this.#waiting = [];
    this.#octets = 0;
  }

  #flush(): void {
    if (!this.#socket.writable) return;
    this.#socket.cork();
    let written = 0;
    while (written < this.#waiting.length && !this.#socket.writableNeedDrain) {
      const { pdu, onWrite } = this.#waiting[written++] as Entry;
      onWrite?.();
      this.#octets -= pdu.length;
      this.#socket.write(pdu);
    }
    this.#waiting.splice(0, written);
    this.#socket.uncork();
  }
}
