// The one file that uses the postgres driver. The driver is patched at install (patch_driver.ts) and refused unpatched.
// Every query has a deadline, and a connection that misses one is replaced. Each connection is its own client of the
// driver, so that nothing of it is left. No transaction, reserve or cancel is used at run time.
import postgres from 'postgres';
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import { type DatabaseUrl, readDatabaseUrl } from './connection/database_url.ts';
import {
  commonOptions,
  pauseS,
  ServerFinder,
  sessionName,
  sessionParameters,
} from './connection/server_finder.ts';
import { driverIsPatched } from './patch_driver.ts';
import { isCancelled, isDemotion, isGoing, isUnsureCommit } from './server_errors.ts';

/** A value as PostgreSQL reads it: arrays travel as array literals, see `arrayLiteral`. */
export type Param = string | number | bigint | boolean | null;

/** One row, its columns in the statement's order. */
export type Row = readonly unknown[];

/** The database did not answer, or the connection broke: a read may be repeated, a write has an unknown outcome. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database is not available', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** A refusal by PostgreSQL, by its SQLSTATE. The statement was rolled back. */
export class StatementFailed extends Error {
  readonly sqlState: string;
  readonly constraint: string | undefined;

  constructor(cause: postgres.PostgresError) {
    // The server's message may quote values, so that only the state and the constraint are kept.
    super(
      `statement failed with SQLSTATE ${cause.code}${cause.constraint_name ? ` (${cause.constraint_name})` : ''}`,
    );
    this.name = 'StatementFailed';
    this.sqlState = cause.code;
    this.constraint = cause.constraint_name;
  }
}

/** A lock was not given in time; the statement was rolled back. */
export const isLockTimeout = (error: unknown): error is StatementFailed =>
  error instanceof StatementFailed && error.sqlState === '55P03';

/** How a pool behaves. */
interface PoolOptions {
  /** A postgres:// URL. */
  url: string;
  /** Most connections. */
  connections: number;
  /** Each query's deadline in milliseconds; past it its connection is replaced. */
  deadlineMs: number;
  /** PostgreSQL run-time parameters of each connection. */
  parameters?: Record<string, string>;
  /** Receives notifications of channels that a query of this pool listens on. */
  onNotify?: (payload: string) => void;
  clock: Clock;
}

/** A few connections to the database. Not to be shared between reads and writes: mixed traffic slows both. */
export interface Pool {
  /** Runs one prepared statement. Throws DatabaseUnavailable or StatementFailed. */
  run(text: string, params: Param[]): Promise<Row[]>;
  /** Makes PostgreSQL plan every statement again when it next runs. */
  forgetPlans(): void;
  close(): Promise<void>;
}

/** A statement under way. */
interface Asked {
  /** The driver's: `active` while the server's messages are about this one. */
  query: { active: boolean };
  /** The statement's number among those of the pool, in the order in which they came. */
  turn: number;
  /** A warning said that the commit may not be where it has to be. */
  isUnsure: boolean;
}

/** One connection: made when first needed, and made again if it breaks or is given up. */
class Slot {
  readonly asked = new Set<Asked>();
  readonly finder: ServerFinder;
  /** The newest statement that was answered; 0 before the first, and after a renewal. */
  answeredTurn = 0;
  client: postgres.Sql | undefined;
  readonly #connect: (slot: Slot) => postgres.Sql;

  constructor(url: DatabaseUrl, connect: (slot: Slot) => postgres.Sql) {
    this.finder = new ServerFinder(url);
    this.#connect = connect;
  }

  open(): postgres.Sql {
    this.client ??= this.#connect(this);
    return this.client;
  }

  /** Gives up the connection: the statements on it fail, and the next statement makes a new one. */
  renew(): void {
    const { client } = this;
    this.client = undefined;
    this.answeredTurn = 0;
    const cut = this.finder.cutter();
    // If it was cut before the driver ends it, the driver would connect again for the statements that wait.
    client
      ?.end({ timeout: 0 })
      .catch(() => {})
      .finally(cut);
  }

  /** Says farewell and closes. */
  async close(): Promise<void> {
    const cut = this.finder.cutter();
    await this.client?.end({ timeout: 2 }).catch(() => {});
    cut();
  }

  /** Keeps the server's notices: they are about the statement that it is answering. */
  readonly onNotice = (notice: postgres.Notice) => {
    if (!isUnsureCommit(notice)) return;
    for (const asked of this.asked) asked.isUnsure ||= asked.query.active;
  };
}

/** The connection for the next statement: an idle one, else one that is not open yet, else the least busy. */
function choose(slots: readonly Slot[]): Slot {
  let best = slots[0] as Slot;
  for (const slot of slots) {
    if (slot.asked.size === 0 && slot.client) return slot;
    if (slot.asked.size < best.asked.size) best = slot;
  }
  return best;
}

