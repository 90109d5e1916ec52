// Finds the account that a received text belongs to. Simultaneous lookups share one statement for each carrier.

import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Clock } from '../../../runtime/clock.ts';
import { type Batcher, createBatcher } from '../../app/batches/batcher.ts';
import { whileDatabaseIsAway } from '../../app/batches/while_database_is_away.ts';
import { normalizeCarrierNumber } from '../../domain/carriers/carrier_number.ts';
import { maxAddressLength, normalizeAddress } from '../../domain/numbers/address.ts';
import type { NumberOwner } from '../../store/carriers/numbers.ts';
import type { Store } from '../../store/store.ts';

/** The text without U+0000, which PostgreSQL does not store. */
export const withoutZero = (text: string): string => text.replaceAll('\u0000', '\ufffd');

/** The text without U+0000, and without halves of surrogate pairs. */
export const storable = (text: string): string => withoutZero(text).toWellFormed();

/** From 7 digits on a number may be one of a whole country; 15 is the longest (ITU-T E.164). */
const bareDigits = /^[0-9]{7,15}$/;
const dialled = /^00[1-9][0-9]{6,14}$/;
const unknownSender = 'unknown';

/** The international reading of what has no plus; undefined for what cannot be one. */
function plusOf(text: string): string | undefined {
  if (dialled.test(text)) return `+${text.slice(2)}`;
  return bareDigits.test(text) ? `+${text}` : undefined;
}

/** What a recipient may be stored as, the likeliest first: as it is, and with the plus that was left out. */
function recipientForms(recipient: string): string[] {
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
  return text || unknownSender;
}

/** How long an owner is looked up again while the database is away, in milliseconds; then the carrier repeats. */
const repeatForMs = 8_000;

/** The recipient of a received text. */
interface Addressed {
  carrier: string;
  /** As the carrier writes it. */
  recipient: string;
}

/** The account that owns a recipient. */
export interface Owner extends NumberOwner {
  /** The number as it is stored. */
  recipient: string;
}

/** Opens the batcher of owners: null where no account owns the recipient. */
export function createOwnerLookup({
  store,
  clock,
}: {
  store: Pick<Store, 'ownersOf'>;
  clock: Clock;
}): Batcher<Addressed, Owner | null> {
  const find = async (texts: readonly Addressed[]): Promise<(Owner | null)[]> => {
    const asked = texts.map(({ carrier, recipient }) => ({ carrier, forms: recipientForms(recipient) }));
    const owners = new Map<string, Map<string, NumberOwner>>();
    for (const [carrier, those] of Map.groupBy(asked, ({ carrier }) => carrier)) {
      const numbers = new Set(those.flatMap(({ forms }) => forms));
      owners.set(carrier, await store.ownersOf(carrier, [...numbers]));
    }
    return asked.map(({ carrier, forms }) => {
      for (const recipient of forms) {
        const owner = owners.get(carrier)?.get(recipient);
        if (owner) return { ...owner, recipient };
      }
      return null;
    });
  };
  return createBatcher({
    maxBatch: 500,
    maxItems: 10_000,
    run: (texts) => whileDatabaseIsAway(clock, repeatForMs, () => find(texts)),
  });
}
