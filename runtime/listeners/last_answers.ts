// How an HTTP listener ends, so that no client finds its connection reset: every answer says that its connection closes, a
// connection that is idle stays for a while, because its next request may be on its way, and is then closed in order. Node's own
// way destroys idle connections at once; what a client has just written is then answered by a reset.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, monotonicMs } from '../clock.ts';

/** How long a connection must have been idle before it is closed, in milliseconds. */
export const idleBeforeEndMs = 2_000;
/** The same for those who ask seldom: the operator's programs, and agents that pair. */
export const shortIdleMs = 500;
/** How long a client has for its own end of a closed connection. */
const lingerMs = 1_000;
/** How often connections are looked at. */
const checkMs = 50;

interface Connection {
  /** The newest one. */
  response: ServerResponse | undefined;
  /** Since when nothing has come, and how much had come until then. */
  quietSinceMs: number;
  bytesRead: number;
}

/** Sends a FIN, and takes whatever still comes without reading it as a request. */
function endInOrder(socket: Socket, clock: Clock): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.end();
  const cancel = clock.setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', cancel);
}

/** Looks after the connections of one listener, from before it listens. */
export class LastAnswers {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #connections = new Map<Socket, Connection>();
  #hasBegun = false;

  constructor(server: Server, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    // A listener with certificates has what is read on another event.
    server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#connections.set(socket, {
        response: undefined,
        quietSinceMs: monotonicMs(),
        bytesRead: socket.bytesRead,
      });
      socket.once('close', () => this.#connections.delete(socket));
      if (this.#hasBegun) socket.destroySoon = () => endInOrder(socket, clock);
    });
    server.prependListener('request', ({ socket }, response) => this.#note(socket, response));
  }

  /** Takes out a connection that speaks HTTP no more. */
  forget(socket: Socket): void {
    this.#connections.delete(socket);
  }

  /** From now on every answer says that its connection closes. Safe twice. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    // Node calls it when it closes a server.
    this.#server.closeIdleConnections = () => {};
    for (const [socket, { response }] of this.#connections) {
      socket.destroySoon = () => endInOrder(socket, this.#clock);
      if (response && !response.headersSent) response.shouldKeepAlive = false;
    }
  }

  /**
   * Closes the server by `close`, which resolves once no connection is left, and meanwhile each connection that has been idle for
   * `idleMs`.
   */
  async end(close: () => Promise<unknown>, idleMs = idleBeforeEndMs): Promise<void> {
    this.begin();
    const nowMs = monotonicMs();
    for (const [socket, connection] of this.#connections)
      Object.assign(connection, { quietSinceMs: nowMs, bytesRead: socket.bytesRead });
    const cancel = this.#clock.setInterval(() => this.#endIdle(idleMs), checkMs);
    const closed = close();
    this.#endIdle(idleMs);
    try {
      await closed;
    } finally {
      cancel();
    }
  }

  #note(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const before = connection.response;
    connection.response = response;
    if (!this.#hasBegun) return;
    response.shouldKeepAlive = false;
    // Of requests that are sent without waiting for answers, the last one's answer closes the connection.
    if (before && !before.writableEnded && !before.headersSent) before.shouldKeepAlive = true;
  }

  #endIdle(idleMs: number): void {
    const nowMs = monotonicMs();
    for (const [socket, connection] of this.#connections) {
      const { response, bytesRead, quietSinceMs } = connection;
      const isBusy = response !== undefined && !response.writableFinished && !response.destroyed;
      if (isBusy || socket.bytesRead !== bytesRead) {
        connection.quietSinceMs = nowMs;
        connection.bytesRead = socket.bytesRead;
      } else if (nowMs - quietSinceMs >= idleMs) {
        this.#connections.delete(socket);
        endInOrder(socket, this.#clock);
      }
    }
  }
}
