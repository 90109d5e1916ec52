// A fake phone beside a scripted server, under a clock that a test moves.
import { moment } from '../../../runtime/testing/until.ts';
import { ScriptedServer } from './scripted_server.ts';
import { SteppingClock } from './stepping_clock.ts';
import { type PhoneOptions, StockPhone } from './stock_phone.ts';

/** Looks that must find nothing under way. */
const quietLooks = 3;

export class PhoneBench {
  readonly clock: SteppingClock;
  readonly server: ScriptedServer;
  readonly #phones: StockPhone[] = [];

  private constructor(clock: SteppingClock, server: ScriptedServer) {
    this.clock = clock;
    this.server = server;
  }

  static async open(): Promise<PhoneBench> {
    const clock = new SteppingClock();
    return new PhoneBench(clock, await ScriptedServer.start(() => clock.nowMs()));
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
  async calm(): Promise<void> {
    for (let quiet = 0; quiet < quietLooks; ) {
      await moment();
      quiet = this.#phones.every(({ network }) => network.inFlight === 0) ? quiet + 1 : 0;
    }
  }

  /** Lets time pass, from one timer to the next, never faster than calls are answered. */
  async pass(ms: number): Promise<void> {
    await this.calm();
    for (let left = ms; left > 0; ) {
      left -= this.clock.step(left);
      await this.calm();
    }
  }

  async close(): Promise<void> {
    for (const phone of this.#phones) phone.throwAway();
    await this.server.stop();
  }
}
