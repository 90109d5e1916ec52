// A TCP line between two parts of the system that goes wrong: cut, half-open, slow, refused, or stopped amid the bytes of
// one message.
import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';

interface Pair {
  near: Socket;
  far: Socket;
  /** Takes bytes, gives none, and hides that the other end has gone. */
  isHole: boolean;
}

export class Line {
  readonly name: string;
  readonly port: number;
  readonly #server: Server;
  readonly #targets: readonly NetConnectOpts[];
  readonly #pairs = new Set<Pair>();
  #turn = 0;
  #isRefusing = false;
  #delayMs = 0;
  #withholds = 0;
  #released = Promise.resolve();
  #release: () => void = () => undefined;

  private constructor(name: string, server: Server, targets: readonly NetConnectOpts[]) {
    this.name = name;
    this.#server = server;
    this.#targets = targets;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (near) => this.#join(near));
  }

  /** Listens on a free port; each connection goes to the next one of `targets`. */
  static async open(name: string, targets: readonly NetConnectOpts[]): Promise<Line> {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Line(name, server, targets);
  }

  /** Cuts every connection with a reset. */
  cut(): void {
    for (const pair of this.#pairs) this.#drop(pair);
  }

  /** Every connection stays open and carries nothing any more, to either side; new ones are carried. */
  halfOpen(): void {
    for (const pair of this.#pairs) pair.isHole = true;
  }

  /** Cuts every connection, and each new one at once. */
  refuse(): void {
    this.#isRefusing = true;
    this.cut();
  }

  /** Carries every piece so much later. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** Stops the next piece that the near end sends before its last bytes, and everything behind them. */
  stopBefore(bytes: number): void {
    this.#withholds = bytes;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Ends all of it. What was half-open is cut. */
  heal(): void {
    this.#isRefusing = false;
    this.#delayMs = 0;
    this.#withholds = 0;
    this.#release();
    for (const pair of this.#pairs) if (pair.isHole) this.#drop(pair);
  }

  async close(): Promise<void> {
    this.heal();
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    near.on('error', () => undefined);
    if (this.#isRefusing) return void near.resetAndDestroy();
    const target = this.#targets[this.#turn++ % this.#targets.length] as NetConnectOpts;
    const far = connect({ ...target, allowHalfOpen: true });
    const pair: Pair = { near: near.setNoDelay(), far: far.setNoDelay(), isHole: false };
    this.#pairs.add(pair);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        if (pair.isHole) return;
        other.destroy();
        this.#pairs.delete(pair);
      });
    }
    void this.#carry(pair, near, far, true);
    void this.#carry(pair, far, near, false);
  }

  async #carry(pair: Pair, from: Socket, to: Socket, isNear: boolean): Promise<void> {
    try {
      for await (const piece of from as AsyncIterable<Buffer>) {
        if (pair.isHole) continue;
        if (this.#delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#delayMs));
        const withheld = isNear ? Math.min(this.#withholds, piece.length - 1) : 0;
        if (withheld > 0) {
          this.#withholds = 0;
          to.write(piece.subarray(0, piece.length - withheld));
          await this.#released;
        }
        const rest = withheld > 0 ? piece.subarray(piece.length - withheld) : piece;
        if (!pair.isHole && !to.destroyed && !to.write(rest))
          await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
    } catch {
      // Its 'close' reaches the other end.
    }
    if (!pair.isHole) to.end();
  }

  #drop(pair: Pair): void {
    pair.isHole = false;
    this.#pairs.delete(pair);
    pair.near.resetAndDestroy();
    // A unix socket knows no reset.
    if (pair.far.remoteFamily === undefined) pair.far.destroy();
    else pair.far.resetAndDestroy();
  }
}
