// E-mail addresses, passwords and recovery codes of people, within bounds.
import { randomInt } from 'node:crypto';

const maxEmailLength = 254;
export const minPasswordLength = 10;
export const maxPasswordLength = 200;

/** Without what a mailer reads as more than an address: names, comments, groups, lists, quotes (RFC 5322). */
const emailForm =
  /^[^\s@<>()[\]",:;\\\p{Cc}]{1,64}@[^\s@.<>()[\]",:;\\\p{Cc}]+(\.[^\s@.<>()[\]",:;\\\p{Cc}]+)*$/u;

/** An e-mail address in lower case, without space around it; null for any other text. */
export function normalizeEmail(typed: string): string | null {
  const email = typed.trim().toLowerCase();
  return email.length <= maxEmailLength && email.isWellFormed() && emailForm.test(email) ? email : null;
}

/** Characters are code points; any may stand in a password. */
export function isPassword(typed: string): boolean {
  const { length } = [...typed.slice(0, maxPasswordLength * 2 + 1)];
  return typed.isWellFormed() && length >= minPasswordLength && length <= maxPasswordLength;
}

/** The token of a link that is used once. */
export const linkPrefix = 'svc_link_';
/** The token of a browser in which somebody has signed in. */
export const browserPrefix = 'svc_browser_';
/** A ticket between two steps of signing in. */
export const ticketPrefix = 'svc_ticket_';

const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Ten recovery codes of ten characters, in two halves: 49 bits each. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const code = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(
      '',
    );
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** A recovery code as it was made: lower case, without what people add. */
export const cleanRecoveryCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '');
