// Two cores on one database with a clock that stands still, and devices whose frames a test says one by one.
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { startTestCore, type TestAccount, type TestCore } from './core.ts';
import { createDatabase } from './database.ts';
import { untilCalm } from './moving_clock.ts';
import { RawAgent } from './raw_agent.ts';

export class LinkBench {
  readonly databaseUrl: string;
  readonly clock: ManualClock;
  readonly core: TestCore;
  /** Another replica. */
  readonly other: TestCore;
  readonly #agents: RawAgent[] = [];

  private constructor(databaseUrl: string, clock: ManualClock, core: TestCore, other: TestCore) {
    this.databaseUrl = databaseUrl;
    this.clock = clock;
    this.core = core;
    this.other = other;
  }

  static async start(): Promise<LinkBench> {
    const url = await createDatabase();
    const clock = new ManualClock();
    return new LinkBench(
      url,
      clock,
      await startTestCore(url, { clock }),
      await startTestCore(url, { clock }),
    );
  }

  /** Opens a link and says hello. */
  async link(
    account: Pick<TestAccount, 'deviceToken'>,
    journal?: string,
    at = this.core,
    window?: number,
  ): Promise<RawAgent> {
    return this.adopt(await RawAgent.linked(at, account.deviceToken, journal, window));
  }

  /** An agent that says nothing by itself; ended with the others. */
  adopt(agent: RawAgent): RawAgent {
    this.#agents.push(agent);
    return agent;
  }

  /** Sends a text and answers its id. */
  async send(account: TestAccount, address = '+15005550006', body = 'hello', from?: string): Promise<bigint> {
    const texts = [{ accountId: account.id, address, body, ...(from !== undefined && { from }) }];
    const outcome = (await this.core.messages.sendMessages({ texts })).results[0]?.outcome;
    if (outcome?.case !== 'accepted') throw new Error('the text was not accepted');
    return outcome.value.message?.id as bigint;
  }

  /** Sends a text of each account, whose body is the account's id. */
  async sendAll(accounts: readonly Pick<TestAccount, 'id'>[], address = '+15005550006'): Promise<void> {
    const texts = accounts.map(({ id }) => ({ accountId: id, address, body: `${id}` }));
    const { results } = await this.core.messages.sendMessages({ texts });
    if (results.some(({ outcome }) => outcome.case !== 'accepted'))
      throw new Error('a text was not accepted');
  }

  async get(account: Pick<TestAccount, 'id'>, id: bigint): Promise<Message> {
    return (await this.core.messages.getMessage({ accountId: account.id, id })).message as Message;
  }

  /** Lets time pass, a second at a time, until something has happened; what needs a poll happens at the next one. */
  async passing<T>(happening: Promise<T>): Promise<T> {
    let happened = false;
    const end = () => {
      happened = true;
    };
    happening.then(end, end);
    for (let seconds = 0; !happened && seconds < 20; seconds++) {
      await untilCalm(this.clock);
      if (happened) break;
      this.clock.advance(1_000);
      await pause(25);
    }
    return happening;
  }

  /** Cuts every link. */
  cut(): void {
    for (const agent of this.#agents.splice(0)) agent.socket.terminate();
  }

  async stop(): Promise<void> {
    await Promise.all([this.core.stop(), this.other.stop()]);
  }
}
