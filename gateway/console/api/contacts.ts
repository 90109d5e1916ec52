// Contacts and groups, as they are asked for; and the names of the numbers of a page, which are asked for together.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { allOf, keyOf, pagesOf } from './queries.ts';
import type { Schemas } from './types.ts';

export type Contact = Schemas['Contact'];

/** Everything that is kept of an account's contacts, their names with it. */
export const contactsKey = (account: number) => keyOf('/contacts', account);
export const groupsKey = (account: number) => keyOf('/groups', account);

/** A page after another; those that fit what is typed, and of one group where there is one. */
export const contactsQuery = (account: number, q: string, group: string) =>
  pagesOf('GET /contacts', 'contacts', { account, query: { q, group } });

export const groupsQuery = (account: number) => allOf('GET /groups', 'groups', { account });

/** Numbers of one request: each may take as many characters as an address. */
const mostAddresses = 50;

interface Waiting {
  address: string;
  answer: (contact: Contact | null) => void;
  fail: (error: unknown) => void;
}
const waiting = new Map<number, Waiting[]>();

async function askFor(account: number, asked: readonly Waiting[]): Promise<void> {
  try {
    const addresses = [...new Set(asked.map(({ address }) => address))].join(',');
    const { found } = await ask('GET /contacts/find', { account, query: { addresses } });
    const contacts = new Map(found.map(({ address, contact }) => [address, contact]));
    for (const { address, answer } of asked) answer(contacts.get(address) ?? null);
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

/** The contact of a number. What is asked for in one go leaves in one request. */
function find(account: number, address: string): Promise<Contact | null> {
  return new Promise((answer, fail) => {
    const queue = waiting.get(account) ?? [];
    if (queue.length === 0)
      queueMicrotask(() => {
        waiting.delete(account);
        for (let start = 0; start < queue.length; start += mostAddresses)
          void askFor(account, queue.slice(start, start + mostAddresses));
      });
    queue.push({ address, answer, fail });
    waiting.set(account, queue);
  });
}

/** Names of senders are no numbers, and are shown as they are. */
const mayHaveName = (address: string) => /^\+\d{5,15}$/.test(address);

const contactQuery = (account: number, address: string) =>
  queryOptions({
    queryKey: [...contactsKey(account), 'of', address],
    queryFn: () => find(account, address),
    staleTime: 60_000,
    retry: false,
    enabled: mayHaveName(address),
  });

/** The contact of a number; null while it is not known, and where there is none. */
export const useContact = (account: number, address: string): Contact | null =>
  useQuery(contactQuery(account, address)).data ?? null;
