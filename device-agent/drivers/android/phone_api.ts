// The local server of the app "SMS Gateway for Android", as far as the driver uses it. It only asks and reads; others
// decide what follows from an answer. The password is in no message and no log.
//
// Sources (public, read 2026-11): the app's repository capcom6/android-sms-gateway (docs/api/swagger.json and the local
// server's routes) and its documentation android-sms-gateway/docs-web (docs/features, docs/faq).
import type { Clock } from '../../../runtime/clock.ts';
import { type Exchange, exchange } from './http_call.ts';

/** Calls are answered from the phone's memory; one that sleeps may need some seconds to wake. */
const timeoutMs = 10_000;

/** The app's names for the states of a text (docs/features/status-tracking.md; Cancelled since 2026). */
type TextState = 'Pending' | 'Processed' | 'Sent' | 'Delivered' | 'Failed' | 'Cancelled';

const textStates: readonly string[] = ['Pending', 'Processed', 'Sent', 'Delivered', 'Failed', 'Cancelled'];

/** A text of ours, as the app reports it. */
export interface TextStatus {
  state: TextState;
  /** The app's own message; it may name the service centre's number and is never passed on. */
  error: string;
  /** When it came into that state, by the phone's clock. */
  sinceMs: number | undefined;
  /** Whether it was ever in the state Sent: then some part of it left. */
  wasSent: boolean;
}

/** A received text, as the app keeps it. */
export interface ReceivedText {
  id: string;
  sender: string;
  text: string;
  createdAt: string;
  createdAtMs: number;
  sim: number | undefined;
}

/** A registered webhook. */
export interface Webhook {
  id: string;
  url: string;
  event: string;
}

/** The request that hands a text over. */
interface PostedText {
  id: string;
  text: string;
  address: string;
  /** From 1 on; undefined leaves the choice to the phone. */
  sim: number | undefined;
  /** After this the app itself fails a text that it has not begun to send. */
  ttlSeconds: number;
}

interface PhoneApiOptions {
  /** Such as http://192.168.1.20:8080, without a slash at the end. */
  url: string;
  user: string;
  password: string;
  clock: Clock;
  signal: AbortSignal;
}

/** The phone. */
export class PhoneApi {
  readonly #options: PhoneApiOptions;
  readonly #authorization: string;
  #offsetMs = 0;

  constructor(options: PhoneApiOptions) {
    this.#options = options;
    const credentials = `${options.user}:${options.password}`;
    this.#authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }

  /** How far the phone's clock was ahead of ours at its last answer. Its answers carry a Date, in whole seconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Needs no credentials. Answers 500, with the same body, when a check of the app's fails. */
  health(): Promise<Exchange> {
    return this.#call('GET', '/health', { open: true });
  }

  /** A list with this one device. The documentation has used both paths. */
  async device(): Promise<Exchange> {
    const answer = await this.#call('GET', '/device');
    return answer.kind === 'answer' && answer.status === 404 ? this.#call('GET', '/devices') : answer;
  }

  settings(): Promise<Exchange> {
    return this.#call('GET', '/settings');
  }

  /**
   * Queues a text: 202. A known id is 409 and is not sent again; older versions answer 202 then, and don't either.
   * The number is E.164 already; the app's own check would refuse numbers that are younger than its tables.
   */
  post({ id, text, address, sim, ttlSeconds }: PostedText): Promise<Exchange> {
    const body = {
      id,
      // Since 1.40; before it was `message`, and both at a time are refused.
      textMessage: { text },
      phoneNumbers: [address],
      withDeliveryReport: true,
      ttl: ttlSeconds,
      ...(sim === undefined ? {} : { simNumber: sim }),
    };
    return this.#call('POST', '/message?skipPhoneValidation=true', { body });
  }

  message(id: string): Promise<Exchange> {
    return this.#call('GET', `/message/${encodeURIComponent(id)}`);
  }

  /** Received texts of a time, by the phone's clock; the answer's total says how many there are. */
  inbox(fromMs: number, limit: number, offset: number): Promise<Exchange> {
    const from = new Date(fromMs).toISOString();
    const query = new URLSearchParams({ type: 'SMS', from, limit: String(limit), offset: String(offset) });
    return this.#call('GET', `/inbox?${query}`);
  }

  webhooks(): Promise<Exchange> {
    return this.#call('GET', '/webhooks');
  }

  /** Registers, or changes the one of this id. */
  putWebhook(webhook: Webhook): Promise<Exchange> {
    return this.#call('POST', '/webhooks', { body: webhook });
  }

  deleteWebhook(id: string): Promise<Exchange> {
    return this.#call('DELETE', `/webhooks/${encodeURIComponent(id)}`);
  }

  async #call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { body, open = false }: { body?: unknown; open?: boolean } = {},
  ): Promise<Exchange> {
    const { url, clock, signal } = this.#options;
    const headers: Record<string, string> = open ? {} : { authorization: this.#authorization };
    const ended = await exchange({ method, url: url + path, headers, body, timeoutMs }, clock, signal);
    if (ended.kind === 'answer' && ended.dateMs !== undefined) this.#offsetMs = ended.dateMs - clock.nowMs();
    return ended;
  }
}

/** Reads the status of a text; undefined when it is none. A text of ours has one recipient. */
export function readTextStatus(body: unknown): TextStatus | undefined {
  if (!isRecord(body)) return undefined;
  const recipient: unknown = Array.isArray(body.recipients) ? body.recipients[0] : undefined;
  const said = isRecord(recipient) ? recipient : body;
  const state = said.state ?? body.state;
  if (typeof state !== 'string' || !textStates.includes(state)) return undefined;
  const states = isRecord(body.states) ? body.states : {};
  const since = Date.parse(String(states[state]));
  return {
    state: state as TextState,
    error: typeof said.error === 'string' ? said.error : '',
    sinceMs: Number.isNaN(since) ? undefined : since,
    wasSent: states.Sent !== undefined || states.Delivered !== undefined,
  };
}

/** Reads a page of the inbox; undefined when it is none. A text whose time cannot be read is left out. */
export function readInbox(body: unknown): ReceivedText[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return body.flatMap((row: unknown) => {
    if (!isRecord(row)) return [];
    const { id, sender, contentPreview, createdAt, simNumber } = row;
    const createdAtMs = Date.parse(String(createdAt));
    if (typeof sender !== 'string' || typeof contentPreview !== 'string' || Number.isNaN(createdAtMs))
      return [];
    const sim = typeof simNumber === 'number' ? simNumber : undefined;
    return [{ id: String(id), sender, text: contentPreview, createdAt: String(createdAt), createdAtMs, sim }];
  });
}

/** Reads the list of webhooks; undefined when it is none. */
export function readWebhooks(body: unknown): Webhook[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return body.flatMap((row: unknown) =>
    isRecord(row) ? [{ id: String(row.id), url: String(row.url), event: String(row.event) }] : [],
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
