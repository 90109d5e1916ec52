// An account with devices, SIMs and queued texts, written straight into the tables, and a store to claim them with.
import { systemClock } from '../../runtime/clock.ts';
import type { ClaimRequest, ClaimVerdict } from '../../server/store/devices/claim_texts.ts';
import { fenceOf } from '../../server/store/devices/links.ts';
import type { WaitingText } from '../../server/store/devices/list_queue.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import type { AtLock } from '../../server/store/postgres/locking.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { createDatabase, openInspector } from './database.ts';
import { waitersForLocks } from './held_row.ts';

/** When the rows are looked at; nothing depends on the real time. */
export const nowMs = Date.parse('2026-03-10T12:00:30Z');
const dayMs = 24 * 3600_000;

/** Where a text waits or goes. */
export interface SimName {
  device: number;
  slot: number;
}

export class QueueRows {
  readonly inspect: ReturnType<typeof openInspector>;
  readonly store: Store;
  readonly accountId = 1n;
  readonly #close: () => Promise<void>;
  #texts = 0;

  private constructor(inspect: QueueRows['inspect'], store: Store, close: () => Promise<void>) {
    this.inspect = inspect;
    this.store = store;
    this.#close = close;
  }

  /** A database of its own with one account. */
  static async create(): Promise<QueueRows> {
    const url = await createDatabase();
    const inspect = openInspector(url);
    const database = openDatabase({ url, clock: systemClock, deadlineMs: 20_000, lockTimeoutMs: 10_000 });
    const rows = new QueueRows(inspect, createStore(database), async () => {
      await database.close();
      await inspect.end();
    });
    await inspect`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq,
      last_device_id, created_at) values (1, 'a', 'US', true, '2026-03-01', 0, 0, 0, 0, now())`;
    return rows;
  }

  async close(): Promise<void> {
    await this.#close();
  }

  /** Empties the queue and unpairs everything. */
  async clear(): Promise<void> {
    await this.inspect`truncate message, thread, sim, device`;
    await this.inspect`update account set waits_from = 0`;
    this.#texts = 0;
  }

  /** A device that is online and was linked once, with its SIMs. */
  async addDevice(id: number, slots: readonly number[] = [1]): Promise<void> {
    await this
      .inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at,
      online_until) values (1, ${id}, 'd', decode(md5(${`${id}`}), 'hex'), 1, '', '', ${new Date(nowMs - dayMs)},
      ${new Date(nowMs + 60_000)})`;
    for (const slot of slots) {
      await this
        .inspect`insert into sim (account_id, device_id, slot, minute, used_minute, day, used_day, month,
        used_month, present) values (1, ${id}, ${slot}, ${new Date(nowMs - 30_000)}, 0, '2026-03-10', 0, '2026-03-01', 0,
        true)`;
    }
  }

  /** A queued text. */
  async addText(address: string, parts = 1): Promise<bigint> {
    this.#texts++;
    const id = this.#texts;
    await this
      .inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route,
      segments, encoding, charged, attempt, created_at, deadline_at) values (1, ${id}, ${id}, 'out', ${address}, ${address},
      'hello', 'queued', 'device', ${parts}, 'gsm7', true, 0, ${new Date(nowMs)}, ${new Date(nowMs + dayMs)})`;
    await this.inspect`insert into thread (account_id, address_norm, address, last_message_id, message_count)
      values (1, ${address}, ${address}, ${id}, 1) on conflict (account_id, address_norm) do update
      set last_message_id = excluded.last_message_id, message_count = thread.message_count + 1`;
    await this.inspect`update account set last_seq = greatest(last_seq, ${id}) where id = 1`;
    return BigInt(id);
  }

  /** Lets a recipient stay on a SIM. */
  async keep(address: string, { device, slot }: SimName): Promise<void> {
    await this
      .inspect`update thread set device_id = ${device}, sim = ${slot} where address_norm = ${address}`;
  }

  async setBudget(
    { device, slot }: SimName,
    budget: { perMinute?: number; perDay?: number; perMonth?: number },
  ): Promise<void> {
    const { perMinute = null, perDay = null, perMonth = null } = budget;
    await this.store.setSimBudget(1n, BigInt(device), slot, { perMinute, perDay, perMonth });
  }

  /** What waits, as the dispatcher reads it. */
  async list(afterId = 0n, awayMs = nowMs - 600_000): Promise<WaitingText[]> {
    const instants = { nowMs, awayMs, freshMs: nowMs };
    return (await this.store.listQueue([{ accountId: 1n, afterId, most: 1_000 }], instants))[0] ?? [];
  }

  /** Claims texts for one SIM. */
  claim(
    sim: SimName,
    ids: readonly bigint[],
    {
      atMs = nowMs,
      epoch = 1n,
      fence = fenceOf(epoch, 0),
      atLock = 'wait',
      version = null,
    }: {
      atMs?: number;
      epoch?: bigint;
      fence?: bigint;
      version?: string | null;
      atLock?: AtLock;
    } = {},
  ): Promise<ClaimVerdict[]> {
    const requests: ClaimRequest[] = ids.map((id) => ({ simIndex: 0, id, version }));
    const { device, slot } = sim;
    return this.store.claimTexts(
      [{ accountId: 1n, deviceId: BigInt(device), slot, linkEpoch: epoch, fence }],
      requests,
      atMs,
      3600_000,
      atLock,
    );
  }

  /**
   * Lets a claim begin, and wait for the account with the tables as they are now; then `change` happens, and the claim
   * goes on. Returns what it came to.
   */
  async overtake<T>(
    claim: () => Promise<T>,
    change: (sql: QueueRows['inspect']) => Promise<unknown>,
  ): Promise<T> {
    let claiming: Promise<T> | undefined;
    await this.inspect.begin(async (sql) => {
      await sql`select from account where id = 1 for update`;
      claiming = claim();
      await waitersForLocks(this.inspect, 1);
      await change(sql as unknown as QueueRows['inspect']);
    });
    return claiming as Promise<T>;
  }
}
