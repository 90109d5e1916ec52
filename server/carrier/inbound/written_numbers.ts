// Numbers as carriers write them: mostly E.164, often without its plus, sometimes with the 00 that is dialled instead.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { maxAddressLength, normalizeAddress } from '../../domain/address.ts';
import { normalizeCarrierNumber } from '../../domain/carrier_number.ts';
import { storable } from './storable.ts';

/** From 7 digits on a number may be one of a whole country; 15 is the longest (ITU-T E.164). */
const bareDigits = /^[0-9]{7,15}$/;
const dialled = /^00[1-9][0-9]{6,14}$/;
const nobody = 'unknown';

/** The international reading of what has no plus; undefined for what cannot be one. */
function plusOf(text: string): string | undefined {
  if (dialled.test(text)) return `+${text.slice(2)}`;
  return bareDigits.test(text) ? `+${text}` : undefined;
}

/** What a recipient may be stored as, the likeliest first: as it is, and with the plus that was left out. */
export function recipientForms(recipient: string): string[] {
  const text = storable(recipient).trim().slice(0, maxAddressLength);
  const plus = plusOf(text);
  const forms = [normalizeCarrierNumber(text, null), plus && normalizeCarrierNumber(plus, null), text];
  return [...new Set(forms.filter((form) => typeof form === 'string' && form !== ''))] as string[];
}

/**
 * A sender to be read in its receiver's country (ISO 3166-1 alpha-2). Digits that are a valid number with a plus before
 * them are that number, for carriers leave the plus out far more often than they write a national number; others are
 * it only where they cannot be a national one.
 */
export function senderOf(sender: string, country: string): string {
  const text = storable(sender).trim().slice(0, maxAddressLength);
  const plus = plusOf(text);
  const parsed = plus === undefined ? undefined : parsePhoneNumberFromString(plus, { extract: false });
  if (parsed?.isValid()) return parsed.number;
  if (parsed?.isPossible() && normalizeAddress(text, country) === null) return parsed.number;
  return text || nobody;
}
