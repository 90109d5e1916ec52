// The form of secrets. A key is 30 random base62 characters (178 bits) and 6 that are its CRC-32, so that a mistyped
// key is refused without asking the database; only its SHA-256 is ever stored.
import { createHmac, hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 30;
const checkLength = 6;

/** Account keys (SPEC: Authentication 2). */
export const accountKeyPrefix = 'svc_live_';
/** Platform keys (SPEC: Authentication 3). */
export const platformKeyPrefix = 'svc_platform_';
/** The secret that a device agent opens its link with. */
export const deviceTokenPrefix = 'svc_device_';

function checkOf(text: string): string {
  let rest = crc32(text);
  let check = '';
  for (let index = 0; index < checkLength; index++) {
    check = base62[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

const withCheck = (text: string): string => text + checkOf(text);

/** A new secret with the given prefix. */
export function createSecret(prefix: string): string {
  const random = Array.from({ length: secretLength }, () => base62[randomInt(62)]).join('');
  return withCheck(prefix + random);
}

/** The secret that whoever knows `key` gets for `text`: the same each time. */
export function deriveSecret(prefix: string, key: string, text: string): string {
  let rest = BigInt(`0x${createHmac('sha256', key).update(text).digest('hex')}`);
  const digits = Array.from({ length: secretLength }, () => {
    const digit = base62[Number(rest % 62n)];
    rest /= 62n;
    return digit;
  }).join('');
  return withCheck(prefix + digits);
}

/** True for a text that `createSecret(prefix)` could have made, whether or not it was ever issued. */
export function isWellFormedSecret(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + secretLength + checkLength || !text.startsWith(prefix)) return false;
  return checkOf(text.slice(0, -checkLength)) === text.slice(-checkLength);
}

/** SHA-256, in hex: the only form in which a secret is kept. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** The part of a key that may be shown: its prefix and last four characters. */
export const secretHint = (prefix: string, secret: string): string => `${prefix}...${secret.slice(-4)}`;

/** Ten digits, because phones have fields that take nothing else: enough for minutes and few attempts. */
export const createPairingCode = (): string =>
  String(randomInt(10 ** 5)).padStart(5, '0') + String(randomInt(10 ** 5)).padStart(5, '0');

/** The code as it was made: without the separators that people add. */
export const cleanPairingCode = (typed: string): string => typed.replace(/[\s-]/g, '');

/** The code as people read it: 12345 67890. */
export const showPairingCode = (code: string): string => `${code.slice(0, 5)} ${code.slice(5)}`;

/** A random id of an account, a person or the like: 12 digits, so that ids say nothing of how many others there are; longer ones are sandboxes'. */
export function createRandomId(): bigint {
  const low = 100_000_000_000n;
  return low + (randomBytes(8).readBigUInt64BE() % 900_000_000_000n);
}
