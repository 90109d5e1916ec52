// Phone numbers: any reasonable form in, E.164 out (ITU-T E.164), by libphonenumber's full metadata.
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { isPlainE164 } from './plain_numbers.ts';
import { recipientForms } from './recipient_forms.ts';

/** Longest address that is looked at, in characters. */
export const maxAddressLength = 64;

/** True for an ISO 3166-1 alpha-2 country whose numbers are known. */
export const isKnownCountry = (country: string): boolean => isSupportedCountry(country);

/** RFC 3966. */
const scheme = /^\s*tel:/i;

/**
 * Characters that nobody sees, which come along when a number is copied: marks of direction, zero widths, soft hyphens
 * and their like (Unicode's format characters).
 */
const invisible = /\p{Cf}/gu;
const withoutInvisible = (address: string): string => address.replace(invisible, '');

/** People put spaces, dots, dashes, slashes and brackets between digits. A text with anything else is not a number. */
const numberShape = /^\s*\+?[0-9\s().\-/\u00a0\u2010-\u2015]+$/;

/**
 * The E.164 form of a number that texts could be sent to, or null. National formats are read in `country` (ISO 3166-1
 * alpha-2). A number counts when its length is possible for its country: numbering plans change faster than metadata,
 * so that an unassigned range is the network's to refuse. A form that is not possible any more is read as the one that
 * took its place.
 */
export function normalizeAddress(address: string, country: string): string | null {
  if (isPlainE164(address)) return address;
  if (address.length > maxAddressLength) return null;
  const number = withoutInvisible(address).replace(scheme, '').trim();
  if (!numberShape.test(number)) return null;
  const parsed = parsePhoneNumberFromString(number, {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  if (!parsed || parsed.isPossible()) return parsed?.number ?? null;
  const [, other] = recipientForms(parsed.number);
  return other !== undefined && parsePhoneNumberFromString(other)?.isPossible() ? other : null;
}

/** True when the address names its country itself, so that the account's country does not matter. */
export const isInternational = (address: string): boolean =>
  address.startsWith('+') || /^\s*(?:tel:)?\s*\+/i.test(withoutInvisible(address));

/**
 * The thread key of an inbound sender: E.164 where it is a number, the text itself for short codes and names, without
 * what nobody sees in it (the guide on decisions).
 */
export function normalizeSender(address: string, country: string): string {
  return normalizeAddress(address, country) ?? (withoutInvisible(address) || address);
}

/**
 * The possible beginnings, in E.164, of a number that somebody has begun to type. Digits without a plus may also be a
 * short code or a national number of `country`, with its trunk prefix or without. No result is the beginning of another
 * one.
 */
export function numberBeginnings(digits: string, country: string): string[] {
  if (digits.startsWith('+')) return [digits];
  const code = isSupportedCountry(country) ? getCountryCallingCode(country) : '';
  const all = [digits, `+${digits}`, ...(code === '' ? [] : [`+${code}${digits.replace(/^0/, '')}`])];
  return [...new Set(all)].filter((one) => !all.some((other) => other !== one && one.startsWith(other)));
}
