// Incoming webhooks: how the words of a text are made from another program's call. Fields are filled in and nothing is computed, so
// that a template can only show what the call holds.
import { createHash, hash } from 'node:crypto';
import { maxBodyLength } from '../messages/text.ts';

/** Most incoming webhooks of an account. */
export const maxIncomingWebhooks = 50;
/** Most recipients of an incoming webhook, and of a call that names them. */
export const maxRecipients = 20;
/** Largest bound of texts in an hour, and the usual one. */
export const largestPerHour = 1_000;
export const usualPerHour = 60;
/** Most characters of the template that names an event. */
export const maxEventIdLength = 500;

/** Most fields of a template, steps of a path, characters of a step, and entries that * stands for. */
const mostFields = 50;
const mostSteps = 10;
const longestStep = 64;
const mostEntries = 100;
/** Longest value that is filled in, in UTF-16 units: more would not fit into a text. */
const longestValue = 2 * maxBodyLength;

/** How far a template is filled in: one unit more than can be sent, by which it is seen to be cut. */
const longestFilled = longestValue + 2;
/** Longest name of an event that is kept as it is written, in UTF-16 units. */
const longestEvent = 1_000;

/** The headers of a call that a template may name. */
export const incomingWebhookHeaders = ['x-github-event', 'x-github-delivery', 'idempotency-key'] as const;

/** What an incoming webhook makes of a call. */
export interface IncomingWebhookSettings {
  template: string;
  /** Empty where the body names them. */
  recipients: readonly string[];
  recipientsField: string | null;
  /** A template; empty for none. */
  eventId: string;
  textsPerHour: number;
  sender: string | null;
  isUrgent: boolean;
}

/** A call as fields are looked up in it. */
export interface IncomingWebhookCall {
  body: unknown;
  headers: Readonly<Record<string, string>>;
}

const field = /\{\{([^{}]*)\}\}/g;

const pathOf = (written: string): string => written.trim();

