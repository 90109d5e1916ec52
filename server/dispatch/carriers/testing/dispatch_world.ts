// A simulation of route gateway: a database with accounts and texts for carriers, and as many replicas on it as a test wants.

import { noFailpoint } from '../../../../runtime/failpoint.ts';
import { createLog } from '../../../../runtime/log.ts';
import { SimulatedService } from '../../../../test/simulation/simulated_service.ts';
import type { Simulation, SimulationOptions } from '../../../../test/simulation/simulation.ts';
import type { PartClock } from '../../../../test/simulation/time.ts';
import { openInspector } from '../../../../test/support/database.ts';
import { newText } from '../../../../test/support/new_text.ts';
import type { Advance } from '../../../app/messages/advances.ts';
import { type Sweeper, startSweeper } from '../../../app/messages/sweep.ts';
import { createUpdates, type Update } from '../../../app/messages/updates.ts';
import type { ConfiguredCarrier } from '../../../carrier/carrier.ts';
import { noGateway } from '../../../domain/accounts/gateway_route.ts';
import { defaultLifetimes } from '../../../domain/messages/message.ts';
import { measureText } from '../../../domain/messages/text.ts';
import type { Failpoint } from '../../../failpoint.ts';
import { type Database, openDatabase } from '../../../store/postgres/database.ts';
import { createStore, type Store } from '../../../store/store.ts';
import { CarrierDispatcher } from '../dispatcher.ts';

export const lifetimes = defaultLifetimes;
const log = createLog('core', 'silent');

/** A message's row, as far as tests look at it. */
export interface MessageRow {
  id: bigint;
  account_id: bigint;
  seq: bigint;
  status: string;
  error: string | null;
  attempt: number;
  carrier: string | null;
  holder: bigint | null;
  charged: boolean;
  retry_at: Date | null;
  sent_at: Date | null;
  deadline_at: Date | null;
}

/** A core, as far as route gateway goes. */
export interface Replica {
  dispatcher: CarrierDispatcher;
  store: Store;
  stop(): Promise<void>;
  /** Ends it at once: no timer of its clock, which must be its own, fires any more. */
  kill(): void;
}

/** The parts of replicas have names of their own for as long as a world lasts. */
interface Part {
  url: string;
  clock: PartClock;
}

export class DispatchWorld {
  readonly simulation: Simulation;
  /** Sees the rows at once; its `now()` is the machine's. */
  readonly inspect: ReturnType<typeof openInspector>;
  readonly store: Store;
  readonly clock: PartClock;
  readonly update: Update;
  readonly #service: SimulatedService;
  readonly #database: Database;
  readonly #replicas = new Set<Replica>();
  #parts = 0;
  #sweeper: Sweeper;

