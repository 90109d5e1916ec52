// What `doctor` asks the database: how it is set up, and what is wrong with the service. Counts stop at a bound.
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text } from '../postgres/kinds.ts';
import { knownMigrations } from '../postgres/migrating/migrate.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** Most devices, webhooks and held texts that are looked at. */
const mostLookedAt = 100_000;
/** Most devices that are named. */
const mostNamed = 5;

const setting = (name: string) => `current_setting('${name}')`;

/** How the database is set up. */
export type DatabaseSetup = RowOf<typeof setup> & {
  /** The newest migration that this version knows, as the database names it. */
  knownMigrationMs: number;
};
const setup = {
  version: text(setting('server_version')),
  bytes: count('pg_database_size(current_database())'),
  connections: int4("(select count(*)::int4 from pg_stat_activity where backend_type = 'client backend')"),
  mostConnections: int4(`${setting('max_connections')}::int4`),
  /** Whether commits survive a crash of the machine: if not, acknowledged texts can be lost. */
  isDurable: bool(`(${setting('fsync')}::bool and ${setting('full_page_writes')}::bool)`),
  isVacuumed: bool(`${setting('autovacuum')}::bool`),
  /** Standbys that follow it now, and whether commits wait for any. */
  standbys: int4('(select count(*)::int4 from pg_stat_replication)'),
  isSynchronous: bool(`${setting('synchronous_standby_names')} <> ''`),
  /** Transactions since the oldest row was frozen: it stops at 2,000,000,000. */
  frozenAge: count('(select age(datfrozenxid)::int8 from pg_database where datname = current_database())'),
  /** The newest migration that was applied. */
  migrationMs: count('(select coalesce(max(created_at), 0)::int8 from drizzle.__drizzle_migrations)'),
  atMs: instant('clock_timestamp()'),
};

const readSetup = statement({ takes: {}, gives: setup, text: ({ row }) => `select ${row}` });

/** What is wrong with the service. */
export type Troubles = RowOf<typeof troubles>;
const some = (from: string, where: string) =>
  `(select count(*)::int4 from (select from ${from} where ${where} limit ${mostLookedAt}) t)`;
const troubles = {
  linked: int4('(select count(*)::int4 from looked where is_linked)'),
  away: int4('(select count(*)::int4 from looked where not is_linked and last_seen_at is not null)'),
  /** Linked devices that cannot send. */
  withProblem: int4("(select count(*)::int4 from looked where is_linked and problem <> '')"),
  failingWebhooks: int4(some('webhook', 'disabled_at is null and failures > 0')),
  /** Webhooks that the service gave up on. Those that the operator or the account disabled are off on purpose. */
  disabledWebhooks: int4(some('webhook', "disabled_at is not null and disabled_reason <> 'operator'")),
  heldTexts: int4(some('held_text', 'true')),
};

const devices = (now: string) => `looked as materialized (
  select d.account_id, d.id, d.problem, d.last_seen_at, coalesce(d.online_until >= ${now}, false) as is_linked
  from (select * from device limit ${mostLookedAt}) d where d.unpaired_at is null
)`;

const readTroubles = statement({
  takes: { nowMs: instant },
  gives: troubles,
  text: ({ nowMs, row }) => `with ${devices(nowMs)} select ${row}`,
});

/** A device that is away. */
export type AwayDevice = RowOf<typeof awayDevice>;
const awayDevice = { accountId: int8, deviceId: int8('id'), lastSeenAtMs: instant };

const listAway = statement({
  takes: { nowMs: instant },
  gives: awayDevice,
  text: ({ nowMs, row }) => `
with ${devices(nowMs)}
select ${row} from looked where not is_linked and last_seen_at is not null
order by last_seen_at desc, account_id, id limit ${mostNamed}`,
});

/** A table, with its rows by the database's own estimate and its bytes on the disk. */
export type TableSize = RowOf<typeof tableSize>;
const tableSize = {
  name: text('c.relname::text'),
  rows: count('greatest(c.reltuples, 0)::int8'),
  bytes: count('pg_total_relation_size(c.oid)'),
};

const listTables = statement({
  takes: {},
  gives: tableSize,
  text: ({ row }) => `
select ${row} from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname`,
});

export const prepareDiagnose = ({ stats: pool }: Pick<Database, 'stats'>) => ({
  readSetup: async (): Promise<DatabaseSetup | undefined> => {
    const found = await readSetup.first(pool, {});
    return found && { ...found, knownMigrationMs: Math.max(...knownMigrations()) };
  },

  readTroubles: (nowMs: number) => readTroubles.first(pool, { nowMs }),

  /** Up to 5 of the devices that are away, those that were last seen last first. */
  listAwayDevices: (nowMs: number): Promise<AwayDevice[]> => listAway.run(pool, { nowMs }),

  listTableSizes: (): Promise<TableSize[]> => listTables.run(pool, {}),
});
