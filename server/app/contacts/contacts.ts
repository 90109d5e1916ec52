// The contacts of an account: read in pages, found by their numbers, added and changed one by one.

import { maxContacts, maxGroupsOfContact } from '../../domain/contacts/contact.ts';
import { isInternational, readInboundSender } from '../../domain/numbers/address.ts';
import { recipientForms } from '../../domain/numbers/recipient_forms.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { PutContact, PutOutcome } from '../../store/contacts/put_contacts.ts';
import type { Contact, ContactPlace } from '../../store/contacts/read_contacts.ts';
import type { AppContext } from '../context.ts';
import { normalize } from '../outbound/outbound_text.ts';
import { checkBatch, readCursor, readPage, writeCursor, wrongCursor } from '../pages.ts';
import { readContactName, readLooked, readNote } from './contact_text.ts';

/** Most numbers that one call asks about. */
const mostAddresses = 100;
/** Any country: an international number is read the same in all of them. */
const anyCountry = 'US';

type ContactsOptions = Pick<
  AppContext<
    'deleteContact' | 'findContact' | 'findContactsOf' | 'listContacts' | 'listCountries' | 'putContacts'
  >,
  'store' | 'clock'
>;

interface ContactPage {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
  groupId?: bigint | undefined;
}

/** The changes to a contact; an undefined field stays as it is. */
interface ContactChange {
  address?: string | undefined;
  name?: string | undefined;
  note?: string | undefined;
  groupIds?: readonly bigint[] | undefined;
}

const fromFirst: ContactPlace = { namePlain: '', id: 0n };

function readPlace(cursor: string | undefined): ContactPlace {
  if (cursor === undefined) return fromFirst;
  const [namePlain, id] = readCursor(cursor);
  if (typeof namePlain !== 'string' || !Number.isSafeInteger(id)) throw wrongCursor();
  return { namePlain, id: BigInt(id as number) };
}

/** Why a contact was not stored, in words. */
export const contactFaults: Readonly<Partial<Record<PutOutcome, string>>> = {
  full: `an account may have at most ${maxContacts} contacts`,
  taken: 'address must not be the number of another contact',
  no_group: 'groups must be groups of the account',
  crowded: `a contact may be in at most ${maxGroupsOfContact} groups`,
};

/**
 * Makes a function that finds the contacts of numbers in any form, each with the number as it was given. Two forms of
 * one number have one contact.
 */
const createFind =
  (store: ContactsOptions['store']) =>
  async (
    accountId: bigint,
    addresses: readonly string[],
  ): Promise<{ address: string; contact: Contact }[]> => {
    checkBatch('addresses', addresses.length, mostAddresses);
    const country = addresses.every(isInternational)
      ? anyCountry
      : (await store.listCountries([accountId])).get(accountId);
    if (country === undefined) throw notFound('account');
    const forms = addresses.map((address) =>
      // No contact has a number that PostgreSQL cannot store.
      address.includes('\u0000') ? [] : recipientForms(readInboundSender(address, country).number),
    );
    const found = await store.findContactsOf(accountId, [...new Set(forms.flat())]);
    const byAddress = new Map(found.map((contact) => [contact.addressNorm, contact]));
    return addresses.flatMap((address, index) => {
      const own = forms[index]?.find((form) => byAddress.has(form));
      const contact = own === undefined ? undefined : byAddress.get(own);
      return contact ? [{ address, contact }] : [];
    });
  };

export type Contacts = ReturnType<typeof createContacts>;

/** Each action throws a Refusal. */
export function createContacts({ store, clock }: ContactsOptions) {
  const readChange = async (accountId: bigint, id: bigint | null, change: ContactChange) => {
    const { address, name, note, groupIds } = change;
    if (groupIds !== undefined && groupIds.length > maxGroupsOfContact)
      throw invalidRequest(`groups must have at most ${maxGroupsOfContact} entries`);
    return {
      id,
      addressNorm: address === undefined ? null : await normalize(address, accountId, store),
      ...(name === undefined ? { name: null, namePlain: null } : readContactName(name)),
      note: note === undefined ? null : readNote(note),
      groupIds: groupIds ?? [],
      replacesGroups: groupIds !== undefined,
    } satisfies PutContact;
  };

  const get = async (accountId: bigint, id: bigint): Promise<Contact> => {
    const found = id > 0n ? await store.findContact(accountId, id) : undefined;
    if (!found) throw notFound('contact');
    return found;
  };

  const put = async (accountId: bigint, contact: PutContact) => {
    const rows = await store.putContacts(accountId, [contact], clock.nowMs());
    const [row] = rows ?? [];
    if (!row) throw notFound('account');
    if (row.outcome === 'no_group') throw notFound('group');
    const fault = contactFaults[row.outcome];
    if (fault !== undefined) throw invalidRequest(fault);
    if (row.id === null) throw notFound('contact');
    return { contact: await get(accountId, row.id), added: row.outcome === 'added' };
  };

  return {
    /** A page, in order of name. */
    async list(
      accountId: bigint,
      { limit, cursor, q = '', groupId }: ContactPage,
    ): Promise<{ contacts: Contact[]; nextCursor: string | undefined }> {
      const { names = [], numbers = [] } = readLooked(q) ?? {};
      const [filter, place] = [{ names, numbers, groupId: groupId ?? null }, readPlace(cursor)];
      const { rows, last } = await readPage(limit, (most) =>
        store.listContacts(accountId, filter, place, most),
      );
      return { contacts: rows, nextCursor: last && writeCursor([last.namePlain, Number(last.id)]) };
    },

    find: createFind(store),

    get,

    /** Adds the contact of a number, or changes the existing one. */
    async put(accountId: bigint, change: ContactChange & { address: string; name: string }) {
      return put(accountId, await readChange(accountId, null, change));
    },

    async update(accountId: bigint, id: bigint, change: ContactChange): Promise<Contact> {
      const asked = await readChange(accountId, id, change);
      return (await put(accountId, asked)).contact;
    },

    async delete(accountId: bigint, id: bigint): Promise<void> {
      if (id < 1n || !(await store.deleteContact(accountId, id))) throw notFound('contact');
    },
  };
}
