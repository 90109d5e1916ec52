// A load balancer in front of processes that come and go: it gives each new connection to the next of the ports in use, and
// leaves those that are open.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { closeTogether } from './joined_sockets.ts';

export class Balancer {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #ports: readonly number[];
  #turn = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#ports = [port];
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (near) => this.#forward(near));
  }

  static async to(port: number): Promise<Balancer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Balancer(server, port);
  }

  /** Sets the ports that new connections go to from now on. */
  use(...ports: readonly number[]): void {
    this.#ports = ports;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #forward(near: Socket): void {
    const far = connect(this.#ports[this.#turn++ % this.#ports.length] as number, '127.0.0.1');
    closeTogether(this.#sockets, near, far);
    near.pipe(far).pipe(near);
  }
}
