// One call of a tool, which asks the REST interface in this process with its caller's key: rights, limits, bodies and errors are
// those of REST, and there is no second door to anything.
import type { FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import type { App } from '../edge/app.ts';
import { nameEarlierRefs } from '../routes/messages/earlier_refs.ts';

/** What REST refused, in its words, for a model to act on. */
export class ToolRefusal extends Error {
  readonly detail: Record<string, unknown>;

  constructor(detail: Record<string, unknown>) {
    super('refused');
    this.detail = detail;
  }
}

interface RestAnswer {
  json: never;
  /** True for the answer of a repeated client_ref. */
  isRepeated: boolean;
}

const passedOn = ['authorization', 'x-svc-account', 'x-forwarded-for'] as const;

export class Visit {
  /** Aborted once nobody waits for the answer: it ends waits, and never a send. */
  readonly #gone = new AbortController();
  readonly #app: App;
  readonly #request: FastifyRequest;
  /** Whether REST said that the key is not valid. */
  isKeyRefused = false;

  constructor(app: App, request: FastifyRequest) {
    this.#app = app;
    this.#request = request;
  }

  get isGone(): boolean {
    return this.#gone.signal.aborted;
  }

  get apiKey(): string {
    return this.#request.presentedKey ?? '';
  }

  leave(): void {
    this.#gone.abort();
  }

  /** Asks REST. Throws ToolRefusal for every answer but 200; the key is judged there. */
  ask(method: 'GET' | 'DELETE', url: string): Promise<RestAnswer> {
    return this.#inject(method, url);
  }

  /** Sends a text that may have been sent before under one of `earlierRefs`. */
  send(body: object, earlierRefs: string[]): Promise<RestAnswer> {
    return this.#inject('POST', '/api/v1/messages', { body, earlierRefs });
  }

  /** The same for what waits. Undefined once nobody waits for the answer any more. */
  async wait(url: string): Promise<RestAnswer | undefined> {
    if (this.isGone) return undefined;
    try {
      return await this.#inject('GET', url, { signal: this.#gone.signal });
    } catch (error) {
      if (this.isGone) return undefined;
      throw error;
    }
  }

  async #inject(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { body, earlierRefs, signal }: { body?: object; earlierRefs?: string[]; signal?: AbortSignal } = {},
  ) {
    const { headers, raw } = this.#request;
    // The request at the door is judged, and counted, by the route that is asked.
    this.#request.atTheDoor = null;
    const named = passedOn.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const answer = await inject(
      (asked, response) => {
        // To what waits it is as if the connection of its client had closed.
        signal?.addEventListener('abort', () => response.destroy(), { once: true });
        if (earlierRefs) nameEarlierRefs(asked as never, earlierRefs);
        this.#app.routing(asked as never, response as never);
      },
      {
        method,
        url,
        headers: Object.fromEntries(named),
        ...(raw.socket.remoteAddress !== undefined && { remoteAddress: raw.socket.remoteAddress }),
        ...(body && { payload: body }),
      },
    );
    if (answer.statusCode === 200)
      return {
        json: answer.json() as never,
        isRepeated: answer.headers['idempotent-replayed'] === 'true',
      };
    if (answer.statusCode === 401) this.isKeyRefused = true;
    const retryAfter = answer.headers['retry-after'];
    throw new ToolRefusal({
      ...(answer.json() as object),
      ...(retryAfter !== undefined && { retry_after_seconds: Number(retryAfter) }),
    });
  }
}
