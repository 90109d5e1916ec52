// A call as a document. Nothing is read that its signature does not prove, and a secret that the call shows is no part of it.
import type { CarrierCallback } from '../../carrier.ts';
import { piecesOf } from '../calls/signature.ts';
import type { HookSettings, SignatureSettings } from '../http_settings.ts';
import { type DocumentFormat, fieldsOf, readDocument } from '../reading/document.ts';

/** What the company's signature proves: everything, where it shows a secret. */
export function provenBy(signature: SignatureSettings): { query: boolean; body: boolean } {
  if (signature.scheme !== 'hmac') return { query: true, body: true };
  const pieces = piecesOf(signature);
  return { query: pieces.includes('url'), body: pieces.includes('body') || pieces.includes('sorted_fields') };
}

/** A query without its question mark, and without the secret. */
function saidBy({ query }: CarrierCallback, { query: secretName }: SignatureSettings): string {
  const pairs = query.replace(/^\?/, '');
  if (secretName === undefined) return pairs;
  const isSecret = (pair: string) => new URLSearchParams(pair).has(secretName);
  return pairs
    .split('&')
    .filter((pair) => !isSecret(pair))
    .join('&');
}

/**
 * A call as a document, undefined for what cannot be read: in the hook's own format, or in another one that the call is in. Companies
 * let their customers choose, and change what they send.
 */
export function readCall({ format, signature }: HookSettings, callback: CarrierCallback): unknown {
  const { method, headers, body } = callback;
  const proven = provenBy(signature);
  if (method === 'GET' || body.length === 0 || !proven.body) {
    const query = proven.query ? saidBy(callback, signature) : '';
    return query === '' ? undefined : fieldsOf(Buffer.from(query));
  }
  const type = headers.get('content-type') ?? '';
  const [, charset] = /charset\s*=\s*"?([\w.:-]+)/i.exec(type) ?? [];
  const read = (as: DocumentFormat) => readDocument(body, as, charset);
  if (format === 'json') return read('json') ?? (/form/i.test(type) ? read('form') : undefined);
  return (/json/i.test(type) ? read('json') : undefined) ?? read('form');
}

/** A call as it came, for the operator. */
export const rawOf = (callback: CarrierCallback, { signature }: HookSettings): string =>
  [saidBy(callback, signature), Buffer.from(callback.body).toString('utf8')].filter(Boolean).join('\n');
