// A TCP line between two programs. A test can cut it at once or after a number of octets.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { closeTogether } from './joined_sockets.ts';

export class CuttableLine {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Octets from the near end before each cut, in order. After the last there are no cuts. */
  cutsAfter: number[] = [];
  cuts = 0;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (near) => this.#forward(near, target));
  }

  static async to(port: number): Promise<CuttableLine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new CuttableLine(server, port);
  }

  /** Cuts every connection with a reset. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  #forward(near: Socket, target: number): void {
    const far = connect(target, '127.0.0.1');
    closeTogether(this.#sockets, near, far);
    far.pipe(near);
    near.on('data', (data) => {
      const left = this.cutsAfter[0];
      if (left === undefined || data.length <= left) {
        if (left !== undefined) this.cutsAfter[0] = left - data.length;
        far.write(data);
        return;
      }
      far.write(data.subarray(0, left), () => this.cut());
      this.cutsAfter.shift();
      this.cuts += 1;
    });
  }
}
