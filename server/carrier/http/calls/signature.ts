// Whether a call comes from the company: it is signed with a secret that only the company and we know, or shows that
// secret. Compared in constant time, and before anything of the body is read.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CarrierCallback } from '../../carrier.ts';
import type { SignatureSettings } from '../http_settings.ts';

/** How far a call's own time may lie from ours, in seconds. */
const usualToleranceSeconds = 300;

/** Most signatures of one header that are tried. */
const maxGiven = 10;

const encoded = { hex: /^[0-9a-f]+$/i, base64: /^[\w+/-]+={0,2}$/ };

/** The parts that a signature may be over. */
export const signedPiece = /\{\{\s*(body|timestamp|url|sorted_fields|header\.[A-Za-z0-9-]+)\s*\}\}/;

/** The parts that a signature is over, in their order. */
export const piecesOf = ({ signs = '{{body}}' }: SignatureSettings): (string | undefined)[] =>
  Array.from(signs.matchAll(new RegExp(signedPiece, 'g')), ([, piece]) => piece);

/** `url` is the hook's public address without its query. */
interface SignedCall {
  callback: CarrierCallback;
  url: string;
  nowMs: number;
}

/** Whether the call's signature is right; 'missing' where there is none. */
export function checkSignature(settings: SignatureSettings, call: SignedCall): 'right' | 'wrong' | 'missing' {
  if (settings.scheme === 'none') return 'right';
  const shown = shownBy(settings, call.callback);
  if (shown === undefined) return 'missing';
  const given = givenIn(shown, settings);
  if (given.length === 0) return 'wrong';
  const expected = expectedOf(settings, call);
  return given.some((one) => expected.some((ours) => isSame(one, ours))) ? 'right' : 'wrong';
}

/** The secrets that are ours: several while one is changed. With an empty one everybody could sign. */
export const secretsOf = ({ secret = [] }: SignatureSettings): readonly string[] =>
  [secret].flat().filter((one) => one !== '');

/**
 * The signatures, or secrets, that a call shows. A header may hold several, between spaces, commas or semicolons, while the company
 * changes its own.
 */
function givenIn(
  shown: string,
  { scheme, header, prefix = '', encoding = 'hex' }: SignatureSettings,
): Buffer[] {
  const pieces = [/\s+/, /[\s,;]+/].flatMap((between) => shown.split(between, maxGiven));
  const all = new Set(header === undefined ? [shown] : [shown, ...pieces]);
  return [...all].flatMap((one) => {
    if (!one.startsWith(prefix)) return [];
    const given = one.slice(prefix.length);
    if (scheme === 'shared_secret') return [hashOf(given)];
    // A lenient decoder would accept extra characters at the end.
    return encoded[encoding].test(given) ? [Buffer.from(given, encoding)] : [];
  });
}

/** What is right, for each of our secrets; nothing for a call of another time. */
function expectedOf(settings: SignatureSettings, call: SignedCall): Buffer[] {
  const secrets = secretsOf(settings);
  if (settings.scheme === 'shared_secret') return secrets.map(hashOf);
  const bytes = signedBytes(settings, call);
  if (bytes === undefined) return [];
  const isText = settings.secret_encoding !== 'base64';
  return secrets.map((secret) => {
    const key = isText ? secret : Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const hmac = createHmac(settings.algorithm ?? 'sha256', key);
    return hmac.update(bytes).digest();
  });
}

/** The name of the hook that a call is for; a secret in the path follows its first dot. */
export const hookNameOf = (hook: string): string => hook.split('.', 1)[0] as string;

function shownBy({ header, query, path }: SignatureSettings, callback: CarrierCallback): string | undefined {
  if (header !== undefined) return callback.headers.get(header.toLowerCase());
  if (query !== undefined) return new URLSearchParams(callback.query).get(query) ?? undefined;
  const dot = callback.hook.indexOf('.');
  return path && dot >= 0 ? callback.hook.slice(dot + 1) : undefined;
}

/** The signed bytes; undefined when the call's time is missing or too far from ours. */
function signedBytes(settings: SignatureSettings, { callback, url, nowMs }: SignedCall): Buffer | undefined {
  const { signs = '{{body}}', timestamp_header, tolerance_s = usualToleranceSeconds } = settings;
  const timestamp = timestamp_header && callback.headers.get(timestamp_header.toLowerCase());
  if (timestamp_header !== undefined && !isNear(timestamp, nowMs, tolerance_s)) return undefined;
  const pieces = signs.split(new RegExp(signedPiece, 'g')).map((piece, index) => {
    if (index % 2 === 0) return Buffer.from(piece);
    switch (piece) {
      case 'body':
        return callback.body;
      case 'timestamp':
        return Buffer.from(timestamp ?? '');
      case 'url':
        return Buffer.from(url + callback.query);
      case 'sorted_fields':
        return Buffer.from(sortedFields(callback.body));
      default:
        return Buffer.from(callback.headers.get(piece.slice('header.'.length).toLowerCase()) ?? '');
    }
  });
  return Buffer.concat(pieces);
}

/** Seconds or milliseconds since 1970. */
function isNear(timestamp: string | undefined, nowMs: number, toleranceSeconds: number): boolean {
  if (timestamp === undefined || !/^\d{9,14}$/.test(timestamp)) return false;
  const atMs = timestamp.length > 11 ? Number(timestamp) : Number(timestamp) * 1_000;
  return Math.abs(nowMs - atMs) <= toleranceSeconds * 1_000;
}

/** Names and values of a form without anything between, in the order of names and then values; each pair once. */
function sortedFields(body: Uint8Array): string {
  const pairs = [...new URLSearchParams(Buffer.from(body).toString('utf8'))];
  const isBefore = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  pairs.sort(([a, x], [b, y]) => isBefore(a, b) || isBefore(x, y));
  return [...new Set(pairs.map(([name, value]) => name + value))].join('');
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
