// The state of the service over all replicas, for the operator: its cores, its queues and its database. Counts stop at
// a bound.
import { waitsForCarrier, waitsForDevice } from '../messages/status_moves.ts';
import type { Database } from '../postgres/database.ts';
import { count, instant, int4, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** Most texts of a queue that are counted. */
const mostCounted = 100_000;

/** The database's stats of the service. */
export type ServiceStats = RowOf<typeof stats>;
const waiting = (which: string) =>
  int4(`(select count(*)::int4 from (select from message m where ${which} limit ${mostCounted}) w)`);
const stats = {
  /** Texts that wait for a device, and for a carrier; at most `mostCounted`. */
  waitingForDevice: waiting(waitsForDevice('m')),
  waitingForCarrier: waiting(waitsForCarrier('m')),
  /** Cores that hand texts to carriers and are alive. */
  carrierCores: int4('(select count(*)::int4 from core_replica where alive_until > now())'),
  databaseVersion: text("current_setting('server_version')"),
  databaseBytes: count('pg_database_size(current_database())'),
  connections: int4(
    '(select count(*)::int4 from pg_stat_activity where datname = current_database() and backend_type = ' +
      "'client backend')",
  ),
  mostConnections: int4("current_setting('max_connections')::int4"),
  databaseStartedAtMs: instant('pg_postmaster_start_time()'),
};

const read = statement({ takes: {}, gives: stats, text: ({ row }) => `select ${row}` });

export const prepareHealth = ({ stats: pool }: Pick<Database, 'stats'>) => ({
  readStats: () => read.first(pool, {}),
});
