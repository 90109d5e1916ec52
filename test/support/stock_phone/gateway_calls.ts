// The app's calls of the mobile interface: gateway/GatewayApi.kt. Any 2xx is a success, all else throws.
import type { AppParts } from './app_parts.ts';
import { writeJson } from './gson.ts';
import { type ListedMessage, readMessages } from './listed_messages.ts';

/** OkHttp's own bound on connecting, reading and writing. */
const silenceMs = 10_000;

/** An answer that was no success. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

export interface Registration {
  id: string;
  token: string;
  login: string;
  password?: string;
}

export class GatewayCalls {
  readonly #app: AppParts;
  /** As it was at the first use: a changed setting is taken up with the next start. */
  readonly #url: string;
  readonly #privateToken: string | undefined;

  constructor(app: AppParts) {
    this.#app = app;
    this.#url = app.settings.url;
    this.#privateToken = app.settings.privateToken;
  }

  /** Registers with a code, with credentials, or with the private token if there is one. */
  async register(
    body: object,
    by?: { code: string } | { login: string; password: string },
  ): Promise<Registration> {
    const authorization = this.#registering(by);
    const text = await this.#ask('POST', '/device', authorization, body);
    const { id, token, login, password } = JSON.parse(text);
    for (const value of [id, token, login])
      if (typeof value !== 'string') throw new TypeError('the registration lacks a field');
    return { id, token, login, ...(typeof password === 'string' && { password }) };
  }

  patchDevice(token: string, body: object): Promise<string> {
    return this.#ask('PATCH', '/device', `Bearer ${token}`, body);
  }

  async listMessages(token: string, order: 'LIFO' | 'FIFO', signal: AbortSignal): Promise<ListedMessage[]> {
    const path = `/message?order=${order.toLowerCase()}`;
    const text = await this.#ask('GET', path, `Bearer ${token}`, undefined, signal);
    return readMessages(text, this.#app.version);
  }

  patchMessage(token: string, body: object, signal?: AbortSignal): Promise<string> {
    return this.#ask('PATCH', '/message', `Bearer ${token}`, [body], signal);
  }

  async fetchJson(token: string, path: '/webhooks' | '/settings', signal: AbortSignal): Promise<unknown> {
    return JSON.parse(await this.#ask('GET', path, `Bearer ${token}`, undefined, signal));
  }

  #registering(by?: { code: string } | { login: string; password: string }): string | undefined {
    if (by && 'code' in by) return `Code ${by.code}`;
    if (by) return `Basic ${Buffer.from(`${by.login}:${by.password}`).toString('base64')}`;
    return this.#privateToken === undefined ? undefined : `Bearer ${this.#privateToken}`;
  }

  async #ask(
    method: string,
    path: string,
    authorization: string | undefined,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<string> {
    const { process, network, version } = this.#app;
    const reply = await process.live(
      network.ask(process, {
        method,
        url: `${this.#url}${path}`,
        headers: {
          'user-agent': `me.capcom.smsgateway/${version.name}`,
          accept: 'application/json',
          ...(authorization !== undefined && { authorization }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: writeJson(body) }),
        ...(signal && { signal }),
        silenceMs,
      }),
    );
    if (reply.status < 200 || reply.status > 299) throw new AnswerError(reply.status);
    const type = reply.headers['content-type'] ?? '';
    if (method === 'GET' && !type.startsWith('application/json')) throw new TypeError(`an answer of ${type}`);
    return reply.text;
  }
}
