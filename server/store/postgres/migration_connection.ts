// The single connection of a start or a restore, on which several statements share a transaction.
import { type Clock, systemClock } from '../../../runtime/clock.ts';
import { readDatabaseUrl } from './connection/database_url.ts';
import { deadEnd, ServerFinder, sessionName, sessionParameters } from './connection/server_finder.ts';
import { openClient, type Param } from './driver.ts';

/** A connection of its own for migrations: the only place where several statements share a transaction. */
export interface MigrationConnection {
  /**
   * Runs statements one after the other; returns the rows of the last one, as objects. Throws the server's own error.
   * Once the connection has broken after an answer, every call throws: the next statement would belong in the same
   * transaction.
   */
  run(text: string, params?: Param[]): Promise<Record<string, unknown>[]>;
  /**
   * The same for a statement that is short whatever the tables hold: not answered within 10 s, it breaks the connection and
   * throws an ETIMEDOUT. A primary that froze or was cut off would keep a start waiting though another server leads.
   */
  ask(text: string, params?: Param[]): Promise<Record<string, unknown>[]>;
  /** The server leads: other connections of this process go there as well. */
  stay(): void;
  /** Leaves the server, on which nothing was begun: the next statement goes to the next one of the URL. */
  leave(): void;
  close(): Promise<void>;
}

/** How long an answer to a short statement of a start is waited for, in milliseconds. */
const askedMs = 10_000;

/** Opens a single connection that reports the server's own error, for migrations at start. */
export function openMigrationConnection(url: string, clock: Clock = systemClock): MigrationConnection {
  const read = readDatabaseUrl(url);
  const finder = new ServerFinder(read);
  let hasAnswered = false;
  const client = openClient(read, finder, {
    socket: () => (hasAnswered ? deadEnd() : finder.connect()),
    onnotice: () => {},
    backoff: () => 0.1,
    connection: { application_name: `${sessionName} migration`, ...sessionParameters(read) },
  });
  const run: MigrationConnection['run'] = async (text, params = []) => {
    const rows = [...(await client.unsafe(text, params as string[]))];
    hasAnswered = true;
    return rows;
  };
  return {
    run,
    ask: (text, params) =>
      new Promise((resolve, reject) => {
        const cancel = clock.setTimeout(() => {
          // What follows would belong to this connection.
          hasAnswered = true;
          finder.cutter()();
          reject(Object.assign(new Error(`no answer within ${askedMs} ms`), { code: 'ETIMEDOUT' }));
        }, askedMs);
        run(text, params).finally(cancel).then(resolve, reject);
      }),
    stay: () => finder.confirm(),
    leave: () => {
      hasAnswered = false;
      finder.cutter()();
    },
    close: async () => {
      await client.end({ timeout: 2 }).catch(() => {});
      finder.cutter()();
    },
  };
}
