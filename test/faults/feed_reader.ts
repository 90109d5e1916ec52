// A customer's reader of one account's feed. It polls with its cursor, whatever happens to the cores, and remembers what it
// was shown.
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { CoreUnderTest } from './core_under_test.ts';

const pollEveryMs = 20;

export class FeedReader {
  readonly accountId: bigint;
  /** The last state of each message that it was shown. */
  readonly known = new Map<bigint, Message>();
  /** Faults that it saw: a seq that did not grow, a state after a final one. */
  readonly faults: string[] = [];
  readonly #cores: readonly CoreUnderTest[];
  #since = 0n;
  #turn = 0;
  #polls = 0;
  #isStopped = false;

  constructor(accountId: bigint, cores: readonly CoreUnderTest[]) {
    this.accountId = accountId;
    this.#cores = cores;
    void this.#run();
  }

  /** Resolves when it has read everything that was there at the time of the call. */
  async upToDate(): Promise<void> {
    const until = this.#polls + 2;
    while (this.#polls < until) await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const core = this.#cores[this.#turn++ % this.#cores.length];
      try {
        await this.#poll(core as CoreUnderTest);
      } catch {
        // The core is away.
      }
      await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
    }
  }

  async #poll({ messages }: CoreUnderTest): Promise<void> {
    const queries = [{ accountId: this.accountId, since: this.#since, limit: 500 }];
    const page = (await messages.listChanges({ queries })).pages[0];
    for (const message of page?.messages ?? []) {
      if (message.seq <= this.#since) this.faults.push(`seq ${message.seq} came after ${this.#since}`);
      this.#since = message.seq;
      this.known.set(message.id, message);
    }
    this.#polls++;
  }
}
