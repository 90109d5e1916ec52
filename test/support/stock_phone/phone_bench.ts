// A fake phone beside a scripted server, in a simulation.
import type { EachTest } from '../../simulation/each_test.ts';
import { ScriptedServer } from './scripted_server.ts';
import { type PhoneOptions, StockPhone } from './stock_phone.ts';

export class PhoneBench {
  readonly clock: EachTest['clock'];
  readonly server: ScriptedServer;
  readonly #simulated: EachTest;
  readonly #phones: StockPhone[] = [];

  private constructor(simulated: EachTest, server: ScriptedServer) {
    this.clock = simulated.clock;
    this.#simulated = simulated;
    this.server = server;
  }

  static async open(simulated: EachTest): Promise<PhoneBench> {
    return new PhoneBench(simulated, await ScriptedServer.start(() => simulated.clock.nowMs()));
  }

  /** A phone that is not paired. */
  phone(options: Partial<PhoneOptions> = {}): StockPhone {
    const phone = new StockPhone({
      clock: this.clock,
      url: this.server.url,
      channel: 'SSE_ONLY',
      random: () => 0.5,
      ...options,
    });
    this.#phones.push(phone);
    return phone;
  }

  /** A phone that is paired, holds a stream and has nothing to do. */
  async paired(options: Partial<PhoneOptions> = {}): Promise<StockPhone> {
    const phone = this.phone(options);
    await phone.pair('1234567890');
    await this.pass(1_000);
    return phone;
  }

  /** A listed text, for `phoneNumbers` or a usual number. */
  text(id: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      id,
      phoneNumbers: ['+15005550006'],
      textMessage: { text: `words of ${id}` },
      state: 'Pending',
      createdAt: new Date(this.clock.nowMs()).toISOString(),
      ...fields,
    };
  }

  /** Lists texts, rings, and lets a second pass. */
  async offer(...messages: unknown[]): Promise<void> {
    this.server.messages = messages;
    this.server.push('MessageEnqueued');
    await this.pass(1_000);
  }

  /** Resolves when no phone has a call under way. */
  calm(): Promise<void> {
    return this.#simulated.idle();
  }

  /** Lets time pass. */
  pass(ms: number): Promise<void> {
    return this.#simulated.run(ms);
  }

  async close(): Promise<void> {
    for (const phone of this.#phones) phone.throwAway();
    await this.server.stop();
  }
}
