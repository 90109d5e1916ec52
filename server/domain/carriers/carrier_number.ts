// Names of carriers, and the senders that they send from and receive at: a phone number, a short code or a name.
import { isInternational, normalizeAddress } from '../numbers/address.ts';

/** The form of a carrier's name. */
export const carrierName = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** 3 to 8 digits. */
const shortCode = /^[0-9]{3,8}$/;
/** Up to 6 digits are a short code in every country; from 7 on, numbers of small countries begin. */
const surelyShortCode = /^[0-9]{3,6}$/;
/** 1 to 11 characters as networks show them, one of them a letter. */
const name = /^(?=.{1,11}$)(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 ._&-]*[A-Za-z0-9])?$/;

/**
 * The stored form: E.164, or a short code or name as it is; null for any other text. National formats are read in
 * `country` (ISO 3166-1 alpha-2); without one, only an international number is a phone number.
 */
export function normalizeCarrierNumber(text: string, country: string | null): string | null {
  const typed = text.trim();
  if (surelyShortCode.test(typed)) return typed;
  // An international number is the same in every country.
  const home = country ?? (isInternational(typed) ? 'US' : null);
  const number = home === null ? null : normalizeAddress(typed, home);
  if (number !== null) return number;
  return shortCode.test(typed) || name.test(typed) ? typed : null;
}
