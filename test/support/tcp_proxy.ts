// A TCP proxy in front of PostgreSQL that a test can cut: resets, and black holes that take bytes and give none.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { withHost } from './database.ts';

/** Forwards connections until it is stopped. */
export class TcpProxy {
  /** The server's URL by way of this proxy. */
  readonly url: string;
  readonly #server: Server;
  readonly #pairs: Set<[Socket, Socket]>;

  private constructor(server: Server, pairs: Set<[Socket, Socket]>, url: string) {
    this.#server = server;
    this.#pairs = pairs;
    this.url = url;
  }

  /** Starts a proxy on a port of its own. */
  static async to(url: string): Promise<TcpProxy> {
    const { target, through } = withHost(url);
    const pairs = new Set<[Socket, Socket]>();
    const server = createServer((near) => {
      const far = connect(target);
      const pair: [Socket, Socket] = [near, far];
      pairs.add(pair);
      near.pipe(far);
      far.pipe(near);
      for (const socket of pair) {
        socket.on('error', () => {});
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          pairs.delete(pair);
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    return new TcpProxy(server, pairs, through(port));
  }

  /** Cuts every connection with a reset. */
  reset(): void {
    for (const [near] of this.#pairs) near.resetAndDestroy();
  }

  /** Takes bytes from now on and forwards none; new connections are forwarded. */
  blackHole(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
      near.resume();
      far.resume();
    }
  }

  /**
   * Holds up the last 5 bytes of everything that open connections send from now on, as a slow network may: of a
   * statement PostgreSQL gets all but the Sync at its end. New connections are forwarded whole.
   */
  holdLastBytes(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      near.on('data', (bytes: Buffer) => far.write(bytes.subarray(0, -5)));
      near.resume();
    }
  }

  async close(): Promise<void> {
    this.reset();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
