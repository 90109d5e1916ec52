// Asks one server of the database, again and again, who it is.
import { type Clock, systemClock } from '../../../../runtime/clock.ts';
import { type Connection, connectTo } from './connect.ts';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';
import { askIdentity, type ServerIdentity } from './server_identity.ts';
import { sessionName, sessionParameters } from './session_options.ts';

/** How long an answer is waited for, in milliseconds. */
const silentMs = 1_000;

/** What a server answered, or why there was no answer. */
export type PollAnswer = ServerIdentity | { fault: unknown };

export class HostPoll {
  readonly #url: DatabaseUrl;
  readonly #host: DatabaseHost;
  readonly #clock: Clock;
  #connection: Connection | undefined;

  constructor(url: DatabaseUrl, host: DatabaseHost, clock: Clock = systemClock) {
    this.#url = url;
    this.#host = host;
    this.#clock = clock;
  }

  /** Never rejects. The connection is kept for the next question if `isKept`. */
  async ask(isKept: boolean): Promise<PollAnswer> {
    const connection = this.#connection ?? this.#open();
    let cancel = () => {};
    const silence = new Promise<PollAnswer>((resolve) => {
      const fault = Object.assign(new Error(`no answer within ${silentMs} ms`), { code: 'ETIMEDOUT' });
      cancel = this.#clock.setTimeout(() => resolve({ fault }), silentMs);
    });
    const asked = askIdentity(connection).catch((fault: unknown): PollAnswer => ({ fault }));
    const answer = await Promise.race([asked, silence]);
    cancel();
    if (!isKept || 'fault' in answer) this.close();
    return answer;
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.client
      .end({ timeout: 0 })
      .catch(() => {})
      .finally(connection.cut);
  }

  #open(): Connection {
    const connection = connectTo(this.#url, this.#host, {
      // A standby is asked as well.
      target_session_attrs: null,
      onnotice: () => {},
      connection: { application_name: `${sessionName} poll`, ...sessionParameters(this.#url) },
    });
    this.#connection = connection;
    return connection;
  }
}
