// The client: thin, and the same in each language. What it does by itself is repeat what may be repeated.
import { type Clock, systemClock } from './clock.ts';
import { type ChangesOptions, type Feed, readChanges } from './feed.ts';
import type { Schemas } from './gen/rest.ts';
import { ask, type Call } from './http.ts';
import { type Patience, repeat } from './repeat.ts';
import { type Asked, secondsUntil, type TextOutcome, type Waiting, waitOn } from './reply.ts';
import { type TextEvent, verifySignature, type WebhookEvent, type WebhookHeaders } from './webhook.ts';

export {
  ApiError,
  ConnectionError,
  CursorAheadError,
  type ErrorCode,
  TextrelayError,
  UnansweredError,
  WebhookError,
} from './errors.ts';
export type { Cursor } from './feed.ts';
/** The shapes of the interface, by their names in its document. */
export type { Asked, ChangesOptions, Clock, Schemas, TextEvent, WebhookEvent, WebhookHeaders };
export type Message = Schemas['Message'];
export type Usage = Schemas['Usage'];

/** A text to send; without a client_ref it is given one. */
export type Text = Omit<Schemas['SendMessage'], 'dry_run' | 'wait_for' | 'wait'>;

export interface Sent {
  message: Message;
  usage: Usage;
  /** True when it was accepted before, and this is the original. */
  replayed: boolean;
  /** True when this asked for another text than the original is. */
  differs: boolean;
}

export interface Options extends Partial<Patience> {
  /** Scheme, host and port. */
  baseUrl: string;
  key: string;
  /** For platform keys: the account to act for. */
  account?: number;
  /** For each attempt; 30 unless said otherwise. */
  timeoutSeconds?: number;
  clock?: Clock;
}

export interface Stoppable {
  signal?: AbortSignal | undefined;
}

export interface RequestOptions extends Stoppable {
  query?: Call['query'];
  body?: unknown;
  /** Whether it may be repeated when no answer came; any but POST and PATCH unless said otherwise. */
  repeats?: boolean;
}

export interface ReplyOptions extends Stoppable {
  /** How long to wait; 120 unless said otherwise. */
  deadlineSeconds?: number;
}

export interface ListOptions extends Stoppable {
  /** Entries of a page. */
  limit?: number;
}

/** How many seconds after the end of its wait an answer may come. */
const graceSeconds = 5;