/** `onnotify` is an option of the driver that its types leave out. */
const listening = (onNotify: PoolOptions['onNotify']): object =>
  onNotify ? { onnotify: (_channel: string, payload: string) => onNotify(payload) } : {};

/** A client of one connection. The driver's types know neither a list of hosts nor a function that connects. */
export const openClient = (url: DatabaseUrl, finder: ServerFinder, options: object): postgres.Sql =>
  postgres({
    ...commonOptions(url),
    socket: finder.connect,
    max: 1,
    fetch_types: false,
    ...options,
  } as object);

function translate(error: unknown): Error {
  if (error instanceof postgres.PostgresError && !isGoing(error) && !isCancelled(error))
    return new StatementFailed(error);
  return new DatabaseUnavailable(error);
}

/** Returns the function that opens the client of a slot. */
const connector = (options: PoolOptions, url: ReturnType<typeof readDatabaseUrl>) => (slot: Slot) =>
  openClient(url, slot.finder, {
    prepare: true,
    idle_timeout: 0,
    max_lifetime: null,
    backoff: (retries: number) => pauseS(retries, url.hosts.length),
    onnotice: slot.onNotice,
    ...listening(options.onNotify),
    types: {
      bigint: postgres.BigInt,
      // Times stay text here: kinds.ts reads them.
      date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
    },
    connection: {
      // The database watch reads there how long callers wait for this session.
      application_name: `${sessionName} ${options.deadlineMs}`,
      ...sessionParameters(url),
      ...options.parameters,
    },
  });

/** Opens a pool; connections are made when first needed. Throws if the driver is not patched, or on a wrong URL. */
export function openPool(options: PoolOptions): Pool {
  if (!driverIsPatched()) {
    throw new Error('the database driver lacks its patch: run "node server/store/postgres/patch_driver.ts"');
  }
  const url = readDatabaseUrl(options.url);
  const connect = connector(options, url);
  const slots = Array.from({ length: options.connections }, () => new Slot(url, connect));
  let turns = 0;

  /** A deadline has passed: the connection may be dead, and so may every idle one that has not answered since. */
  const giveUp = (slot: Slot, turn: number) => {
    slot.renew();
    for (const other of slots) if (other.asked.size === 0 && other.answeredTurn < turn) other.renew();
  };
  return {
    run(text, params) {
      for (const param of params) {
        if (param === undefined) throw new TypeError('a statement parameter is undefined');
      }
      const slot = choose(slots);
      const client = slot.open();
      const query = client.unsafe(text, params as string[], { prepare: true }).values();
      const asked: Asked = { query: query as unknown as Asked['query'], turn: ++turns, isUnsure: false };
      slot.asked.add(asked);
      return new Promise((resolve, reject) => {
        const settle = (hasAnswered: boolean) => {
          cancel();
          slot.asked.delete(asked);
          if (!hasAnswered || slot.client !== client) return;
          slot.answeredTurn = Math.max(slot.answeredTurn, asked.turn);
          slot.finder.confirm();
        };
        const cancel: CancelTimer = options.clock.setTimeout(() => {
          slot.asked.delete(asked);
          if (slot.client === client) giveUp(slot, asked.turn);
          reject(new DatabaseUnavailable(new Error(`no answer within ${options.deadlineMs} ms`)));
        }, options.deadlineMs);
        query.then(
          (rows) => {
            settle(true);
            if (asked.isUnsure)
              reject(new DatabaseUnavailable(new Error('the commit may not be replicated')));
            else resolve(rows as unknown as Row[]);
          },
          (error: unknown) => {
            settle(error instanceof postgres.PostgresError && !isGoing(error));
            if (error instanceof postgres.PostgresError && isDemotion(error) && slot.client === client) {
              slot.renew();
              slot.finder.doubt();
            }
            reject(translate(error));
          },
        );
      });
    },
    forgetPlans() {
      // A connection that is not open has no plans; one that breaks meanwhile loses them.
      for (const { client } of slots) client?.unsafe('discard plans').catch(() => {});
    },
    async close() {
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

/** An instant as PostgreSQL reads it, to be cast in the statement. */
export const instantLiteral = (atMs: number): string => new Date(atMs).toISOString();

/**
 * A PostgreSQL array literal, to be cast in the statement. Quotes every text, so that no value is
 * ever read as syntax or as NULL (PostgreSQL manual, 8.15.2 and 8.15.6).
 */
export function arrayLiteral(values: readonly Param[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) literal += ',';
    const value = values[index] as Param;
    if (value === null) literal += 'NULL';
    else if (typeof value === 'string') literal += `"${value.replace(/["\\]/g, '\\$&')}"`;
    else literal += String(value);
  }
  return `${literal}}`;
}
