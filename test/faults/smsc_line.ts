// A TCP line from a core to an SMSC, which can lose it while the core does not learn of it: what was on its way still comes,
// and what the core answers then reaches the test alone.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

type Side = 'core' | 'smsc';

export class SmscLine {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Record<Side, Set<Socket>> = { core: new Set(), smsc: new Set() };
  /** All octets of both. */
  readonly #said: Record<Side, Buffer> = { core: Buffer.alloc(0), smsc: Buffer.alloc(0) };
  #waiting: { side: Side; words: Buffer; resolve: () => void }[] = [];

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (near) => {
      const far = connect(target, '127.0.0.1');
      this.#pass('core', near, far);
      this.#pass('smsc', far, near);
    });
  }

  static async to(port: number): Promise<SmscLine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SmscLine(server, port);
  }

  /** Resolves once one of them has said these octets. */
  said(side: Side, words: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ side, words, resolve });
      this.#look();
    });
  }

  /** The SMSC loses every connection, and no new one is made. */
  lose(): void {
    this.#server.close();
    for (const socket of this.#sockets.smsc) socket.destroy();
  }

  close(): void {
    this.lose();
    for (const socket of this.#sockets.core) socket.destroy();
  }

  #pass(side: Side, from: Socket, to: Socket): void {
    this.#sockets[side].add(from);
    from.on('error', () => undefined);
    from.on('data', (data) => {
      to.write(data);
      this.#said[side] = Buffer.concat([this.#said[side], data]);
      this.#look();
    });
    from.on('close', () => {
      this.#sockets[side].delete(from);
      if (this.#server.listening) to.destroy();
    });
  }

  #look(): void {
    this.#waiting = this.#waiting.filter(({ side, words, resolve }) => {
      const isSaid = this.#said[side].includes(words);
      if (isSaid) resolve();
      return !isSaid;
    });
  }
}
