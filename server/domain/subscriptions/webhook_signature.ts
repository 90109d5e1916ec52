// Signatures of Standard Webhooks 1.0.0: HMAC-SHA256 over id, time and body, under a secret that is written as whsec_ and
// base64.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const leastBytes = 24;
const mostBytes = 64;
const madeBytes = 32;

/** A new random secret. */
export const newWebhookSecret = (): string => prefix + randomBytes(madeBytes).toString('base64');

/** Whether it is whsec_ and the base64 of 24 to 64 bytes, padded and written in the one canonical way. */
export function isWebhookSecret(secret: string): boolean {
  if (!secret.startsWith(prefix)) return false;
  const text = secret.slice(prefix.length);
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text && bytes.length >= leastBytes && bytes.length <= mostBytes;
}

/** The value of webhook-signature: one signature for each secret, with a space between. `atSeconds` since the epoch. */
export function signWebhook(
  secrets: readonly string[],
  { id, atSeconds, body }: { id: string; atSeconds: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
