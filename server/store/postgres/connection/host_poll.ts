// Asks one server of the database, again and again, who it is.
import { type Clock, systemClock } from '../../../../runtime/clock.ts';
import { type Connection, connectTo } from './connect.ts';
import type { DatabaseHost, DatabaseUrl } from './database_url.ts';
import { askIdentity, type ServerIdentity } from './server_identity.ts';
import { pollName, sessionParameters } from './session_options.ts';

/** How long an answer is waited for, in milliseconds. */
const silentMs = 500;

/** What a server answered, or why there was no answer. */
export type PollAnswer = ServerIdentity | { fault: unknown };

class Silence extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super(`no answer within ${silentMs} ms`);
  }
}

const isSilence = (fault: unknown) => fault instanceof Silence;

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
    const isOld = this.#connection !== undefined;
    const answer = await this.#ask();
    const isKeptOn = isKept && !('fault' in answer);
    if (!isKeptOn) this.close();
    // A connection that broke since says nothing of its server.
    return isOld && 'fault' in answer && !isSilence(answer.fault) ? this.ask(isKept) : answer;
  }

  async #ask(): Promise<PollAnswer> {
    let cancel = () => {};
    const silence = new Promise<PollAnswer>((resolve) => {
      cancel = this.#clock.setTimeout(() => resolve({ fault: new Silence() }), silentMs);
    });
    const asked = (async () => askIdentity(this.#connection ?? this.#open()))();
    const answer = await Promise.race([asked.catch((fault: unknown): PollAnswer => ({ fault })), silence]);
    cancel();
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
      max_lifetime: null,
      connection: { application_name: pollName, ...sessionParameters(this.#url) },
    });
    this.#connection = connection;
    return connection;
  }
}