  private constructor(service: SimulatedService, { url, clock }: Part) {
    this.#service = service;
    this.simulation = service.simulation;
    this.clock = clock;
    this.inspect = openInspector(service.databaseUrl);
    this.#database = openDatabase({ url, clock, deadlineMs: 20_000, lockTimeoutMs: 10_000 });
    this.store = createStore(this.#database, { ...noGateway, isShared: true });
    const publish = () => undefined;
    this.update = createUpdates({ store: this.store, clock, publish });
    this.#sweeper = this.#startSweeper();
  }

  /** Begins the simulation; `close` ends it. */
  static async create(options: SimulationOptions = {}): Promise<DispatchWorld> {
    const service = await SimulatedService.begin(options);
    const url = await service.database.open('world');
    return new DispatchWorld(service, { url, clock: service.simulation.clockOf('world') });
  }

  get sweeper(): Sweeper {
    return this.#sweeper;
  }

  /** The simulation's time, for statements of `inspect`. */
  get now(): Date {
    return new Date(this.simulation.time.nowMs());
  }

  run(duration: string | number): Promise<void> {
    return this.simulation.run(duration);
  }

  idle(): Promise<void> {
    return this.simulation.idle();
  }

  /** What a replica has that shares neither its clock nor its connections with others. */
  async newPart(): Promise<Part> {
    const name = `core ${++this.#parts}`;
    return { url: await this.#service.database.open(name), clock: this.simulation.clockOf(name) };
  }

  #startSweeper(): Sweeper {
    return startSweeper({ store: this.store, clock: this.clock, log, update: this.update });
  }

  /** Empties everything. Throws when a replica that has stopped left a timer. */
  async clear(): Promise<void> {
    await this.#stopAll();
    await this.idle();
    const left = this.simulation.time.describe();
    if (left.length > 0) throw new Error(`a replica left a timer:\n${left.join('\n')}`);
    await this
      .inspect`truncate message, thread, submission, carrier_receipt, carrier_number, account, core_replica cascade`;
    this.#sweeper = this.#startSweeper();
  }

  async close(): Promise<void> {
    await this.#stopAll();
    await this.simulation.during(this.#database.close());
    await this.inspect.end();
    await this.#service.end();
  }

  /** Stops all replicas and the sweeper. */
  #stopAll(): Promise<unknown> {
    const replicas = [...this.#replicas].map((replica) => replica.stop());
    return Promise.all([...replicas, this.simulation.during(this.#sweeper.stop())]);
  }

  async addAccount(id: bigint): Promise<bigint> {
    await this
      .inspect`insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used,
      last_message_id, last_seq, last_device_id, created_at) values (${id}, 'a', 'US', 'pro', 'active', false, '2026-03-01',
      0, 0, 0, 0, now())`;
    return id;
  }

  /** Sends texts as the core does; returns their ids. */
  async send(
    accountId: bigint,
    texts: readonly { to?: string; body?: string }[],
    queuedMs = lifetimes.queuedMs,
  ): Promise<bigint[]> {
    const nowMs = this.clock.nowMs();
    const outcomes = await this.store.sendTexts(
      texts.map(({ to = '+15005550006', body = 'hello' }) =>
        newText({ accountId, address: to, body, route: 'gateway', ...measureText(body, 8) }),
      ),
      {
        nowMs,
        month: '2026-03-01',
        newestMonth: '2026-03-01',
        deadlineMs: nowMs + queuedMs,
        plans: ['pro'],
        caps: [1_000_000],
      },
    );
    return outcomes.map(({ id }) => id);
  }

  /** A replica with these carriers, on connections of its own if it is given where. */
  start(
    carriers: readonly ConfiguredCarrier[],
    {
      url,
      deadlineMs = 20_000,
      failpoint = noFailpoint,
      publish = () => undefined,
      store,
      clock = this.clock,
      onRecorded = () => undefined,
    }: {
      url?: string;
      deadlineMs?: number;
      failpoint?: Failpoint;
      publish?: (advances: readonly Advance[]) => void;
      store?: (store: Store) => Store;
      clock?: PartClock;
      onRecorded?: () => void;
    } = {},
  ): Replica {
    const own = url ? openDatabase({ url, clock, deadlineMs }) : undefined;
    const plain = own ? createStore(own) : this.store;
    const used = store?.(plain) ?? plain;
    const dispatcher = new CarrierDispatcher({
      store: used,
      clock,
      log,
      lifetimes,
      failpoint,
      referenceBits: 8,
      carriers,
      update: createUpdates({ store: used, clock, publish }),
      publish,
      onRecorded,
      onNamed: () => undefined,
      random: () => 0.5,
    });
    for (const { name, carrier } of carriers)
      carrier.start(
        {
          receipt: async () => undefined,
          inbound: async () => ({ owned: false, confirm: () => undefined }),
          deadLetter: async () => undefined,
        },
        () => dispatcher.onCapacity(name),
      );
    const replica: Replica = {
      dispatcher,
      store: used,
      stop: () => {
        this.#replicas.delete(replica);
        const stopping = dispatcher.stop().then(() => own?.close());
        return this.simulation.during(stopping);
      },
      kill: () => {
        this.#replicas.delete(replica);
        clock.kill();
      },
    };
    this.#replicas.add(replica);
    return replica;
  }

  /** Notifies a replica that texts were queued. */
  wake(replica: Replica, accountId: bigint): void {
    replica.dispatcher.onAdvances([{ accountId, seq: 0n, queued: true }]);
  }

  /** The messages once nothing is under way. */
  async messages(accountId?: bigint): Promise<MessageRow[]> {
    await this.idle();
    const rows = await this
      .inspect`select id, account_id, seq, status::text, error, attempt, carrier, holder, charged,
      retry_at, sent_at, deadline_at from message
      where ${accountId ?? null}::int8 is null or account_id = ${accountId ?? null}::int8 order by account_id, id`;
    return rows as unknown as MessageRow[];
  }

  async message(accountId: bigint, id: bigint): Promise<MessageRow> {
    return (await this.messages(accountId)).find((row) => row.id === id) as MessageRow;
  }

  async used(accountId: bigint): Promise<number> {
    await this.idle();
    const [row] = await this.inspect`select texts_used from account where id = ${accountId}`;
    return row?.texts_used as number;
  }

  async submissions() {
    await this.idle();
    return await this
      .inspect`select account_id, message_id, part, total, carrier, ref, state::text from submission
      order by account_id, message_id, part`;
  }
}
