// A line between a client and a gateway that a test cuts in a phase of a request of its choice.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Where it is cut: before the connection stands, in the middle of the request, when the request was passed on whole and before its
 * answer, in the middle of the answer. `seen` cuts nothing.
 */
export type Phase = 'connect' | 'request' | 'asked' | 'answer' | 'seen';

interface Armed {
  method: string;
  phase: Phase;
  done: () => void;
}

const half = (data: Buffer) => data.subarray(0, Math.ceil(data.length / 2));

export class HttpCutter {
  readonly url: string;
  readonly #server: Server;
  readonly #near = new Set<Socket>();
  #armed: Armed | undefined;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (near) => this.#forward(near, target));
  }

  static async to(port: number): Promise<HttpCutter> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HttpCutter(server, port);
  }

  /** Cuts the next request of a method in a phase; resolves when it was cut, and for `seen` when it was passed on. */
  next(method: string, phase: Phase): Promise<void> {
    return new Promise((done) => {
      this.#armed = { method, phase, done };
      // The next request then needs a new connection.
      if (phase === 'connect') this.cut();
    });
  }

  /** Cuts every connection with a reset. */
  cut(): void {
    for (const near of this.#near) near.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #forward(near: Socket, target: number): void {
    const armed = this.#armed;
    if (armed?.phase === 'connect') {
      this.#armed = undefined;
      near.resetAndDestroy();
      armed.done();
      return;
    }
    const far = connect(target, '127.0.0.1');
    this.#near.add(near);
    let answer: Armed | undefined;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
    near.on('close', () => this.#near.delete(near));
    near.on('data', (data) => {
      const found = this.#armed;
      if (!found || !data.toString('latin1').startsWith(found.method)) {
        far.write(data);
        return;
      }
      this.#armed = undefined;
      if (found.phase === 'request') {
        far.write(half(data), () => near.resetAndDestroy());
        found.done();
        return;
      }
      far.write(data);
      if (found.phase === 'seen') found.done();
      else answer = found;
    });
    far.on('data', (data) => {
      if (!answer) {
        near.write(data);
        return;
      }
      if (answer.phase === 'answer') near.end(half(data), () => near.destroy());
      else near.resetAndDestroy();
      answer.done();
      answer = undefined;
      far.destroy();
    });
  }
}
