// Two cores on one database, and devices whose frames a test says one by one.
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { durationMs } from '../simulation/duration.ts';
import { type SimulatedCore, SimulatedService } from '../simulation/simulated_service.ts';
import { startTestCore, type TestAccount, type TestCore } from './core.ts';
import { createDatabase } from './database.ts';
import { RawAgent } from './raw_agent.ts';

/** On the machine's time: for a test of what sockets do that nobody reads. */
export class LinkCores<Own extends TestCore = TestCore> {
  readonly databaseUrl: string;
  readonly core: Own;
  /** Another replica. */
  readonly other: Own;
  readonly #agents: RawAgent[] = [];

  protected constructor(databaseUrl: string, core: Own, other: Own) {
    this.databaseUrl = databaseUrl;
    this.core = core;
    this.other = other;
  }

  static async start(): Promise<LinkCores> {
    const url = await createDatabase();
    return new LinkCores(url, await startTestCore(url), await startTestCore(url));
  }

  /** Opens a link and says hello. */
  async link(
    account: Pick<TestAccount, 'deviceToken'>,
    journal?: string,
    at: Pick<TestCore, 'device'> = this.core,
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

  /** Cuts every link. */
  async cut(): Promise<void> {
    for (const agent of this.#agents.splice(0)) agent.socket.terminate();
  }

  async end(): Promise<void> {
    await this.cut();
    await Promise.all([this.core.stop(), this.other.stop()]);
  }
}

/** In a simulation. */
export class LinkBench extends LinkCores<SimulatedCore> {
  readonly service: SimulatedService;

  private constructor(service: SimulatedService, core: SimulatedCore, other: SimulatedCore) {
    super(service.databaseUrl, core, other);
    this.service = service;
  }

  static async begin(): Promise<LinkBench> {
    const service = await SimulatedService.begin();
    return new LinkBench(service, await service.startCore(), await service.startCore());
  }

  /** The time of the cores. */
  nowMs(): number {
    return this.core.clock.nowMs();
  }

  /** Sets the clocks of the cores forwards, as for machines that slept; their timers keep the time that they have left. */
  leap(duration: string | number): void {
    for (const { clock } of [this.core, this.other]) clock.set(durationMs(duration));
  }

  /** Resolves once cores and devices have nothing to do. No time passes. */
  idle(): Promise<void> {
    return this.service.simulation.idle();
  }

  /** Lets time pass. */
  run(duration: string | number): Promise<void> {
    return this.service.simulation.run(duration);
  }

  /** Lets time pass until something has happened; what needs a poll happens at the next one. */
  passing<T>(happening: Promise<T>): Promise<T> {
    return this.service.simulation.during(happening);
  }

  override async cut(): Promise<void> {
    await super.cut();
    await this.idle();
  }

  override async end(): Promise<void> {
    await this.cut();
    await this.service.end();
  }
}
