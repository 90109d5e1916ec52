// What an answer of the company means for the text: the operator's rules in their order, and where none fits, what
// HTTP itself says for certain. Everything else is unknown.
import type { IncomingHttpHeaders } from 'node:http';
import type { PartResult, SubmitResult } from '../../carrier.ts';
import type { AnswerRule } from '../http_settings.ts';
import {
  type DocumentFormat,
  elementsOf,
  extract,
  holdsAll,
  isShowable,
  type Lookup,
  nameOf,
  type Place,
  readDocument,
  textAt,
  within,
} from './document.ts';

/** A whole answer. */
export interface CarrierAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

/** The outcome of a text, and whether all submits to the company need a backoff. */
export interface Verdict {
  result: SubmitResult;
  /** The least backoff; null for none. */
  backoffMs: number | null;
}

/** The company did not look at the text: too much to do, or it does not know us. */
const later: ReadonlySet<number> = new Set([401, 407, 429]);
/**
 * The company looked at the text and refused it. Other statuses, like 408 and 409, may be about a text that is on its
 * way.
 */
const refused: ReadonlySet<number> = new Set([
  400, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422, 431,
]);

const hasStatus = (rule: AnswerRule, status: number): boolean =>
  rule.status?.some((range) => {
    if (range.endsWith('xx')) return Math.floor(status / 100) === Number(range[0]);
    const [from = '', to = from] = range.split('-');
    return status >= Number(from) && status <= Number(to);
  }) ?? true;

/** Values of the answer; `$status`, `$body` and `$header.NAME` lie beside the document. */
function readAnswer(
  { status, headers, body }: CarrierAnswer,
  format: DocumentFormat,
): { document: unknown; lookup: Lookup } {
  // Packed answers are not asked for, and not unpacked.
  const isPacked = !['', 'identity'].includes(headers['content-encoding'] ?? '');
  const document = isPacked ? undefined : readDocument(body, format);
  const lookup = (path: string) => {
    if (path === '$status') return String(status);
    if (path === '$body') return isPacked ? undefined : (readDocument(body, 'text') as string | undefined);
    const [, name] = /^\$header\.(.+)$/.exec(path) ?? [];
    if (name === undefined) return textAt(document, path);
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value[0] : value;
  };
  return { document, lookup };
}

/** Most parts of one text that an answer may speak of. */
const maxParts = 255;

/** The parts that the answer speaks of one by one: the elements of the lists in which an accepted part is described. */
function partsOf(document: unknown, rules: readonly AnswerRule[]): Place[] | undefined {
  const paths = rules
    .filter(({ means }) => means === 'accepted')
    .flatMap(({ where = [], ref }) => [
      ...where.map(({ path }) => path),
      ...(ref === undefined ? [] : [ref]),
    ]);
  return elementsOf(document, paths, maxParts);
}

const sentenceOf = (words: string, status: number, code: string | undefined): string =>
  `${words} (status ${status}${code !== undefined && isShowable(code) ? `, code ${code}` : ''})`;

interface JudgeOptions {
  answers: readonly AnswerRule[];
  format: DocumentFormat;
  nowMs: number;
}

/** Judges one answer, each part by itself where it has a list of them. */
export function judgeAnswer(answer: CarrierAnswer, { answers, format, nowMs }: JudgeOptions): Verdict {
  const { status, headers } = answer;
  const { document, lookup } = readAnswer(answer, format);
  const rules = answers.filter((rule) => hasStatus(rule, status));
  const askedMs = retryAfterMs(headers['retry-after'], nowMs);
  const parts = partsOf(document, rules);
  if (parts === undefined) return { result: { kind: 'unknown', detail: tooMany }, backoffMs: null };
  const verdicts = parts.map((place) =>
    judgePart({ rules, status, askedMs, lookup: (path) => lookup(within(path, place)) }),
  );
  const backoffs = verdicts.flatMap(({ backoffMs }) => backoffMs ?? []);
  return {
    result: joined(verdicts.map(({ result }) => result)),
    backoffMs: backoffs.length === 0 ? null : Math.max(...backoffs),
  };
}

const tooMany = 'the carrier answered for more parts than a text can have';

/** What several parts say of the text. One that did not leave whole is not sent again, because its other parts would leave twice. */
function joined(results: readonly PartResult[]): SubmitResult {
  const [first] = results as [PartResult];
  const named = new Set<string>();
  // A company that has one name for all parts has one receipt for them.
  const parts = results.filter((result) => {
    const isRepeated = result.kind === 'accepted' && result.ref !== null && named.has(result.ref);
    if (result.kind === 'accepted' && result.ref !== null) named.add(result.ref);
    return !isRepeated;
  });
  if (parts.length === 1) return first;
  if (parts.every(({ kind }) => kind === 'rejected'))
    return parts.find((result) => result.kind === 'rejected' && !result.retryable) ?? first;
  return { kind: 'divided', parts };
}

function judgePart({
  rules,
  status,
  askedMs,
  lookup,
}: {
  rules: readonly AnswerRule[];
  status: number;
  askedMs: number | undefined;
  lookup: Lookup;
}): { result: PartResult; backoffMs: number | null } {
  const rule = rules.find((one) => holdsAll(one.where, lookup));
  const code = rule?.code === undefined ? undefined : lookup(rule.code);
  const sentence = (words: string) => sentenceOf(words, status, code);
  const rejected = (why: 'rejected_by_network' | 'carrier_failed', words: string, retryable = false) =>
    ({ kind: 'rejected', code: why, detail: sentence(words), retryable }) as const;

  switch (rule?.means ?? defaultOf(status, askedMs)) {
    case 'accepted':
      return { result: { kind: 'accepted', ref: refOf(rule, lookup) ?? null }, backoffMs: null };
    case 'retry':
      return {
        result: rejected('carrier_failed', 'the carrier takes no text now', true),
        backoffMs: askedMs ?? 0,
      };
    case 'rejected_by_network':
      return { result: rejected('rejected_by_network', 'the network refused the text'), backoffMs: null };
    case 'carrier_failed':
      return { result: rejected('carrier_failed', 'the carrier refused the request'), backoffMs: null };
    default: {
      const detail = sentence('the carrier did not say whether it took the text');
      return { result: { kind: 'unknown', detail }, backoffMs: status >= 500 ? (askedMs ?? 0) : null };
    }
  }
}

function defaultOf(status: number, askedMs: number | undefined): AnswerRule['means'] {
  if (later.has(status) || (status === 503 && askedMs !== undefined)) return 'retry';
  return refused.has(status) ? 'carrier_failed' : 'unknown';
}

function refOf(rule: AnswerRule | undefined, lookup: Lookup): string | undefined {
  const found = rule?.ref === undefined ? undefined : lookup(rule.ref);
  if (found === undefined || rule?.ref_matches === undefined) return nameOf(found);
  return nameOf(extract(found, rule.ref_matches));
}

/** The longest pause that a company is granted. */
const mostMs = 300_000;

/** In milliseconds; undefined when the answer does not say, or cannot be read. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const said = header?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(said) ? Number(said) * 1_000 : dateOf(said) - nowMs;
  return Number.isNaN(asked) ? undefined : Math.min(mostMs, Math.max(0, asked));
}

/** NaN for anything but a date of HTTP: a date without a zone must not be read in ours. */
const dateOf = (said: string): number => (/^[A-Za-z]{3},.* GMT$/.test(said) ? Date.parse(said) : Number.NaN);
