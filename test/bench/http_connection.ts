// One HTTP/1.1 connection on a bare socket that asks one thing at a time: cheap beside what it measures.
import { connect, type Socket } from 'node:net';

/** Longest wait for an answer in milliseconds; past it the connection is broken. */
const deadlineMs = 40_000;

/** The bytes of a GET. */
export const httpGet = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`;

/** The status in a response. */
export const statusOf = (response: string) => Number(response.slice(9, 12));

/** The JSON in a response. */
export const jsonOf = (response: string) => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));

/** One connection that answers each request with the response's text. */
export class Connection {
  readonly #socket: Socket;
  #received = '';
  #resolve: (text: string) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setTimeout(deadlineMs, () => socket.destroy());
    socket.on('data', (data) => {
      this.#received += data.toString('latin1');
      const head = this.#received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1] ?? 0);
      if (head < 0 || this.#received.length < head + 4 + length) return;
      const text = this.#received;
      this.#received = '';
      this.#resolve(text);
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#resolve(''));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** The whole response; empty when the connection broke before it. */
  ask(request: string): Promise<string> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) return resolve('');
      this.#resolve = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
