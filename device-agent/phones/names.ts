// How a phone names itself to the hub: a token, and the address it calls. Both name the hub as well, so that a gateway in
// front of several finds the one that holds the phone.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const form = /^([a-z0-9-]{1,32})\.([0-9a-f]{16})\.([A-Za-z0-9_-]{32})$/;

/** A hub's name: part of tokens, so that it cannot be changed later. */
export const hubName = /^[a-z0-9-]{1,32}$/;

/** The content of a token, or of the end of a called address. */
export interface PhoneName {
  hub: string;
  phone: string;
  secret: string;
}

/** Reads a token or the end of a called address; undefined when it is none. */
export function readPhoneName(text: string): PhoneName | undefined {
  const [, hub, phone, secret] = form.exec(text) ?? [];
  return hub === undefined || phone === undefined || secret === undefined
    ? undefined
    : { hub, phone, secret };
}

export const writePhoneName = ({ hub, phone, secret }: PhoneName): string => `${hub}.${phone}.${secret}`;

/** A secret of a phone: the same one each time it is made for the same words, and nobody's without the hub's key. */
export const secretOf = (key: Buffer, ...words: string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(words)).digest('base64url').slice(0, 32);

/** The only form in which a token is kept. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether both are the same, without saying by the time it takes where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [hashOf(one), hashOf(other)];
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
