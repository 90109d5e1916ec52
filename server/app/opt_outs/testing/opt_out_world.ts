// An account of two replicas whose texts wait, because its phone is off.
import { type Clock, systemClock } from '../../../../runtime/clock.ts';
import { createLog } from '../../../../runtime/log.ts';
import { openSimulatedInspector } from '../../../../test/simulation/inspector.ts';
import { SimulatedService } from '../../../../test/simulation/simulated_service.ts';
import { createDatabase, openInspector } from '../../../../test/support/database.ts';
import { defaultTiers } from '../../../domain/plans/tier.ts';
import { Refusal } from '../../../errors.ts';
import { type Database, openDatabase } from '../../../store/postgres/database.ts';
import { createStore, type Store } from '../../../store/store.ts';
import { createReceiver } from '../../messages/inbound.ts';
import { createSender } from '../../outbound/send.ts';
import { followKeywords, type KeywordFollower } from '../follow_keywords.ts';
import { createOptOuts } from '../opt_outs.ts';

export const recipient = '+15005550006';

/** More rounds than anything takes that follows from a keyword. */
const mostRounds = 50;

interface WorldOptions {
  lockTimeoutMs?: number;
  /** For a test in which statements wait for each other inside PostgreSQL. */
  isOnMachineTime?: boolean;
}

type Replica = Awaited<ReturnType<OptOutWorld['addReplica']>>;

export class OptOutWorld {
  readonly clock: Clock;
  readonly replicas: Replica[] = [];
  readonly inspect: ReturnType<typeof openInspector>;
  /** The database, for who looks at it from outside. */
  readonly url: string;
  readonly #coresUrl: string;
  readonly #databases: Database[] = [];
  readonly #followers: KeywordFollower[] = [];
  #accounts = 0n;
  #received = 0;

  readonly #lockTimeoutMs: number;
  readonly #service: SimulatedService | undefined;

  private constructor(
    url: string,
    coresUrl: string,
    inspect: OptOutWorld['inspect'],
    lockTimeoutMs: number,
    service: SimulatedService | undefined,
  ) {
    this.url = url;
    this.#coresUrl = coresUrl;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#service = service;
    this.clock = service?.simulation.clockOf('core 1') ?? systemClock;
    this.inspect = inspect;
  }

  /** Without a bound, who waits for a lock waits in the statement that the test began. */
  static async create({
    lockTimeoutMs = 10_000,
    isOnMachineTime = false,
  }: WorldOptions = {}): Promise<OptOutWorld> {
    const service = isOnMachineTime ? undefined : await SimulatedService.begin();
    const url = service?.databaseUrl ?? (await createDatabase());
    const coresUrl = (await service?.database.open('core 1')) ?? url;
    const inspect = service ? await openSimulatedInspector(service) : openInspector(url);
    const world = new OptOutWorld(url, coresUrl, inspect, lockTimeoutMs, service);
    for (const _ of [1, 2]) world.replicas.push(await world.addReplica());
    return world;
  }

  async addReplica(wrap: (store: Store) => Store = (store) => store) {
    const { clock } = this;
    const database = openDatabase({
      url: this.#coresUrl,
      clock,
      deadlineMs: 20_000,
      lockTimeoutMs: this.#lockTimeoutMs,
    });
    this.#databases.push(database);
    const store = wrap(createStore(database));
    const publish = () => undefined;
    const admit = () => Promise.reject(new Error('nobody is admitted here'));
    const send = createSender({ admit, store, clock, tiers: defaultTiers, referenceBits: 8, publish });
    const follower = followKeywords({ store, send, clock, log: createLog('core', 'silent'), publish });
    this.#followers.push(follower);
    const onKeyword = () => follower.wake();
    const receive = createReceiver({ store, clock, publish, onKeyword });
    return { store, send, receive, follower, optOuts: createOptOuts({ store, clock, onAdded: onKeyword }) };
  }

  get store(): Store {
    return (this.replicas[0] as Replica).store;
  }

  get optOuts() {
    return (this.replicas[0] as Replica).optOuts;
  }

  /** An account on plan starter with a phone that is off. */
  async addAccount(): Promise<bigint> {
    const id = ++this.#accounts;
    await this
      .inspect`insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used,
      last_message_id, last_seq, last_device_id, created_at)
      values (${id}, 'a', 'US', 'starter', 'active', false, '2026-01-01', 0, 0, 0, 0, now())`;
    await this
      .inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
      values (${id}, 1, 'phone', decode(md5(${id}::text), 'hex'), 0, '1', 'android', now())`;
    return id;
  }

  /** Everything that goes on without time passing ends. */
  async idle(): Promise<void> {
    await this.#service?.simulation.idle();
  }

  /** Lets time pass; it does so by itself in a world on the machine's time. */
  async run(duration: string): Promise<void> {
    await this.#service?.simulation.run(duration);
  }

  /** Lets rounds of the followers come until it is so. */
  async followed(probe: () => Promise<boolean>): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      await this.run('5 s');
      if (await probe()) return;
    }
    throw new Error(`it is not so after ${mostRounds} rounds: ${probe}`);
  }

  /** Sends; returns the text's id, or the code that it was refused with. */
  async send(account: bigint, { to = recipient, ref = null as string | null, replica = 0 } = {}) {
    const text = { address: to, body: 'hello', clientRef: ref };
    const { outcome } = await (this.replicas[replica] as Replica).send(account, text);
    return outcome instanceof Refusal ? outcome.code : outcome.message.id;
  }

  /** Receives a text; returns once it is committed. */
  async receive(
    account: bigint,
    body: string,
    { from = recipient, replica = 0, country = 'US' } = {},
  ): Promise<void> {
    await (this.replicas[replica] as Replica).receive({
      accountId: account,
      deviceId: 1n,
      country,
      inboundId: `${++this.#received}`,
      address: from,
      body,
      receivedAtMs: this.clock.nowMs(),
    });
  }

  /** The account's texts, in the order of the feed. */
  async feed(account: bigint) {
    const page = await this.store.listChanges(account, 0n, 500, 1e6);
    return page?.messages ?? [];
  }

  async used(account: bigint): Promise<number> {
    const [row] = await this.inspect`select texts_used from account where id = ${account}`;
    return row?.texts_used;
  }

  async close(): Promise<void> {
    for (const follower of this.#followers) follower.stop();
    for (const database of this.#databases) await database.close();
    await this.inspect.end();
    await this.#service?.end();
  }
}
