// Accounts whose broadcasts two replicas drive. Their phones are off, so that texts wait.
import type { Clock } from '../../../../runtime/clock.ts';
import { createLog } from '../../../../runtime/log.ts';
import { openSimulatedInspector } from '../../../../test/simulation/inspector.ts';
import { SimulatedService } from '../../../../test/simulation/simulated_service.ts';
import { defaultTiers } from '../../../domain/plans/tier.ts';
import type { Failpoint } from '../../../failpoint.ts';
import { type Database, openDatabase } from '../../../store/postgres/database.ts';
import { createStore, type Store } from '../../../store/store.ts';
import { createOptOuts } from '../../opt_outs/opt_outs.ts';
import { createCancel } from '../../outbound/cancel.ts';
import { createSender, type Send } from '../../outbound/send.ts';
import { createBroadcasts } from '../broadcasts.ts';
import { type BroadcastDriver, driveBroadcasts } from '../drive_broadcasts.ts';

interface ReplicaOptions {
  wrapStore?: (store: Store) => Store;
  wrapSend?: (send: Send) => Send;
  failpoint?: Failpoint;
}
type Replica = ReturnType<BroadcastWorld['addReplica']>;

/** More rounds than any broadcast of a test takes. */
const mostRounds = 60;

const plain = {
  name: 'A broadcast',
  clientRef: null,
  template: 'Hello {name}',
  route: null,
  sender: null,
  isUrgent: false,
};

export class BroadcastWorld {
  readonly clock: Clock;
  readonly inspect: Awaited<ReturnType<typeof openSimulatedInspector>>;
  readonly #url: string;
  readonly #service: SimulatedService;
  readonly #databases: Database[] = [];
  readonly #drivers = new Set<BroadcastDriver>();
  #accounts = 0n;

  private constructor(service: SimulatedService, url: string, inspect: BroadcastWorld['inspect']) {
    this.clock = service.simulation.clockOf('core 1');
    this.#service = service;
    this.#url = url;
    this.inspect = inspect;
  }

  static async create(): Promise<BroadcastWorld> {
    const service = await SimulatedService.begin();
    const url = await service.database.open('core 1');
    return new BroadcastWorld(service, url, await openSimulatedInspector(service));
  }

  addReplica({
    wrapStore = (store) => store,
    wrapSend = (send) => send,
    failpoint = () => undefined,
  }: ReplicaOptions = {}) {
    const { clock } = this;
    const database = openDatabase({ url: this.#url, clock, deadlineMs: 20_000 });
    this.#databases.push(database);
    const store = wrapStore(createStore(database));
    const publish = () => undefined;
    const admit = () => Promise.reject(new Error('nobody is admitted here'));
    const send = createSender({ admit, store, clock, tiers: defaultTiers, referenceBits: 8, publish });
    const log = createLog('core', 'silent');
    const driver = driveBroadcasts({ store, clock, log, publish, failpoint, send: wrapSend(send) });
    this.#drivers.add(driver);
    const broadcasts = createBroadcasts({ store, clock, wake: () => driver.wake() });
    return {
      store,
      send,
      driver,
      broadcasts,
      cancel: createCancel({ store, clock, publish }),
      optOuts: createOptOuts({ store, clock, onAdded: () => undefined }),
      /** It drives nothing from here on. */
      die: () => {
        this.#drivers.delete(driver);
        return driver.stop();
      },
    };
  }

  /** An account with a phone that is off; it may send as much as it likes unless it has a plan. */
  async addAccount(plan: string | null = null): Promise<bigint> {
    const id = ++this.#accounts;
    await this
      .inspect`insert into account (id, name, country, plan, subscription_status, exempt, period, texts_used,
      last_message_id, last_seq, last_device_id, created_at)
      values (${id}, 'a', 'US', ${plan}, ${plan && 'active'}, ${plan === null}, '2026-01-01', 0, 0, 0, 0, now())`;
    await this
      .inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
      values (${id}, 1, 'phone', decode(md5(${id}::text), 'hex'), 0, '1', 'android', now())`;
    return id;
  }

  /** A draft with so many rows. */
  async draft(
    { broadcasts }: Replica,
    account: bigint,
    rows: number,
    fields: Partial<typeof plain> = {},
    step = 1,
  ): Promise<bigint> {
    const { broadcast } = await broadcasts.create(account, { ...plain, ...fields });
    for (let from = 1; from <= rows; from += 1_000) {
      const part = Array.from({ length: Math.min(1_000, rows - from + 1) }, (_, index) => ({
        number: (from + index) * step,
        address: `+1500556${String(from + index)
          .padStart(5, '0')
          .slice(-4)}`,
        fields: { name: `number ${from + index}` },
        sendAtMs: null,
      }));
      await broadcasts.putRecipients(account, broadcast.id, part);
    }
    return broadcast.id;
  }

  /** A draft that is started. */
  async started(
    replica: Replica,
    account: bigint,
    rows: number,
    fields: Partial<typeof plain> = {},
  ): Promise<bigint> {
    const id = await this.draft(replica, account, rows, fields);
    await replica.broadcasts.start(account, id, { sendAtMs: null, rows });
    return id;
  }

  /** Everything that goes on without time passing ends. */
  idle(): Promise<void> {
    return this.#service.simulation.idle();
  }

  /** Lets time pass. */
  run(duration: string): Promise<void> {
    return this.#service.simulation.run(duration);
  }

  /** Lets time pass until it has happened. */
  during<T>(happening: Promise<T>): Promise<T> {
    return this.#service.simulation.during(happening);
  }

  /** Lets rounds of the drivers come until it is so. */
  async rounds(probe: () => Promise<boolean>): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      if (await probe()) return;
      await this.run('1 s');
    }
    throw new Error(`it is not so after ${mostRounds} rounds: ${probe}`);
  }

  /** Ends the claims of dead cores, as their time does. */
  async expireClaims(): Promise<void> {
    await this
      .inspect`update broadcast set claimed_until = now() - interval '1 second' where claimed_until is not null`;
  }

  /** The rows that have texts, by their bodies; each text is there once. */
  async bodies(account: bigint): Promise<string[]> {
    const rows = await this
      .inspect`select body from message where account_id = ${account} and direction = 'out' order by id`;
    return rows.map(({ body }) => body);
  }

  /** Lets the phone take all texts that wait. */
  async letLeave(account: bigint): Promise<void> {
    await this
      .inspect`update message set status = 'sent', deadline_at = null where account_id = ${account} and status = 'queued'`;
  }

  async close(): Promise<void> {
    for (const driver of this.#drivers) await driver.stop();
    for (const database of this.#databases) await database.close();
    await this.inspect.end();
    await this.#service.end();
  }
}