const quotedStep = /^\["([^"]*)"\]/;
const plainStep = /^[^.[]*(?:\[(?!")[^.[]*)*/;

/** The steps of a path: names with dots between, and names that have dots themselves as in `labels["app.kubernetes.io/name"]`. */
function stepsOf(path: string): string[] {
  const steps: string[] = [];
  for (let rest = path; ; ) {
    const quoted = quotedStep.exec(rest);
    const [whole = '', step = whole] = quoted ?? plainStep.exec(rest) ?? [];
    steps.push(step);
    rest = rest.slice(whole.length);
    if (rest === '') return steps;
    if (rest.startsWith('.')) rest = rest.slice(1);
    // Behind a quoted step there is a dot, or another one.
    else if (!rest.startsWith('["')) return [...steps, ''];
  }
}

/** Says what is wrong with a path; undefined for a sound one. */
export function wrongPath(path: string): string | undefined {
  const steps = stepsOf(path);
  if (steps.length > mostSteps) return `has more than ${mostSteps} steps`;
  if (steps.some((step) => step === '' || step.trim() !== step)) return 'has an empty step';
  if (steps.some((step) => step.length > longestStep))
    return `has a step of more than ${longestStep} characters`;
  if (steps[0] === 'header' && !incomingWebhookHeaders.some((name) => path === `header.${name}`))
    return `names a header that is none of ${incomingWebhookHeaders.join(', ')}`;
  return undefined;
}

/** Says what is wrong with a template; undefined for a sound one. */
export function wrongTemplate(template: string): string | undefined {
  const paths = [...template.matchAll(field)].map(([, written = '']) => pathOf(written));
  if (paths.length > mostFields) return `has more than ${mostFields} fields`;
  for (const path of paths) {
    const wrong = wrongPath(path);
    if (wrong) return `has a field that ${wrong}`;
  }
  return /\{\{|\}\}/.test(template.replace(field, '')) ? 'has braces that are no field' : undefined;
}

/** One step down. Only what a body itself holds is found. */
function stepInto(value: unknown, step: string): unknown[] {
  if (Array.isArray(value)) {
    if (step === '*') return value.slice(0, mostEntries);
    return /^\d{1,9}$/.test(step) && Number(step) < value.length ? [value[Number(step)]] : [];
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return [(value as Record<string, unknown>)[step]];
}

/** The values that a path leads to: several for a *, none where the call does not have it. */
function valuesAt({ body, headers }: IncomingWebhookCall, path: string): unknown[] {
  const steps = stepsOf(path);
  if (steps[0] === 'header') {
    const value = headers[steps.slice(1).join('.')];
    return value === undefined ? [] : [value];
  }
  return steps.reduce<unknown[]>(
    (values, step) => values.flatMap((value) => stepInto(value, step)).slice(0, mostEntries),
    [body],
  );
}

/** A value as words, in a form that can be sent; undefined for what has none: lists, objects and null. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return value.slice(0, longestValue).replaceAll('\u0000', '').toWellFormed();
}

const wordsAt = (call: IncomingWebhookCall, path: string): string[] =>
  valuesAt(call, path).flatMap((value) => wordsOf(value) ?? []);

/** A template with its fields filled in. */
interface FilledTemplate {
  text: string;
  /** The fields that the call does not have, each once; they stand in the text as in the template. */
  missing: string[];
}

/** Fills a template in, part by part. A path is looked up once, however often a template has it. Returns the paths that lead nowhere. */
function fillParts(template: string, call: IncomingWebhookCall, take: (part: string) => void): string[] {
  const found = new Map<string, string | undefined>();
  let end = 0;
  for (const { 0: whole, 1: written = '', index } of template.matchAll(field)) {
    take(template.slice(end, index));
    end = index + whole.length;
    const path = pathOf(written);
    if (!found.has(path)) {
      const words = wordsAt(call, path);
      found.set(path, words.length > 0 ? words.join(', ') : undefined);
    }
    take(found.get(path) ?? whole);
  }
  take(template.slice(end));
  return [...found].filter(([, words]) => words === undefined).map(([path]) => path);
}

/** Fills a template in, as far as a text can be sent. Braces within the values are not filled in. */
export function fillIncomingWebhook(template: string, call: IncomingWebhookCall): FilledTemplate {
  let text = '';
  const missing = fillParts(template, call, (part) => {
    text += part.slice(0, Math.max(0, longestFilled - text.length));
  });
  return { text, missing };
}

/** An event's name by its template: as it is written, or what it hashes to where it is longer than names are. */
export function nameEvent(template: string, call: IncomingWebhookCall): FilledTemplate {
  const digests = new Map<string, string>();
  const whole = createHash('sha256');
  let [text, isLong] = ['', false];
  const missing = fillParts(template, call, (part) => {
    isLong ||= text.length + part.length > longestEvent;
    if (!isLong) text += part;
    // Each value is hashed once, however often it stands in the name.
    if (part.length <= longestEvent) whole.update(`${part.length}:${part}`);
    else {
      const digest = digests.get(part) ?? hash('sha256', part, 'hex');
      digests.set(part, digest);
      whole.update(digest);
    }
  });
  return { text: isLong ? `sha256:${whole.digest('hex')}` : text.trim(), missing };
}

/** The end of a text that was cut, in characters that every alphabet has. */
const cutMark = '...';

/** The text as far as it can be sent. */
export function cutText(text: string): { body: string; isCut: boolean } {
  // A list of all characters of a large call would be large itself. This many units hold at least one character more
  // than a text may have.
  const characters = [...text.slice(0, longestFilled)];
  if (characters.length <= maxBodyLength) return { body: text, isCut: false };
  return { body: characters.slice(0, maxBodyLength - cutMark.length).join('') + cutMark, isCut: true };
}

/** The recipients that a call names, each once: one number, several with commas between, or a list. */
export function recipientsAt(call: IncomingWebhookCall, path: string): string[] {
  const named = valuesAt(call, path).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const words = named.slice(0, maxRecipients * 2).flatMap((value) => wordsOf(value)?.split(',') ?? []);
  return [...new Set(words.map((each) => each.trim()).filter((each) => each !== ''))];
}
