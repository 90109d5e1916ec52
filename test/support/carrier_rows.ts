// An account with texts on their way through a carrier, written straight into the tables, and two replicas' stores to
// hear of them with.
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import type { SimulatedService } from '../simulation/simulated_service.ts';
import { createDatabase, openInspector } from './database.ts';
import { waitersForLocks } from './held_row.ts';

/** When the rows are looked at; nothing depends on the real time. */
export const receivedAtMs = Date.parse('2026-03-10T12:00:00Z');

/** A part as it is recorded. */
export interface RecordedPart {
  part: number;
  ref: string | null;
  state?: 'accepted' | 'unknown';
}

export class CarrierRows {
  readonly inspect: ReturnType<typeof openInspector>;
  /** The stores of two replicas. */
  readonly stores: readonly [Store, Store];
  readonly #close: () => Promise<void>;

  private constructor(
    inspect: CarrierRows['inspect'],
    stores: CarrierRows['stores'],
    close: () => Promise<void>,
  ) {
    this.inspect = inspect;
    this.stores = stores;
    this.#close = close;
  }

  /** A database of its own. */
  static async create(): Promise<CarrierRows> {
    const url = await createDatabase();
    return CarrierRows.#of(
      url,
      [1, 2].map(() => ({ url, clock: systemClock })),
    );
  }

  /** The database of a simulation, in which the replicas are cores 1 and 2. */
  static async of({ database, databaseUrl, simulation }: SimulatedService): Promise<CarrierRows> {
    const replicas = [];
    for (const part of ['core 1', 'core 2'])
      replicas.push({ url: await database.open(part), clock: simulation.clockOf(part) });
    return CarrierRows.#of(databaseUrl, replicas);
  }

  static #of(databaseUrl: string, replicas: readonly { url: string; clock: Clock }[]): CarrierRows {
    const inspect = openInspector(databaseUrl);
    const databases = replicas.map((replica) => openDatabase({ ...replica, deadlineMs: 20_000 }));
    const [first, second] = databases.map((database) => createStore(database));
    return new CarrierRows(inspect, [first as Store, second as Store], async () => {
      for (const database of databases) await database.close();
      await inspect.end();
    });
  }

  async close(): Promise<void> {
    await this.#close();
  }

  /** Empties everything, and makes accounts 1 and 2 anew. */
  async clear(): Promise<void> {
    await this
      .inspect`truncate account, message, thread, submission, carrier_receipt, carrier_inbound, carrier_inbound_part,
      carrier_number cascade`;
    await this
      .inspect`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq,
      last_device_id, created_at) select id, 'a', 'US', true, '2026-03-01', 0, 0, 0, 0, now() from generate_series(1, 2) id`;
  }

  /** A text that replica 7 has claimed. */
  async addText(id: number, parts: number, accountId = 1): Promise<void> {
    await this
      .inspect`with seq as (update account set last_seq = last_seq + 1 where id = ${accountId} returning last_seq)
      insert into message (account_id, id, seq, direction, address, address_norm, body, status, route,
      segments, encoding, charged, attempt, created_at, deadline_at, carrier, holder, identity) select ${accountId}::int8, ${id}::int8,
      last_seq, 'out', '+15005550006', '+15005550006', 'hello', 'sending', 'gateway', ${parts}::int2, 'gsm7', true, 1,
      ${new Date(receivedAtMs - 1000)}::timestamptz, ${new Date(receivedAtMs + 3600_000)}::timestamptz, 'main', 7, null from seq`;
  }

  /** What left is recorded; the text is sent once all `total` parts are there. */
  async record(
    id: number,
    total: number,
    parts: readonly RecordedPart[],
    { accountId = 1, atMs = receivedAtMs, carrier = 'main' } = {},
  ): Promise<void> {
    await this.inspect.begin(async (sql) => {
      await sql`select from account where id = ${accountId} for update`;
      for (const { part, ref, state = 'accepted' } of parts)
        await sql`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
          values (${accountId}, ${id}, ${part}, ${total}, ${carrier}, ${ref}, ${state}, ${new Date(atMs)})`;
      const [recorded] =
        await sql`select count(*)::int4 as parts from submission where account_id = ${accountId} and message_id = ${id}`;
      if (recorded?.parts !== total) return;
      await sql`with seq as (update account set last_seq = last_seq + 1 where id = ${accountId} returning last_seq)
        update message set status = 'sent', holder = null, sent_at = ${new Date(atMs)}, seq = last_seq from seq
        where account_id = ${accountId} and id = ${id} and status = 'sending'`;
    });
  }

  /** One text as it stands, times in milliseconds. */
  async text(id: number, accountId = 1) {
    const [row] = await this
      .inspect`select status, error, parts_delivered, holder, retry_at, deadline_at, seq,
      sent_at, delivered_at from message where account_id = ${accountId} and id = ${id}`;
    if (row === undefined) throw new Error('no such text');
    const { status, error, parts_delivered: partsDelivered, holder, seq } = row;
    const ms = (at: Date | null) => at?.getTime() ?? null;
    return {
      status: status as string,
      error: error as string | null,
      partsDelivered: partsDelivered as number | null,
      holder: holder as bigint | null,
      seq: seq as bigint,
      retryAtMs: ms(row.retry_at),
      deadlineAtMs: ms(row.deadline_at),
      sentAtMs: ms(row.sent_at),
      deliveredAtMs: ms(row.delivered_at),
    };
  }

  /** Makes what was submitted, and all that carriers reported, so much older: what goes by the database's clock is not moved by the test's. */
  async age(ms: number): Promise<void> {
    const by = `${ms} milliseconds`;
    await this.inspect`update submission set submitted_at = submitted_at - ${by}::interval`;
    await this.inspect`update carrier_receipt set received_at = received_at - ${by}::interval`;
    await this.inspect`update carrier_inbound set received_at = received_at - ${by}::interval,
      confirmed_at = confirmed_at - ${by}::interval`;
    await this.inspect`update carrier_inbound_part set received_at = received_at - ${by}::interval`;
  }

  /** How many receipts are kept. */
  async kept(): Promise<number> {
    const [row] = await this.inspect`select count(*)::int4 as kept from carrier_receipt`;
    return row?.kept;
  }

  /**
   * Lets `work` begin and wait for the account with the tables as they are now; then `change` happens, and the work
   * goes on. Returns what it came to.
   */
  async overtake<T>(
    work: () => Promise<T>,
    change: (sql: CarrierRows['inspect']) => Promise<unknown>,
    waiting = 1,
  ): Promise<T> {
    let working: Promise<T> | undefined;
    await this.inspect.begin(async (sql) => {
      await sql`select from account order by id for update`;
      working = work();
      await waitersForLocks(this.inspect, waiting);
      await change(sql as unknown as CarrierRows['inspect']);
    });
    return working as Promise<T>;
  }
}
