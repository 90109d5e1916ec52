// One session of a pool with the server that this process goes to: made when first needed, and made again if it breaks, is given
// up, or belongs to a server that leads no more.
import type postgres from 'postgres';
import { isUnsureCommit } from '../server_errors.ts';
import type { Connection } from './connect.ts';
import type { DatabaseHost } from './database_url.ts';
import { NoPrimary, type Primary } from './primary.ts';
import { askIdentity } from './server_identity.ts';

/** A statement under way. */
export interface Asked {
  /** The driver's: `active` while the server's messages are about this one. Undefined until there is a session. */
  query: { active: boolean } | undefined;
  /** The statement's number among those of the pool, in the order in which they came. */
  turn: number;
  /** A warning said that the commit may not be where it has to be. */
  isUnsure: boolean;
}

export interface Session extends Pick<Connection, 'client'> {
  /** The term of the primary that it belongs to. */
  term: number;
}

/** Makes a connection; the callbacks are options of the driver. */
export type Connect = (host: DatabaseHost, callbacks: object) => Connection;

export class Slot {
  readonly asked = new Set<Asked>();
  /** The newest statement that was answered; 0 before the first, and after a renewal. */
  answeredTurn = 0;
  session: Session | undefined;
  readonly #primary: Primary;
  readonly #connect: Connect;
  #connection: Connection | undefined;
  #opening: Promise<Session> | undefined;
  /** Counts what was opened, or given up meanwhile. */
  #opened = 0;
  #isClosed = false;

  constructor(primary: Primary, connect: Connect) {
    this.#primary = primary;
    this.#connect = connect;
  }

  /** Makes the session. Throws what the driver throws, and NoPrimary. */
  open(): Promise<Session> {
    // Work that its owner does not wait for may still ask: nobody would end the session.
    if (this.#isClosed) return Promise.reject(new NoPrimary());
    this.#opening ??= this.#open(++this.#opened);
    return this.#opening;
  }

  /** Gives up the session: the statements on it fail, and the next statement makes a new one. */
  renew(): void {
    const connection = this.#leave();
    // If it was cut before the driver ends it, the driver would connect again for the statements that wait.
    connection?.client
      .end({ timeout: 0 })
      .catch(() => {})
      .finally(connection.cut);
  }

  /** Says farewell and closes; no session is made any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = this.#leave();
    await connection?.client.end({ timeout: 2 }).catch(() => {});
    connection?.cut();
  }

  #leave(): Connection | undefined {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#opening = undefined;
    this.#opened++;
    this.session = undefined;
    this.answeredTurn = 0;
    return connection;
  }

  async #open(opened: number): Promise<Session> {
    const isGivenUp = () => this.#opened !== opened;
    try {
      const seat = await this.#primary.find();
      if (isGivenUp()) throw new NoPrimary();
      const onclose = () => {
        // Before there is a session, what was asked fails.
        if (isGivenUp() || !this.session) return;
        this.renew();
        this.#primary.disturbed();
      };
      const connection = this.#connect(seat.host, { onnotice: this.#onNotice, onclose });
      this.#connection = connection;
      const identity = await askIdentity(connection);
      if (isGivenUp() || !this.#primary.admit(seat, identity)) throw new NoPrimary();
      this.session = { client: connection.client, term: seat.term };
      return this.session;
    } catch (error) {
      if (!isGivenUp()) {
        this.#primary.failed();
        this.renew();
      }
      throw error;
    }
  }

  /** Keeps the server's notices: they are about the statement that it is answering. */
  readonly #onNotice = (notice: postgres.Notice) => {
    if (!isUnsureCommit(notice)) return;
    for (const asked of this.asked) asked.isUnsure ||= asked.query?.active === true;
  };
}
