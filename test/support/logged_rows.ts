// Texts of an account written as rows, as many as a log holds after a while.

import { systemClock } from '../../runtime/clock.ts';
import { type Database, openDatabase } from '../../server/store/postgres/database.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { createDatabase, openInspector } from './database.ts';

/** How rows differ from a delivered text that left through device 1; SQL expressions of `n`, which counts them from 0. */
export interface RowShape {
  status?: string;
  direction?: string;
  route?: string;
  address?: string;
  createdAt?: string;
  body?: string;
  error?: string;
}

export class LoggedRows {
  readonly url: string;
  readonly database: Database;
  readonly store: Store;
  readonly inspect: ReturnType<typeof openInspector>;

  private constructor(url: string) {
    this.url = url;
    this.database = openDatabase({ url, clock: systemClock, deadlineMs: 10_000 });
    this.store = createStore(this.database);
    this.inspect = openInspector(url);
  }

  static async create(): Promise<LoggedRows> {
    return new LoggedRows(await createDatabase());
  }

  async addAccount(id: bigint, fields: { name?: string; country?: string } = {}): Promise<void> {
    await this.store.insertAccount({
      id,
      name: fields.name ?? 'Test',
      country: fields.country ?? 'US',
      plan: null,
      subscriptionStatus: null,
      exempt: true,
      period: '2026-11-01',
      createdAtMs: 0,
    });
  }

  /** Adds texts, numbered on from the account's last one; each a second after the one before unless said otherwise. */
  async addTexts(accountId: bigint, count: number, shape: RowShape = {}): Promise<void> {
    const {
      status = "'delivered'",
      direction = "'out'",
      route = "'device'",
      address = "'+15005550006'",
      createdAt = "timestamptz '2026-11-01 00:00:00+00' + make_interval(secs => id)",
      body = "'Hello'",
      error = 'null',
    } = shape;
    await this.inspect.unsafe(
      `with made as (
        select a.id as account_id, a.last_message_id + 1 + n as id, n from account a, generate_series(0, ${count - 1}) n
        where a.id = ${accountId}
      ), moved as (
        update account set last_message_id = last_message_id + ${count}, last_seq = last_seq + ${count}
        where id = ${accountId}
      ), written as (
        insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
          charged, device_id, sim, attempt, error, created_at)
        select account_id, id, id, (${direction})::message_direction, ${address}, ${address}, ${body},
          (${status})::message_status, (${route})::message_route, 1, 'gsm7', true, 1, 1, 1, ${error}, ${createdAt}
        from made returning account_id, id, address_norm
      )
      insert into thread as t (account_id, address_norm, address, last_message_id, message_count)
      select account_id, address_norm, address_norm, max(id), count(*) from written group by 1, 2
      on conflict (account_id, address_norm) do update set last_message_id = excluded.last_message_id,
        message_count = t.message_count + excluded.message_count`,
    );
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.inspect.end({ timeout: 1 });
  }
}
