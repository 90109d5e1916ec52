// A database with accounts and texts for carriers, and as many replicas on it as a test wants.

import { systemClock } from '../../../../runtime/clock.ts';
import { noFailpoint } from '../../../../runtime/failpoint.ts';
import { createLog } from '../../../../runtime/log.ts';
import { ManualClock } from '../../../../runtime/testing/manual_clock.ts';
import { until } from '../../../../runtime/testing/until.ts';
import { createDatabase, openInspector } from '../../../../test/support/database.ts';
import { whileTimePasses } from '../../../../test/support/moving_clock.ts';
import { newText } from '../../../../test/support/new_text.ts';
import type { Advance } from '../../../app/messages/advances.ts';
import { type Sweeper, startSweeper } from '../../../app/messages/sweep.ts';
import { createUpdates, type Update } from '../../../app/messages/updates.ts';
import type { ConfiguredCarrier } from '../../../carrier/carrier.ts';
import { noGateway } from '../../../domain/accounts/gateway_route.ts';
import { defaultLifetimes } from '../../../domain/messages/message.ts';
import { measureText } from '../../../domain/messages/text.ts';
import type { Failpoint } from '../../../failpoint.ts';
import { openDatabase } from '../../../store/postgres/database.ts';
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
}

export class DispatchWorld {
  readonly url: string;
  readonly inspect: ReturnType<typeof openInspector>;
  readonly store: Store;
  readonly clock = new ManualClock();
  readonly update: Update;
  readonly #replicas = new Set<Replica>();
  readonly #closeDatabases: () => Promise<void>;
  #sweeper: Sweeper;

  private constructor(url: string) {
    this.url = url;
    this.inspect = openInspector(url);
    const database = openDatabase({ url, clock: systemClock, deadlineMs: 20_000, lockTimeoutMs: 10_000 });
    this.store = createStore(database, { ...noGateway, isShared: true });
    const publish = () => undefined;
    this.update = createUpdates({ store: this.store, clock: this.clock, publish });
    this.#sweeper = this.#startSweeper();
    this.#closeDatabases = async () => {
      await database.close();
      await this.inspect.end();
    };
  }

  static async create(): Promise<DispatchWorld> {
    return new DispatchWorld(await createDatabase());
  }

  get sweeper(): Sweeper {
    return this.#sweeper;
  }

  #startSweeper(): Sweeper {
    return startSweeper({ store: this.store, clock: this.clock, log, update: this.update });
  }

  /** Empties everything, and is at the beginning again. */
  async clear(): Promise<void> {
    await this.stopReplicas();
    await this.#sweeper.stop();
    // What a replica that gave up asked last may still run in the database, and would lock the tables in another order.
    await until('the database is idle', async () => {
      const busy = await this.inspect`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'`;
      return busy.length === 0;
    });
    await this
      .inspect`truncate message, thread, submission, carrier_receipt, carrier_number, account, core_replica cascade`;
    this.clock.jumpTo('2026-03-10T12:00:00Z');
    this.#sweeper = this.#startSweeper();
  }

  async close(): Promise<void> {
    await this.stopReplicas();
    await this.#sweeper.stop();
    await this.#closeDatabases();
  }

  /** Stops all replicas; the time runs on, so that what a test left under way is not waited for. */
  async stopReplicas(): Promise<void> {
    const stopping = Promise.all([...this.#replicas].map((replica) => replica.stop()));
    await whileTimePasses(this.clock, 200, () => this.inspect`select 1`, stopping);
  }

  async addAccount(id: bigint): Promise<bigint> {
    await this
      .inspect`insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used,
      last_message_id, last_seq, last_device_id, created_at) values (${id}, 'a', 'US', 'pro', 'active', false, '2026-03-01',
      0, 0, 0, 0, now())`;
    return id;
  }

  /** Sends texts as the core does; returns their ids. */
  async send(accountId: bigint, texts: readonly { to?: string; body?: string }[]): Promise<bigint[]> {
    const nowMs = this.clock.nowMs();
    const outcomes = await this.store.sendTexts(
      texts.map(({ to = '+15005550006', body = 'hello' }) =>
        newText({ accountId, address: to, body, route: 'gateway', ...measureText(body, 8) }),
      ),
      {
        nowMs,
        month: '2026-03-01',
        newestMonth: '2026-03-01',
        deadlineMs: nowMs + lifetimes.queuedMs,
        plans: ['pro'],
        caps: [1_000_000],
      },
    );
    return outcomes.map(({ id }) => id);
  }

  /** A replica with these carriers, on a database of its own connections if it is given one. */
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
      clock?: ManualClock;
      onRecorded?: () => void;
    } = {},
  ): Replica {
    const own = url ? openDatabase({ url, clock: systemClock, deadlineMs }) : undefined;
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
      stop: async () => {
        this.#replicas.delete(replica);
        await dispatcher.stop();
        await own?.close();
      },
    };
    this.#replicas.add(replica);
    return replica;
  }

  /** Notifies a replica that texts were queued. */
  wake(replica: Replica, accountId: bigint): void {
    replica.dispatcher.onAdvances([{ accountId, seq: 0n, queued: true }]);
  }

  async messages(accountId?: bigint): Promise<MessageRow[]> {
    const rows = await this
      .inspect`select id, account_id, seq, status::text, error, attempt, carrier, holder, charged,
      retry_at, sent_at, deadline_at from message
      where ${accountId ?? null}::int8 is null or account_id = ${accountId ?? null}::int8 order by account_id, id`;
    return rows as unknown as MessageRow[];
  }

  async message(accountId: bigint, id: bigint): Promise<MessageRow> {
    return (await this.messages(accountId)).find((row) => row.id === id) as MessageRow;
  }

  /** Waits until a message is as a test wants it; the time stands still. */
  settled(accountId: bigint, id: bigint, is: (row: MessageRow) => boolean): Promise<MessageRow> {
    return until(async () => {
      const row = await this.message(accountId, id);
      return is(row) ? row : undefined;
    });
  }

  /** As `settled`, while the time runs by `stepMs` with each look. */
  reached(
    accountId: bigint,
    id: bigint,
    is: (row: MessageRow) => boolean,
    stepMs = 1_000,
  ): Promise<MessageRow> {
    return until(async () => {
      const row = await this.message(accountId, id);
      if (is(row)) return row;
      this.clock.advance(stepMs);
      return undefined;
    });
  }

  async used(accountId: bigint): Promise<number> {
    const [row] = await this.inspect`select texts_used from account where id = ${accountId}`;
    return row?.texts_used as number;
  }

  submissions() {
    return this.inspect`select account_id, message_id, part, total, carrier, ref, state::text from submission
      order by account_id, message_id, part`;
  }
}
