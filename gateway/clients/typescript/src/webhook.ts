// Whether a request to your endpoint comes from the service: Standard Webhooks 1.0.0, with what browsers and Node have.
import { WebhookError } from './errors.ts';
import type { Schemas } from './gen/rest.ts';

export interface WebhookEvent {
  /** The same whenever this event comes: drop what you have seen. */
  id: string;
  type: string;
  at: string;
  data: unknown;
}

/** The events of texts, with their texts. */
export interface TextEvent extends WebhookEvent {
  type: 'text.received' | 'text.updated';
  data: Schemas['Message'];
}

interface WebhookOptions {
  /** How far the request's time may be off in seconds; 300 unless said otherwise. */
  toleranceSeconds?: number;
  /** Now, in milliseconds. */
  nowMs: number;
}

/** As Node and browsers have them; names in lower case where it is a plain object. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | string[] | undefined>>;

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : (headers as Readonly<Record<string, string | string[] | undefined>>)[name];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`the header ${name} is required`);
  return value;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function keyOf(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new WebhookError('the secret must be base64, with or without whsec_ before it');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Returns the events of a request that is genuine; throws WebhookError otherwise. The body is the text as it came. */
export async function verifySignature(
  body: string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowMs }: WebhookOptions,
): Promise<(WebhookEvent | TextEvent)[]> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const off = Math.abs(
    Math.floor(nowMs / 1000) - Number(/^\d{1,12}$/.test(timestamp) ? timestamp : Number.NaN),
  );
  if (!(off <= toleranceSeconds)) throw new WebhookError('the time of the request is too far off');
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures
    .filter((signature) => signature.startsWith('v1,'))
    .flatMap((signature) => fromBase64(signature.slice(3)) ?? []);
  // The platform's own comparison takes the same time wherever a signature differs.
  for (const key of await Promise.all([secrets].flat().map(keyOf)))
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(body).events;
  throw new WebhookError('no signature is that of a secret');
}