/** A client_ref of 128 random bits. */
function newRef(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Textrelay {
  readonly #options: Options & Patience & { timeoutSeconds: number; clock: Clock };

  constructor(options: Options) {
    this.#options = {
      timeoutSeconds: 30,
      patienceSeconds: 120,
      longestWaitSeconds: 60,
      clock: systemClock,
      ...options,
    };
  }

  /**
   * Sends a text, once however often it is repeated on the way. Throws ApiError when it was refused, and UnansweredError,
   * with the client_ref to go on with, when its outcome is not known.
   */
  async send(text: Text, { signal }: Stoppable = {}): Promise<Sent> {
    const clientRef = text.client_ref ?? newRef();
    const body = { ...text, client_ref: clientRef };
    const call = { method: 'POST', path: '/api/v1/messages', body, signal };
    const { headers, json } = await this.#repeat(() => this.#ask(call), { signal, clientRef });
    const { message, usage } = json as { message: Message; usage: Usage };
    const says = (name: string) => headers.get(name) === 'true';
    return { message, usage, replayed: says('idempotent-replayed'), differs: says('idempotent-differs') };
  }

  /** What would become of a text; nothing is sent. */
  async preview(text: Text, { signal }: Stoppable = {}): Promise<Schemas['Verdict']> {
    const body = { ...text, dry_run: true };
    const call = { method: 'POST', path: '/api/v1/messages', body, signal };
    const { json } = await this.#repeat(() => this.#ask(call), { signal });
    return (json as { verdict: Schemas['Verdict'] }).verdict;
  }

  /**
   * Sends a text and waits for the first text of its recipient after it, for `deadlineSeconds`. Asked again with the same
   * client_ref, it sends nothing and waits on. Two that wait for one recipient at once are both answered with the same reply.
   */
  async ask(text: Text, { deadlineSeconds = 120, signal }: ReplyOptions = {}): Promise<Asked> {
    const waiting = this.#waiting(deadlineSeconds, signal);
    const clientRef = text.client_ref ?? newRef();
    const attempt = () => {
      const wait = secondsUntil(waiting.deadlineMs, waiting.clock);
      const body = { ...text, client_ref: clientRef, wait_for: 'reply', wait };
      return this.#ask({ method: 'POST', path: '/api/v1/messages', body, signal }, wait + graceSeconds);
    };
    const { json } = await this.#repeat(attempt, { signal, clientRef, patienceSeconds: deadlineSeconds });
    return waitOn(json as TextOutcome, waiting);
  }

  /** Waits for a reply to a text that was sent before: the first one, or with `since` of an earlier wait the next one. */
  async waitForReply(
    id: number,
    { since = 0, deadlineSeconds = 120, signal }: ReplyOptions & { since?: number } = {},
  ): Promise<Asked> {
    const waiting = this.#waiting(deadlineSeconds, signal);
    const attempt = () => waiting.ask(id, since, secondsUntil(waiting.deadlineMs, waiting.clock));
    return waitOn(await this.#repeat(attempt, { signal, patienceSeconds: deadlineSeconds }), waiting);
  }

  /** Every change after a place, in order, through restarts of anything; ends only when it is stopped. */
  changes(options: ChangesOptions = {}): AsyncGenerator<Message, void, void> {
    return readChanges(this.#feed(), options);
  }

  async get(id: number, options: Stoppable = {}): Promise<Message> {
    const path = `/api/v1/messages/${id}`;
    return (await this.request<{ message: Message }>('GET', path, options)).message;
  }

  /** Cancels a text that still waits. */
  async cancel(id: number, options: Stoppable = {}): Promise<Message> {
    const path = `/api/v1/messages/${id}`;
    return (await this.request<{ message: Message }>('DELETE', path, options)).message;
  }

  usage(options: Stoppable = {}): Promise<Usage> {
    return this.request('GET', '/api/v1/usage', options);
  }

  me(options: Stoppable = {}): Promise<Schemas['Me']> {
    return this.request('GET', '/api/v1/me', options);
  }

  /** Conversations, newest first. */
  threads(options: ListOptions = {}): AsyncGenerator<Schemas['Thread'], void, void> {
    return this.list('/api/v1/threads', 'threads', options);
  }

  /** The texts of a conversation, newest first. */
  thread(address: string, options: ListOptions = {}): AsyncGenerator<Message, void, void> {
    return this.list(`/api/v1/threads/${encodeURIComponent(address)}/messages`, 'messages', options);
  }

  optOuts(options: ListOptions = {}): AsyncGenerator<Schemas['OptOut'], void, void> {
    return this.list('/api/v1/opt-outs', 'opt_outs', options);
  }

  contacts(options: ListOptions = {}): AsyncGenerator<Schemas['Contact'], void, void> {
    return this.list('/api/v1/contacts', 'contacts', options);
  }

  /** Everything in a list that has pages, page after page. `field` is where a page holds its entries. */
  async *list<T>(
    path: string,
    field: string,
    { query, limit, signal }: ListOptions & { query?: Call['query'] } = {},
  ): AsyncGenerator<T, void, void> {
    let place: Record<string, string | number> | undefined = {};
    while (place) {
      const asked: RequestOptions = { query: { ...query, limit, ...place }, signal };
      const page: Record<string, unknown> = await this.request('GET', path, asked);
      yield* page[field] as T[];
      const { next_cursor: cursor, next_before: before } = page as Record<string, string | number | null>;
      place = cursor != null ? { cursor } : before != null ? { before } : undefined;
    }
  }

  /** Any other request of the interface; `path` begins with /api/v1. */
  async request<T>(
    method: string,
    path: string,
    { query, body, signal, repeats = !['POST', 'PATCH'].includes(method) }: RequestOptions = {},
  ): Promise<T> {
    const call = { method, path, query, body, signal };
    const ask = () => this.#ask(call);
    return (await (repeats ? this.#repeat(ask, { signal }) : ask())).json as T;
  }

  #ask(call: Omit<Call, 'timeoutSeconds'>, timeoutSeconds = this.#options.timeoutSeconds) {
    return ask(this.#options, { ...call, timeoutSeconds });
  }

  #repeat<T>(
    work: () => Promise<T>,
    { patienceSeconds, ...about }: Stoppable & { clientRef?: string; patienceSeconds?: number },
  ): Promise<T> {
    const { clock, longestWaitSeconds, patienceSeconds: usual } = this.#options;
    const patience = { longestWaitSeconds, patienceSeconds: Math.min(usual, patienceSeconds ?? usual) };
    return repeat(work, patience, clock, about);
  }

  #waiting(deadlineSeconds: number, signal: AbortSignal | undefined): Waiting {
    const { clock, longestWaitSeconds } = this.#options;
    return {
      clock,
      longestWaitSeconds,
      deadlineMs: clock.nowMs() + deadlineSeconds * 1000,
      signal,
      ask: async (id, since, wait) => {
        const query = { wait_for: 'reply', since, wait };
        const call = { method: 'GET', path: `/api/v1/messages/${id}/outcome`, query, signal };
        return (await this.#ask(call, wait + graceSeconds)).json as TextOutcome;
      },
    };
  }

  #feed(): Feed {
    const { clock, longestWaitSeconds, timeoutSeconds } = this.#options;
    return {
      clock,
      longestWaitSeconds,
      readPage: async (since, wait, signal) => {
        const call = { method: 'GET', path: '/api/v1/messages', query: { since, wait, limit: 500 }, signal };
        return (await this.#ask(call, wait + timeoutSeconds)).json as Schemas['MessagePage'];
      },
    };
  }
}

/**
 * Returns the events of a request to your endpoint; throws WebhookError when it is not genuine. Give the body as it came, and
 * one secret or several.
 */
export function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: { toleranceSeconds?: number; nowMs?: number } = {},
): Promise<(WebhookEvent | TextEvent)[]> {
  return verifySignature(body, headers, secrets, { nowMs: systemClock.nowMs(), ...options });
}
