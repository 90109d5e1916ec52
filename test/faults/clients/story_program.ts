// A client's program while it runs: what it printed, and what it is asked to send.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { until } from '../../../runtime/testing/until.ts';

/** How a language's program is started. */
export interface Command {
  file: string;
  words: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export class StoryProgram {
  /** The ids of texts by the refs that they were sent with, as `send` answered. */
  readonly sent = new Map<string, string>();
  /** Ids of the texts that were read, in order, with their seqs. */
  readonly changes: { seq: number; id: string }[] = [];
  readonly #child: ChildProcess;
  #said = '';

  constructor({ file, words, env }: Command, given: readonly string[]) {
    this.#child = spawn(file, [...words, ...given], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child.stderr?.on('data', (data) => {
      this.#said += data;
    });
    const lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const [what, one = '', other = ''] = line.split(' ');
      if (what === 'sent') this.sent.set(one, other);
      else this.changes.push({ seq: Number(one), id: other });
    });
  }

  /** Lets it send a text, and waits until it was answered. */
  async send(ref: string): Promise<void> {
    this.begin(ref);
    await until(`${ref} is sent`, () => this.#is(this.sent.has(ref)));
  }

  /** Lets it send a text, and does not wait. */
  begin(ref: string): void {
    this.#child.stdin?.write(`${ref}\n`);
  }

  /** Waits until it has read texts. */
  async hasRead(ids: readonly string[]): Promise<void> {
    const isThere = (id: string) => this.changes.some((change) => change.id === id);
    await until('all is read', () => this.#is(ids.every(isThere)));
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  #is(isSo: boolean): boolean {
    if (!isSo && this.#child.exitCode !== null) throw new Error(`the program ended: ${this.#said}`);
    return isSo;
  }
}
