// Every request of the console: same origin, JSON, and what went wrong as an error that says what to do.
import { pause } from '../clock.ts';
import { errors as say } from '../words/en/errors.ts';
import { capitalised, type English } from '../words/english.ts';
import { language } from '../words/language.ts';
import { connection, session } from './connection.ts';
import type { Calls } from './gen/rest.ts';
import { refusalWords } from './refusals.ts';
import type { Schemas } from './types.ts';

type RefusedFields = readonly Schemas['FieldFault'][];

/** The interface refused: its words and its code. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which it may be asked again, when it says so. */
  readonly retryAfter: number | null;
  /** The fields that are wrong, each with the rule that it breaks. */
  readonly fields: RefusedFields;

  constructor(
    status: number,
    code: string,
    message: English | string,
    retryAfter: number | null,
    fields: RefusedFields = [],
  ) {
    super(String(message));
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.fields = fields;
  }
}

/** No answer came: it is not known whether the request arrived. */
export class NoAnswer extends Error {}

/** A call of the interface, as its description has it: a method and a path below /api/v1. */
export type Call = keyof Calls;

/** The answer of a call. */
export type Answer<C extends Call> = Calls[C] extends { answer: infer Answer } ? Answer : never;
/** The body of a call. */
type Body<C extends Call> = Calls[C] extends { body: infer Body } ? Body : never;
type QueryName<C extends Call> = Calls[C] extends { query: infer Name extends string } ? Name : never;
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer After}` ? Name | NamesIn<After> : never;

export type Asked<C extends Call> = {
  /** The account that is asked for, by its id. */
  account?: number | undefined;
  signal?: AbortSignal | undefined;
  query?: { [Name in QueryName<C>]?: string | number | undefined | null };
} & ([NamesIn<C>] extends [never] ? unknown : { path: Record<NamesIn<C>, string | number> }) &
  ([Body<C>] extends [never] ? unknown : { body: Body<C> });

/** The second argument, which may be left out where nothing in it is needed. */
export type Rest<C extends Call> = object extends Asked<C> ? [asked?: Asked<C>] : [asked: Asked<C>];

/** The same for every call, as the functions here read it. */
interface AnyAsked {
  account?: number | undefined;
  signal?: AbortSignal | undefined;
  path?: Record<string, string | number>;
  query?: Record<string, string | number | undefined | null>;
  body?: unknown;
}

/** The path with its query; what is undefined, null or empty is left out. */
export function withQuery(path: string, query: AnyAsked['query'] = {}): string {
  const pairs = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Statuses of a gateway or a proxy that has nobody behind it. */
const isAway = (status: number) => status === 502 || status === 503 || status === 504;

async function readRefusal(response: Response): Promise<Refused> {
  const refusal = (await response.json().catch(() => null)) as Partial<Schemas['ConsoleError']> | null;
  const words = refusal?.error ?? say.answered(response.status);
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? after : null;
  return new Refused(response.status, refusal?.code ?? 'unknown', words, retryAfter, refusal?.fields);
}

/**
 * Asks the interface. Returns the answer's JSON. Throws Refused for every other status than 2xx, NoAnswer when none
 * came, and the signal's reason when it was given up.
 */
export async function ask<C extends Call>(call: C, ...rest: Rest<C>): Promise<Answer<C>> {
  const { account, path = {}, body, query, signal } = (rest[0] ?? {}) as AnyAsked;
  const [method = '', template = ''] = call.split(' ');
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const signIn = session.times;
  let response: Response;
  try {
    response = await fetch(withQuery(`/api/v1${filled}`, query), {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        'accept-language': language(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(account !== undefined && { 'x-svc-account': String(account) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.lose();
    throw new NoAnswer(say.noAnswer);
  }
  if (isAway(response.status)) {
    const refusal = await readRefusal(response);
    if (refusal.code === 'unavailable' || refusal.code === 'unknown') connection.lose();
    throw refusal;
  }
  connection.find();
  if (!response.ok) {
    const refusal = await readRefusal(response);
    // A request from before the last sign-in says nothing of the new session.
    if (isSignedOut(refusal) && session.times === signIn) session.lose();
    throw refusal;
  }
  try {
    return (await response.json()) as Answer<C>;
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.lose();
    throw new NoAnswer(say.cutOff);
  }
}

/** Words as a sentence. */
export function sentenceOf(words: English | string): string {
  const text = capitalised(String(words));
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** How long to wait, as a person says it. */
function waitWords(seconds: number): string {
  if (seconds < 90) return say.seconds(seconds);
  return seconds < 5_400 ? say.minutes(Math.ceil(seconds / 60)) : say.hours(Math.ceil(seconds / 3_600));
}

/** An error in words for a person. */
export function wordsOf(error: unknown): string {
  if (isSignedOut(error)) return say.signedOut;
  if (error instanceof Refused) {
    const spoken = refusalWords(error.code, sentenceOf(error.message));
    return error.code === 'rate_limited' && error.retryAfter !== null
      ? say.tryAgainIn(spoken, waitWords(error.retryAfter))
      : spoken;
  }
  if (error instanceof NoAnswer) return error.message;
  return say.brokenPage;
}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Refused && codes.includes(error.code);

/** Whether the person closed the browser's question about a passkey: nothing went wrong. */
export const wasGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** True for a session that has ended: what follows is the sign-in. */
export const isSignedOut = (error: unknown): boolean => hasCode(error, 'not_signed_in', 'invalid_api_key');

/** Whether it passes: the service is away or is asked too often, or the reader has to sign in again. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswer || hasCode(error, 'unavailable', 'rate_limited') || isSignedOut(error);

/**
 * Waits until it makes sense to ask again; false at once where waiting does not help. `show` gets what is waited for, in
 * words.
 */
export async function waitToAskAgain(
  error: unknown,
  signal?: AbortSignal,
  show: (words: string) => void = () => undefined,
): Promise<boolean> {
  if (!isPassing(error)) return false;
  if (isSignedOut(error)) {
    show(say.signedOutMeanwhile);
    await session.found();
  } else if (error instanceof Refused && error.code === 'rate_limited') {
    const seconds = error.retryAfter ?? 5;
    show(say.tooFast(seconds));
    await pause(seconds * 1_000, signal);
  } else {
    show(say.goesOn);
    await connection.found();
    await pause(500, signal);
  }
  return true;
}
