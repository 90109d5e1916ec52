// A TCP line to PostgreSQL that holds up what its clients say, and lets it through later: also when the client has gone
// meanwhile, as a network does.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { withHost } from './database.ts';

interface Pair {
  near: Socket;
  far: Socket;
  /** What the client said since it is held; undefined while it is not. */
  held: Buffer[] | undefined;
}

/** The words whose connection is held next, and who waits for it. */
interface Awaited {
  next: { words: string; resolve: () => void } | undefined;
}

export class HeldLine {
  /** The server's URL by way of this line. */
  readonly url: string;
  readonly #server: Server;
  readonly #pairs: Set<Pair>;
  readonly #awaited: Awaited;

  private constructor(server: Server, pairs: Set<Pair>, awaited: Awaited, url: string) {
    this.#server = server;
    this.#pairs = pairs;
    this.#awaited = awaited;
    this.url = url;
  }

  /** Opens a line on a port of its own. */
  static async to(url: string): Promise<HeldLine> {
    const { target, through } = withHost(url);
    const pairs = new Set<Pair>();
    const awaited: Awaited = { next: undefined };
    const server = createServer((near) => {
      const far = connect(target);
      const pair: Pair = { near, far, held: undefined };
      pairs.add(pair);
      near.on('data', (data) => {
        const { next } = awaited;
        if (next && data.includes(next.words)) {
          awaited.next = undefined;
          pair.held ??= [];
          next.resolve();
        }
        if (pair.held) pair.held.push(data);
        else far.write(data);
      });
      far.pipe(near);
      near.on('error', () => {});
      far.on('error', () => {});
      near.on('close', () => {
        // What is on its way arrives all the same.
        if (pair.held === undefined) far.destroy();
      });
      far.on('close', () => {
        near.destroy();
        pairs.delete(pair);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    return new HeldLine(server, pairs, awaited, through(port));
  }

  /** Holds up the one connection that says these words next, and resolves when it has said them. All others are free. */
  holdNext(words: string): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited.next = { words, resolve };
    });
  }

  /** Lets everything through. */
  release(): void {
    for (const pair of this.#pairs) {
      const { near, far, held = [] } = pair;
      pair.held = undefined;
      for (const data of held) far.write(data);
      if (near.destroyed) far.end();
    }
  }

  async close(): Promise<void> {
    for (const { near, far } of this.#pairs) {
      near.destroy();
      far.destroy();
    }
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
