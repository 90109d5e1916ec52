// Finds the account that a received text belongs to. Simultaneous lookups share one statement for each carrier.
import type { Clock } from '../../../runtime/clock.ts';
import { memoised } from '../../../runtime/memoised.ts';
import { asciiNumber, digitsOf } from '../../../runtime/texts/number_shape.ts';
import { createBatcher } from '../../app/batches/batcher.ts';
import { whileDatabaseIsAway } from '../../app/batches/while_database_is_away.ts';
import { normalizeCarrierNumber } from '../../domain/carriers/carrier_number.ts';
import { countryOf, isNationalFormOf, maxAddressLength } from '../../domain/numbers/address.ts';
import { endingLength, type NumberOwner } from '../../store/carriers/numbers.ts';
import type { Store } from '../../store/store.ts';

/** The text without U+0000, which PostgreSQL does not store. */
export const withoutZero = (text: string): string => text.replaceAll('\u0000', '\ufffd');

/** The text without U+0000, and without halves of surrogate pairs. */
export const storable = (text: string): string => withoutZero(text).toWellFormed();

/** From 7 digits on a number may be one of a whole country; 15 is the longest (ITU-T E.164). */
const bareDigits = /^[0-9]{7,15}$/;
const dialled = /^00[1-9][0-9]{6,14}$/;
/** A number in national form, with the prefix that is dialled at home or without. */
const nationalDigits = /^[0-9]{6,15}$/;
const unknownSender = 'unknown';

/** The international reading of what has no plus; undefined for what cannot be one. */
function plusOf(text: string): string | undefined {
  if (dialled.test(text)) return `+${text.slice(2)}`;
  return bareDigits.test(text) ? `+${text}` : undefined;
}

const textOf = (recipient: string): string => storable(recipient).trim().slice(0, maxAddressLength);

/**
 * What a recipient may be stored as, the likeliest first: as the carrier's country reads it, as it is, and with the plus
 * that was left out.
 */
function recipientForms(recipient: string, country: string | undefined): string[] {
  const text = textOf(recipient);
  const plus = plusOf(text);
  const forms = [
    country && normalizeCarrierNumber(text, country),
    normalizeCarrierNumber(text, null),
    plus && normalizeCarrierNumber(plus, null),
    text,
  ];
  return [...new Set(forms.filter((form) => typeof form === 'string' && form !== ''))] as string[];
}

/** The last digits of a recipient that may be a national number of ours; undefined for what cannot be one. */
function endingOf(recipient: string): string | undefined {
  const digits = digitsOf(asciiNumber(textOf(recipient)));
  return nationalDigits.test(digits) ? digits.slice(-endingLength) : undefined;
}

/**
 * The one number of these, which end alike, that the recipient is in its number's own country. Where it could be several,
 * nobody knows whose it is.
 */
function ownNational(recipient: string, owners: ReadonlyMap<string, NumberOwner>): Owner | null {
  const text = textOf(recipient);
  const own = [...owners].filter(([number, { country }]) => isNationalFormOf(text, number, country));
  const [found] = own;
  return found && own.length === 1 ? { ...found[1], recipient: found[0] } : null;
}

/** A sender as it is stored; it is read in the country of its receiver's number. */
export const senderOf = (sender: string): string =>
  storable(sender).trim().slice(0, maxAddressLength) || unknownSender;

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

/**
 * Opens the batchers of owners: null where no account owns the recipient. A number is read in the country that the carrier's
 * settings name, or else in the country of the number that was written to.
 */
export function createOwnerLookup({
  store,
  clock,
  countryOfCarrier,
}: {
  store: Pick<Store, 'ownersByEnding' | 'ownersOf'>;
  clock: Clock;
  /** ISO 3166-1 alpha-2; undefined where the operator names none. */
  countryOfCarrier: (carrier: string) => string | undefined;
}): (text: Addressed) => Promise<Owner | null> {
  /** By the number as it is stored; then, of what was not found, by its national form. */
  const findOf = async (carrier: string, recipients: readonly string[]) => {
    const country = countryOfCarrier(carrier);
    const forms = new Map(recipients.map((recipient) => [recipient, recipientForms(recipient, country)]));
    const stored = await store.ownersOf(carrier, [...new Set([...forms.values()].flat())]);
    const found = new Map<string, Owner>();
    for (const [recipient, those] of forms) {
      const number = those.find((form) => stored.has(form));
      if (number !== undefined)
        found.set(recipient, { ...(stored.get(number) as NumberOwner), recipient: number });
    }
    const national = recipients.flatMap((recipient) => {
      const ending = found.has(recipient) || country !== undefined ? undefined : endingOf(recipient);
      return ending === undefined ? [] : [{ recipient, ending }];
    });
    if (national.length > 0) {
      const endings = [...new Set(national.map(({ ending }) => ending))];
      const ending = Map.groupBy(await store.ownersByEnding(carrier, endings), ([number]) =>
        number.slice(-endingLength),
      );
      for (const one of national) {
        const owner = ownNational(one.recipient, new Map(ending.get(one.ending)));
        if (owner) found.set(one.recipient, owner);
      }
    }
    for (const [recipient, owner] of found)
      found.set(recipient, { ...owner, country: country ?? countryOf(owner.recipient) ?? owner.country });
    return found;
  };
  /** One for each carrier, so that a flood on one does not delay the others. */
  const batcherOf = memoised((carrier: string) =>
    createBatcher<string, Owner | null>({
      maxBatch: 500,
      maxItems: 10_000,
      run: (recipients) =>
        whileDatabaseIsAway(clock, repeatForMs, async () => {
          const owners = await findOf(carrier, [...new Set(recipients)]);
          return recipients.map((recipient) => owners.get(recipient) ?? null);
        }),
    }),
  );
  return ({ carrier, recipient }) => batcherOf(carrier)(recipient);
}
