// Every request of the console: same origin, JSON, and what went wrong as an error that says what to do.
import { connection } from './connection.ts';

/** The interface refused: its words and its code. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which it may be asked again, when it says so. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: it is not known whether the request arrived. */
export class NoAnswer extends Error {}

export interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The account that is asked for, by its id. */
  account?: number | undefined;
  body?: unknown;
  query?: Record<string, string | number | undefined | null>;
  signal?: AbortSignal | undefined;
}

/** The path with its query; what is undefined, null or empty is left out. */
export function withQuery(path: string, query: Asked['query'] = {}): string {
  const pairs = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Statuses of a gateway or a proxy that has nobody behind it. */
const isAway = (status: number) => status === 502 || status === 503 || status === 504;

async function refusalOf(response: Response): Promise<Refused> {
  const refusal = (await response.json().catch(() => null)) as { error?: string; code?: string } | null;
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  const words = refusal?.error ?? `The service answered ${response.status}.`;
  return new Refused(
    response.status,
    refusal?.code ?? 'unknown',
    words,
    Number.isFinite(after) ? after : null,
  );
}

/**
 * Asks the interface. Returns the answer's JSON. Throws Refused for every other status than 2xx, NoAnswer when none
 * came, and the signal's reason when it was given up.
 */
export async function ask<Answer>(path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', account, body, query, signal } = asked;
  let response: Response;
  try {
    response = await fetch(withQuery(path, query), {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(account !== undefined && { 'x-svc-account': String(account) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.lose();
    throw new NoAnswer('The service cannot be reached.');
  }
  if (isAway(response.status)) {
    const refusal = await refusalOf(response);
    if (refusal.code === 'unavailable' || refusal.code === 'unknown') connection.lose();
    throw refusal;
  }
  connection.find();
  if (!response.ok) throw await refusalOf(response);
  try {
    return (await response.json()) as Answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.lose();
    throw new NoAnswer('The answer was cut off.');
  }
}

/** What went wrong, in words for a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof Refused) {
    const text = error.message.slice(0, 1).toUpperCase() + error.message.slice(1);
    return /[.!?]$/.test(text) ? text : `${text}.`;
  }
  if (error instanceof NoAnswer) return `${error.message} It is tried again by itself.`;
  return 'Something went wrong in this page. Reload it, please.';
}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Refused && codes.includes(error.code);
