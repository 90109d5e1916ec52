// Connections that are not authenticated yet: there are only so many of them, and one more ends the oldest. A flood therefore costs a bounded amount and shuts nobody out: an honest caller needs a moment, and a flood
// would have to renew itself completely within it. How long one request may take is the listener's own to bound.
import type { Server, Socket } from 'node:net';

/** The name of a connection in the layers above it, TLS and HTTP/2, which have sockets of their own. */
type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;
const nameOf = ({ remoteAddress, remotePort }: Peer) => `${remoteAddress} ${remotePort}`;

/** Looks after the connections of one listener from the moment when they are accepted. */
export class Unauthenticated {
  /** In the order in which they came. */
  readonly #open = new Map<string, Socket>();

  /** `most`: how many connections may be unauthenticated at a time. */
  constructor(server: Server, most: number) {
    server.on('connection', (socket: Socket) => {
      const name = nameOf(socket);
      this.#open.set(name, socket);
      socket.once('close', () => {
        if (this.#open.get(name) === socket) this.#open.delete(name);
      });
      if (this.#open.size > most) this.#endOldest();
    });
  }

  /** Takes a connection out, once its other end is authenticated. */
  welcome(peer: Peer): void {
    this.#open.delete(nameOf(peer));
  }

  #endOldest(): void {
    const [oldest] = this.#open;
    if (!oldest) return;
    const [name, socket] = oldest;
    this.#open.delete(name);
    socket.destroy();
  }
}
