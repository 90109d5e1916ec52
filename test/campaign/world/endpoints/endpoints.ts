// The handle of the customers' endpoints: started, killed and started again on the same port and ledger.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../runtime/testing/free_port.ts';

/** Takes every request, says that it could not, or says nothing at all. */
export type EndpointManner = 'answer' | 'fail' | 'hang';

/** A request as the endpoints wrote it down, at an instant of the machine's clock. */
export interface EndpointRequest {
  atMs: number;
  endpoint: string;
  requestId: string;
  timestamp: string;
  signature: string;
  body: string;
  /** With which it was answered; null: it was not. */
  status: number | null;
}

export class Endpoints {
  readonly port: number;
  readonly #path: string;
  /** Those that were ever asked to answer otherwise. */
  readonly #others = new Set<string>();
  #child: ChildProcess | undefined;

  private constructor(port: number, path: string) {
    this.port = port;
    this.#path = path;
  }

  static async start(directory: string): Promise<Endpoints> {
    const endpoints = new Endpoints(await freePort(), join(directory, 'endpoints.jsonl'));
    await endpoints.run();
    return endpoints;
  }

  /** Starts them, unless they run; each answers. */
  async run(): Promise<void> {
    if (this.isRunning) return;
    const child = fork(join(import.meta.dirname, 'main.ts'), [String(this.port), this.#path], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('error', () => undefined);
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** How one of them answers from now on. */
  be(endpoint: string, manner: EndpointManner): void {
    this.#others.add(endpoint);
    if (this.#child?.connected) this.#child.send({ endpoint, manner }, () => undefined);
  }

  /** Each answers from now on. */
  wellAgain(): void {
    for (const endpoint of this.#others) this.be(endpoint, 'answer');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Every request in the order in which they came; a line that was cut off is none. */
  requests(): EndpointRequest[] {
    if (!existsSync(this.#path)) return [];
    return readFileSync(this.#path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as EndpointRequest];
        } catch {
          return [];
        }
      });
  }
}
