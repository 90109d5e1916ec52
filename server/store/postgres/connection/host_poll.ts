// Asks one server of the database, again and again, who it is.
import { type Clock, systemClock } from '../../../../runtime/clock.ts';
import { type Connection, connectTo } from './connect.ts';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';
import { askIdentity, type ServerIdentity } from './server_identity.ts';
import { pollName } from './session_options.ts';

/** How long an answer is waited for, in milliseconds: the others' answers wait as long. */
const silentMs = 500;
/** The same over a connection that is made for one answer. */
const silentAloneMs = 2_000;

/** What a server answered, or why there was no answer. */
export type PollAnswer = ServerIdentity | { fault: unknown };

/** A connection, and its first answer. */
interface Line extends Connection {
  first: Promise<ServerIdentity>;
  isOpen: boolean;
}

export class HostPoll {
  readonly #url: DatabaseUrl;
  readonly #host: DatabaseHost;
  readonly #clock: Clock;
  #line: Line | undefined;

  constructor(url: DatabaseUrl, host: DatabaseHost, clock: Clock = systemClock) {
    this.#url = url;
    this.#host = host;
    this.#clock = clock;
  }

  /** Never rejects. The connection is kept for the next question if `isKept`. */
  async ask(isKept: boolean): Promise<PollAnswer> {
    try {
      return await this.#ask(isKept);
    } catch (fault) {
      return { fault };
    }
  }

  close(): void {
    const line = this.#line;
    this.#line = undefined;
    line?.client
      .end({ timeout: 0 })
      .catch(() => {})
      .finally(line.cut);
  }

  async #ask(isKept: boolean): Promise<PollAnswer> {
    const isNew = this.#line === undefined;
    const line = this.#line ?? this.#open();
    const wasOpen = line.isOpen;
    // An answer to an earlier question is none to this one.
    const asked = isNew ? line.first : line.first.then(() => askIdentity(line, 'again'));
    const answer = await this.#inTime(asked, isKept ? silentMs : silentAloneMs);
    if (answer === 'silent') {
      // One that is slow to open may still do so, until the driver gives it up.
      if (!isKept || line.isOpen) this.close();
      return { fault: Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }) };
    }
    const isFault = 'fault' in answer;
    if (!isKept || isFault) this.close();
    // A connection that broke since says nothing of its server.
    return isFault && wasOpen ? this.#ask(isKept) : answer;
  }

  #inTime(asked: Promise<ServerIdentity>, withinMs: number): Promise<PollAnswer | 'silent'> {
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimeout(() => resolve('silent'), withinMs);
      asked.then(resolve, (fault: unknown) => resolve({ fault })).finally(cancel);
    });
  }

  #open(): Line {
    const connection = connectTo(this.#url, this.#host, {
      name: pollName,
      // A standby is asked as well.
      driver: { target_session_attrs: null, onnotice: () => {}, max_lifetime: null },
    });
    const line: Line = { ...connection, first: askIdentity(connection), isOpen: false };
    line.first.then(
      () => {
        line.isOpen = true;
      },
      () => {
        if (this.#line === line) this.close();
      },
    );
    this.#line = line;
    return line;
  }
}
