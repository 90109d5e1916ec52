// The one file that touches the postgres driver, and the reasons why it does so with gloves on. The driver is
// patched at install (patch_driver.ts) and refused unpatched; every query has a deadline, and a pool in which one
// passes is replaced whole; no transaction, reserve or cancel is used at run time. Nothing above this file knows
// which driver there is.
import postgres from 'postgres';
import type { CancelTimer, Clock } from '../clock.ts';
import { driverIsPatched } from './patch_driver.ts';

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
export interface PoolOptions {
  /** A postgres:// URL. */
  url: string;
  /** Most connections. */
  connections: number;
  /** Each query's deadline in milliseconds; past it the whole pool is replaced. */
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
  close(): Promise<void>;
}

/** SQLSTATE classes in which the server is going or coming, not judging the statement. */
const isGoing = (sqlState: string) =>
  sqlState.startsWith('08') || sqlState.startsWith('57P') || sqlState === '53300' || sqlState === '57014';

function translate(error: unknown): Error {
  if (error instanceof postgres.PostgresError && !isGoing(error.code)) return new StatementFailed(error);
  return new DatabaseUnavailable(error);
}

/** `onnotify` is an option of the driver that its types leave out. */
const listening = (onNotify: PoolOptions['onNotify']): object =>
  onNotify ? { onnotify: (_channel: string, payload: string) => onNotify(payload) } : {};

/** Opens a pool; connections are made when first needed. Throws if the driver is not patched. */
export function openPool(options: PoolOptions): Pool {
  if (!driverIsPatched()) {
    throw new Error('the database driver lacks its patch: run "node server/store/patch_driver.ts"');
  }
  const connect = () =>
    postgres(options.url, {
      max: options.connections,
      fetch_types: false,
      prepare: true,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      backoff: (retries) => Math.min(0.1 * 1.5 ** retries, 1),
      onnotice: () => {},
      ...listening(options.onNotify),
      types: {
        bigint: postgres.BigInt,
        // Times stay text here: the two readers above, drizzle and the batch statements, want them differently.
        date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
      },
      connection: { application_name: 'textrelay', TimeZone: 'UTC', ...options.parameters },
    });
  let client = connect();

  const replace = (broken: typeof client) => {
    if (client !== broken) return;
    client = connect();
    broken.end({ timeout: 0 }).catch(() => {});
  };

  return {
    run(text, params) {
      for (const param of params) {
        if (param === undefined) throw new TypeError('a statement parameter is undefined');
      }
      const used = client;
      const query = used.unsafe(text, params as string[], { prepare: true }).values();
      return new Promise((resolve, reject) => {
        const cancel: CancelTimer = options.clock.setTimeout(() => {
          replace(used);
          reject(new DatabaseUnavailable(new Error(`no answer within ${options.deadlineMs} ms`)));
        }, options.deadlineMs);
        query.then(
          (rows) => {
            cancel();
            resolve(rows as unknown as Row[]);
          },
          (error: unknown) => {
            cancel();
            reject(translate(error));
          },
        );
      });
    },
    close: () => client.end({ timeout: 2 }).catch(() => {}),
  };
}

/** A connection of its own for migrations: the only place where several statements share a transaction. */
export interface MigrationConnection {
  /** Runs statements one after the other; rows of the last one, as objects. */
  run(text: string, params?: Param[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Opens a single connection that reports the server's own words, for migrations at start. */
export function openMigrationConnection(url: string): MigrationConnection {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connect_timeout: 10 });
  return {
    run: async (text, params = []) => [...(await client.unsafe(text, params as string[]))],
    close: () => client.end({ timeout: 2 }).catch(() => {}),
  };
}

/** An instant as PostgreSQL reads it, to be cast in the statement (`$1::timestamptz`). */
export const instantLiteral = (atMs: number): string => new Date(atMs).toISOString();

/**
 * A PostgreSQL array literal, to be cast in the statement (`$1::text[]`). Quotes every text, so that no value is
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
