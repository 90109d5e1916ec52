// Pools of connections. The driver is patched at install (patch_driver.ts) and refused unpatched. Every query has a deadline, and
// a connection that misses one is replaced. Each connection is its own client of the driver, so that nothing of it is left. No
// transaction, reserve or cancel is used at run time.
import postgres from 'postgres';
import { type CancelTimer, type Clock, monotonicMs, systemClock } from '../../../runtime/clock.ts';
import { connectTo } from './connection/connect.ts';
import { type DatabaseUrl, readDatabaseUrl } from './connection/database_url.ts';
import { type Primary, primaryOf } from './connection/primary.ts';
import { type SessionSettings, sessionName } from './connection/session_options.ts';
import { type Asked, type Connect, type Session, Slot } from './connection/slot.ts';
import { driverIsPatched } from './patch_driver.ts';
import { isCancelled, isDemotion, isFatal, isGoing } from './server_errors.ts';

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
  /** PostgreSQL run-time parameters of each connection, as `pg_settings` shows them. */
  settings?: SessionSettings;
  /**
   * Its answers are acknowledged to others: one that was long in coming counts only if its server still leads. False unless it is
   * said.
   */
  acknowledges?: boolean;
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

/** The connection for the next statement: an idle one, else one that is not open yet, else the least busy. */
function choose(slots: readonly Slot[]): Slot {
  let best = slots[0] as Slot;
  for (const slot of slots) {
    if (slot.asked.size === 0 && slot.session) return slot;
    if (slot.asked.size < best.asked.size) best = slot;
  }
  return best;
}

/** `onnotify` is an option of the driver that its types leave out. */
const listening = (onNotify: PoolOptions['onNotify']): object =>
  onNotify ? { onnotify: (_channel: string, payload: string) => onNotify(payload) } : {};

function translate(error: unknown): Error {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof postgres.PostgresError && !isGoing(error) && !isCancelled(error))
    return new StatementFailed(error);
  return new DatabaseUnavailable(error);
}

/** Returns the function that makes the connection of a slot. */
const connector =
  (options: PoolOptions, url: DatabaseUrl): Connect =>
  (host, callbacks) =>
    connectTo(url, host, {
      // The database watch reads there how long callers wait for this session.
      name: `${sessionName} ${options.deadlineMs}`,
      settings: options.settings ?? {},
      driver: {
        prepare: true,
        idle_timeout: 0,
        max_lifetime: null,
        ...callbacks,
        ...listening(options.onNotify),
        types: {
          bigint: postgres.BigInt,
          // Times stay text here: kinds.ts reads them.
          date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
        },
      },
    });

/** An answer that took longer counts only if its server still leads, in milliseconds. */
export const promptMs = 250;

/** Opens a pool; connections are made when first needed. Throws if the driver is not patched, or on a wrong URL. */
export function openPool(options: PoolOptions): Pool {
  if (!driverIsPatched()) {
    throw new Error('the database driver lacks its patch: run "node server/store/postgres/patch_driver.ts"');
  }
  return new SlotPool(options);
}

class SlotPool implements Pool {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #acknowledges: boolean;
  readonly #primary: Primary;
  readonly #slots: readonly Slot[];
  readonly #leave: () => void;
  #turns = 0;

  constructor(options: PoolOptions) {
    const url = readDatabaseUrl(options.url);
    const connect = connector(options, url);
    this.#clock = options.clock;
    this.#deadlineMs = options.deadlineMs;
    this.#acknowledges = options.acknowledges ?? false;
    this.#primary = primaryOf(url);
    this.#slots = Array.from({ length: options.connections }, () => new Slot(this.#primary, connect));
    this.#leave = this.#primary.join(() => {
      for (const slot of this.#slots) slot.renew();
    });
  }

  run(text: string, params: Param[]): Promise<Row[]> {
    for (const param of params) {
      if (param === undefined) throw new TypeError('a statement parameter is undefined');
    }
    const slot = choose(this.#slots);
    const asked: Asked = { query: undefined, turn: ++this.#turns, isUnsure: false };
    slot.asked.add(asked);
    return new Promise((resolve, reject) => {
      let { session } = slot;
      let isOver = false;
      const cancelDeadline = this.#clock.setTimeout(() => {
        isOver = true;
        settle();
        if (slot.session === session && slot.answeredTurn < asked.turn) this.#giveUp(slot, asked.turn);
        reject(new DatabaseUnavailable(new Error(`no answer within ${this.#deadlineMs} ms`)));
      }, this.#deadlineMs);
      const cancelPoll = this.#pollIfLong();
      const settle = () => {
        cancelDeadline();
        cancelPoll?.();
        slot.asked.delete(asked);
      };
      const ask = (on: Session) => this.#ask(slot, on, asked, text, params);
      const askOnceOpen = (made: Session) => {
        if (isOver) throw new Error('it was given up');
        session = made;
        return ask(made);
      };
      (session ? ask(session) : slot.open().then(askOnceOpen)).then(
        (rows) => {
          settle();
          resolve(rows);
        },
        (error: unknown) => {
          settle();
          reject(translate(error));
        },
      );
    });
  }

  forgetPlans(): void {
    // A connection that is not open has no plans; one that breaks meanwhile loses them.
    for (const { session } of this.#slots) session?.client.unsafe('discard plans').catch(() => {});
  }

  async close(): Promise<void> {
    this.#leave();
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  /** A deadline has passed: the connection may be dead, and so may every idle one that has not answered since. */
  #giveUp(slot: Slot, turn: number): void {
    const hadSession = slot.session !== undefined;
    slot.renew();
    if (hadSession) this.#primary.disturbed();
    for (const other of this.#slots) if (other.asked.size === 0 && other.answeredTurn < turn) other.renew();
  }

  /** A commit hangs while its server is replaced. */
  #pollIfLong(): CancelTimer | undefined {
    if (!this.#acknowledges || !this.#primary.isPolled) return undefined;
    return systemClock.setTimeout(() => void this.#primary.poll(), promptMs);
  }

  /** Runs a statement on a session. Throws what the driver throws, and DatabaseUnavailable. */
  async #ask(slot: Slot, session: Session, asked: Asked, text: string, params: Param[]): Promise<Row[]> {
    const startedMs = monotonicMs();
    const query = session.client.unsafe(text, params as string[], { prepare: true }).values();
    asked.query = query as unknown as Asked['query'];
    const noteAnswer = () => {
      if (slot.session === session) slot.answeredTurn = Math.max(slot.answeredTurn, asked.turn);
    };
    try {
      const rows = (await query) as unknown as Row[];
      noteAnswer();
      if (asked.isUnsure) {
        this.#primary.disturbed();
        throw new DatabaseUnavailable(new Error('the commit may not be replicated'));
      }
      if (session.term !== this.#primary.term)
        throw new DatabaseUnavailable(new Error('another server leads than the one that has answered'));
      const isLong = this.#acknowledges && monotonicMs() - startedMs > promptMs;
      if (isLong && !(await this.#primary.leads(session.term)))
        throw new DatabaseUnavailable(new Error('another server leads than the one that has answered'));
      return rows;
    } catch (error) {
      if (error instanceof postgres.PostgresError && !isGoing(error)) noteAnswer();
      if (error instanceof postgres.PostgresError && slot.session === session) {
        if (isDemotion(error)) this.#primary.failed();
        if (isFatal(error)) this.#primary.disturbed();
        if (isDemotion(error) || isFatal(error)) slot.renew();
      }
      throw error;
    }
  }
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
