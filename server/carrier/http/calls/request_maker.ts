// Makes the request for a text, as the operator described it.
import type { Submission } from '../../carrier.ts';
import type { RequestSettings } from '../http_settings.ts';
import type { CarrierRequest } from './ask.ts';

/** How a value is written where it stands. */
type Escape = 'url' | 'json' | 'xml' | 'none';

/** A value that cannot be written where it stands. The message says which, and quotes nothing. */
export class Inexpressible extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Inexpressible';
  }
}

const placeholder = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** The names of a template's placeholders, each once. */
export const placeholdersOf = (template: string): string[] => [
  ...new Set(Array.from(template.matchAll(placeholder), ([, name]) => name as string)),
];

/** Whether braces are left that are no placeholder: they would be sent as they are. */
export const hasStrayBraces = (template: string): boolean =>
  /\{\{|\}\}/.test(template.replace(placeholder, ''));

/** Everything but letters, digits and -._~ as %XX (RFC 3986, 2.3), which forms read the same way. */
const escapeUrl = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const xmlNames: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** For content and attributes of XML 1.0; a reader would turn line breaks and tabs into others, unless named. */
function escapeXml(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them in any way.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(value))
    throw new Inexpressible('the text holds a character that XML cannot carry');
  return value.replace(
    /[&<>"'\t\n\r\u0085\u2028]/g,
    (found) => xmlNames[found] ?? `&#${found.charCodeAt(0)};`,
  );
}

const escapes: Record<Escape, (value: string) => string> = {
  url: escapeUrl,
  json: (value) => JSON.stringify(value).slice(1, -1),
  xml: escapeXml,
  none: (value) => value,
};

/** A template with the values in their places. A value that is missing is empty. */
export function fill(template: string, values: ReadonlyMap<string, string>, kind: Escape): string {
  const write = escapes[kind];
  return template.replace(placeholder, (_all, name: string) =>
    write((values.get(name) ?? '').toWellFormed()),
  );
}

/** Every placeholder that a request may have. */
export const requestPlaceholders: ReadonlySet<string> = new Set([
  'recipient',
  'recipient_digits',
  'sender',
  'sender_digits',
  'text',
  'encoding',
  'id',
  'attempt_id',
  'expires_at',
  'expires_at_s',
  'expires_in_s',
  'callback_url',
]);

/** A whole text of JSON that stands for a number. */
export const numberPlaceholder = /^\{\{\s*([a-z_]+):number\s*\}\}$/;

/** An address without placeholders up to its path. */
export const urlForm = /^(https?):\/\/([^/?#@\s{}]+)([/?][^#]*)?$/;

export type RequestMaker = (submission: Submission, nowMs: number) => CarrierRequest;

/** The values of the placeholders. `callbackUrl` is empty where the gateway's address is not configured. */
function valuesOf(
  submission: Submission,
  nowMs: number,
  { encodings, callbackUrl }: { encodings: RequestSettings['encodings']; callbackUrl: string },
): Map<string, string> {
  const { name, attempt, sender, recipient, text, encoding, expiresAtMs } = submission;
  return new Map([
    ['recipient', recipient],
    ['recipient_digits', recipient.replace(/^\+/, '')],
    ['sender', sender],
    ['sender_digits', sender.replace(/^\+/, '')],
    ['text', text],
    ['encoding', encodings?.[encoding] ?? encoding],
    ['id', name],
    ['attempt_id', `${name}-${attempt}`],
    ['expires_at', new Date(expiresAtMs).toISOString()],
    ['expires_at_s', String(Math.floor(expiresAtMs / 1_000))],
    ['expires_in_s', String(Math.max(1, Math.floor((expiresAtMs - nowMs) / 1_000)))],
    ['callback_url', callbackUrl],
  ]);
}

/** A JSON template with its texts filled; what is written has the template's shape, whatever the values hold. */
function fillJson(template: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof template === 'string') {
    const [, name] = numberPlaceholder.exec(template) ?? [];
    return name === undefined ? fill(template, values, 'none') : numberOf(values.get(name) ?? '');
  }
  if (Array.isArray(template)) return template.map((each) => fillJson(each, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, fillJson(each, values)]));
}

function numberOf(text: string): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new Inexpressible('a value that must be a number is not one');
  return number;
}

interface Body {
  contentType: string;
  text: string;
}

function bodyOf({ form, json, raw }: RequestSettings, values: ReadonlyMap<string, string>): Body | null {
  if (form !== undefined) {
    const fields = Object.entries(form).map(
      ([name, template]) => `${escapeUrl(name)}=${escapeUrl(fill(template, values, 'none'))}`,
    );
    return { contentType: 'application/x-www-form-urlencoded', text: fields.join('&') };
  }
  if (json !== undefined)
    return { contentType: 'application/json', text: JSON.stringify(fillJson(json, values)) };
  if (raw !== undefined)
    return { contentType: raw.content_type, text: fill(raw.template, values, raw.escape) };
  return null;
}

/** Prepares the request. The settings have no error. */
export function createRequestMaker(settings: RequestSettings, callbackUrl: string): RequestMaker {
  const { method = 'POST', url, headers = {}, basic_auth, bearer_token, encodings } = settings;
  const [, , host = '', rest = '/'] = urlForm.exec(url) ?? [];
  const path = rest.startsWith('?') ? `/${rest}` : rest;
  const fixed: Record<string, string> = {
    host,
    'user-agent': 'textrelay',
    accept: '*/*',
    'accept-encoding': 'identity',
  };
  if (basic_auth !== undefined) {
    const pair = Buffer.from(`${basic_auth.user}:${basic_auth.password}`).toString('base64');
    fixed.authorization = `Basic ${pair}`;
  }
  if (bearer_token !== undefined) fixed.authorization = `Bearer ${bearer_token}`;

  return (submission, nowMs) => {
    const values = valuesOf(submission, nowMs, { encodings, callbackUrl });
    const body = bodyOf(settings, values);
    const bytes = body && Buffer.from(body.text);
    const own = Object.entries(headers).map(([name, template]) => {
      const value = fill(template, values, 'none');
      if (!/^[\t\x20-\x7e]*$/.test(value)) throw new Inexpressible('a value cannot be written into a header');
      return [name.toLowerCase(), value];
    });
    return {
      method,
      path: fill(path, values, 'url'),
      headers: {
        ...fixed,
        ...(body && { 'content-type': body.contentType }),
        ...(bytes && { 'content-length': String(bytes.length) }),
        ...Object.fromEntries(own),
      },
      body: bytes,
    };
  };
}
