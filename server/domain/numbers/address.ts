// Phone numbers: any reasonable form in, E.164 out (ITU-T E.164), by libphonenumber's full metadata. Every entry reads
// numbers here: the interfaces, forms and queries, files, phones, modems and carriers.

import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import {
  asciiNumber,
  digitsOf,
  isNumberShape,
  withoutInvisible,
} from '../../../runtime/texts/number_shape.ts';
import { isPlainE164, mayBeE164 } from './plain_numbers.ts';
import { recipientForms } from './recipient_forms.ts';

/** Longest address that is looked at, in characters. */
export const maxAddressLength = 64;

/** True for an ISO 3166-1 alpha-2 country whose numbers are known. */
export const isKnownCountry = (country: string): boolean => isSupportedCountry(country);

/** RFC 3966. */
const scheme = /^\s*tel:/i;
/** People write a plus into brackets as well: (+49) 171 1234567. */
const plus = /^[\s([]*\+/;
/** The usual prefix of international calls (ITU-T E.164), which some programs write in place of the plus. */
const dialled = /^00(?=[1-9])/;

/** What the library makes of a text, with a plus or in the national form of a country. */
const parse = (text: string, country?: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, {
    ...(country !== undefined && { defaultCountry: country as CountryCode }),
    extract: false,
  });

/**
 * A number counts when its length is possible in its country: numbering plans change faster than metadata, so that an
 * unassigned range is the network's to refuse.
 */
const possible = (number: PhoneNumber | undefined): PhoneNumber | undefined =>
  number?.isPossible() ? number : undefined;

/** The form that took the place of one that is not possible any more. */
function replaced(number: PhoneNumber | undefined): PhoneNumber | undefined {
  const [, other] = number ? recipientForms(number.number) : [];
  return other === undefined ? undefined : possible(parse(other));
}

/** The number, if texts can be sent to it: to a mobile, or where mobiles and fixed lines have the same ranges. */
function receiving(number: PhoneNumber | undefined): PhoneNumber | undefined {
  const type = number?.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? number : undefined;
}

/** How an address is read. */
interface Reading {
  /** E.164. */
  number: string;
  /** E.164 of somebody else who may be meant: digits without a plus may be a number at home, or have lost their plus. */
  other: string | null;
}

/** What a text may be: a number of `country`, and one whose plus is there or was lost. */
function readingsOf(address: string, country: string) {
  const text = address.length > maxAddressLength ? '' : asciiNumber(address).replace(scheme, '').trim();
  if (!isNumberShape(text)) return { home: undefined, abroad: undefined, hasPlus: false };
  const digits = digitsOf(text);
  if (digits.startsWith('+')) return { home: undefined, abroad: parse(digits), hasPlus: true };
  const away = `+${digits.replace(dialled, '')}`;
  return { home: parse(text, country), abroad: mayBeE164(away) ? parse(away) : undefined, hasPlus: false };
}

/**
 * Reads a number that texts could be sent to; null for anything else. Without a plus, digits are a number of `country`
 * (ISO 3166-1 alpha-2), or an international one whose plus was lost: by a form, which takes an unencoded plus for a space, by
 * a spreadsheet, or by a network. Of the two, the one that can receive texts is taken. Where both can, or neither is known
 * to, it is the number at home.
 */
export function readNumber(address: string, country: string): Reading | null {
  if (isPlainE164(address)) return { number: address, other: null };
  const { home, abroad, hasPlus } = readingsOf(address, country);
  const away = hasPlus ? undefined : receiving(possible(abroad));
  const here = away && receiving(possible(home));
  if (away && away.number !== here?.number)
    return here ? { number: here.number, other: away.number } : { number: away.number, other: null };
  const only = hasPlus ? abroad : home;
  const number = possible(only) ?? replaced(only);
  return number ? { number: number.number, other: null } : null;
}

/** The E.164 form of a number that texts could be sent to, or null. National formats are read in `country`. */
export const normalizeAddress = (address: string, country: string): string | null =>
  isPlainE164(address) ? address : (readNumber(address, country)?.number ?? null);

/** True when the address names its country itself, so that the account's country does not matter. */
export const isInternational = (address: string): boolean =>
  address.startsWith('+') || plus.test(asciiNumber(address).replace(scheme, ''));

/**
 * The thread key of an inbound sender: E.164 where it is a number, the text itself for short codes and names, without
 * what nobody sees in it (the guide on decisions). Nobody refuses a sender: what is no number at home is one abroad, if only
 * its length is possible there.
 */
export function readInboundSender(address: string, country: string): Reading {
  const read = readNumber(address, country);
  if (read) return read;
  const number = possible(readingsOf(address, country).abroad)?.number ?? withoutInvisible(address);
  return { number: number || address, other: null };
}

/**
 * The country (ISO 3166-1 alpha-2) of a number in E.164: of those that share its calling code the one that the digits show,
 * or else the main one. Undefined for numbers of no country.
 */
export function countryOf(number: string): string | undefined {
  const parsed = parse(number);
  return parsed?.country ?? parsed?.getPossibleCountries()[0];
}

/** Whether the text is the number as it is written at home; `country` is home for numbers of no country. */
export const isNationalFormOf = (address: string, number: string, country: string): boolean =>
  readingsOf(address, countryOf(number) ?? country).home?.number === number;

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
