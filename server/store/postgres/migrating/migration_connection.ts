// The single connection of a start or a restore, on which several statements share a transaction.
import { type Clock, systemClock } from '../../../../runtime/clock.ts';
import { type Connection, connectTo } from '../connection/connect.ts';
import { readDatabaseUrl } from '../connection/database_url.ts';
import { NoPrimary, primaryOf } from '../connection/primary.ts';
import { askIdentity } from '../connection/server_identity.ts';
import { sessionName } from '../connection/session_options.ts';
import type { Param } from '../driver.ts';

/** A connection of its own for migrations: the only place where several statements share a transaction. */
export interface MigrationConnection {
  /**
   * Runs statements one after the other; returns the rows of the last one, as objects. Throws the server's own error, or NoPrimary.
   * Once the connection has broken, every call throws: the next statement would belong in the same transaction.
   */
  run(text: string, params?: Param[]): Promise<Record<string, unknown>[]>;
  /**
   * The same for a statement that is short whatever the tables hold: not answered within 10 s, it breaks the connection and
   * throws an ETIMEDOUT. A primary that froze or was cut off would keep a start waiting though another server leads.
   */
  ask(text: string, params?: Param[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** How long an answer to a short statement of a start is waited for, in milliseconds. */
const askedMs = 10_000;

/** Opens a single connection that reports the server's own error, for migrations at start. */
export function openMigrationConnection(url: string, clock: Clock = systemClock): MigrationConnection {
  const read = readDatabaseUrl(url);
  const primary = primaryOf(read);
  const leave = primary.join(() => connection?.cut());
  let connection: Connection | undefined;
  let opening: Promise<Connection> | undefined;

  const open = async (): Promise<Connection> => {
    const seat = await primary.find();
    connection = connectTo(read, seat.host, {
      name: `${sessionName} migration`,
      driver: { onnotice: () => {} },
    });
    if (!primary.admit(seat, await askIdentity(connection))) throw new NoPrimary();
    // A migration may take long. The setting is of PostgreSQL 17.
    await connection.client.unsafe(
      "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'",
    );
    return connection;
  };
  const run: MigrationConnection['run'] = async (text, params = []) => {
    opening ??= open();
    const { client } = await opening;
    return [...(await client.unsafe(text, params as string[]))];
  };
  return {
    run,
    ask: (text, params) =>
      new Promise((resolve, reject) => {
        const cancel = clock.setTimeout(() => {
          connection?.cut();
          reject(Object.assign(new Error(`no answer within ${askedMs} ms`), { code: 'ETIMEDOUT' }));
        }, askedMs);
        run(text, params).finally(cancel).then(resolve, reject);
      }),
    close: async () => {
      leave();
      await connection?.client.end({ timeout: 2 }).catch(() => {});
      connection?.cut();
    },
  };
}
