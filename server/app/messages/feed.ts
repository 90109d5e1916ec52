// Reading messages back: the change feed and conversations.

import { Refusal } from '../../errors.ts';
import type { Thread } from '../../store/conversations/threads.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import type { Store } from '../../store/store.ts';
import { normalize } from '../outbound/outbound_text.ts';

/** Most messages in a page (SPEC: Limits). */
const maxPage = 500;
/** Most octets that the texts of a page take: 500 texts of 1600 plain characters. One alone may take more. */
export const pageOctets = 1024 * 1024;
/** Larger than any id: reads from the newest. */
export const fromNewest = 9_223_372_036_854_775_807n;

/** A limit as it is used: 1 to 500. */
const clampLimit = (limit: number): number => Math.min(Math.max(Math.trunc(limit), 1), maxPage);

export interface ChangesPage {
  messages: Message[];
  nextSince: bigint;
  hasMore: boolean;
  /**
   * The account's newest seq; 0 for an account that does not exist. Below `since` for a reader of a database that was
   * lost: the newest seq that the lost and the restored database have in common.
   */
  newestSeq: bigint;
  /** Texts above `since` were deleted, because they are not kept longer. */
  isTruncated: boolean;
}

/** Up to `limit` messages above `since` that take up to `octets`, each at its newest seq. */
export async function listChanges(
  store: Pick<Store, 'listChanges'>,
  accountId: bigint,
  since: bigint,
  limit: number,
  octets: number,
): Promise<ChangesPage> {
  const page = await store.listChanges(accountId, since, clampLimit(limit), Math.floor(octets));
  if (!page) return emptyPage(since, 0n);
  const { lostAfter, ...found } = page;
  if (lostAfter !== null) return emptyPage(since, lostAfter);
  return { ...found, nextSince: page.messages.at(-1)?.seq ?? since };
}

const emptyPage = (since: bigint, newestSeq: bigint): ChangesPage => ({
  messages: [],
  nextSince: since,
  hasMore: false,
  newestSeq,
  isTruncated: false,
});

/** Most texts that a page looks at for a key that may not read all. */
const mostAsked = 1_000;

/** The same for a key that may not read all. A page may be empty, and yet have moved the cursor. */
export async function listReadableChanges(
  store: Pick<Store, 'listReadableChanges'>,
  { accountId, since, limit, octets, keyHash }: ReadableQuery,
): Promise<ChangesPage> {
  const wanted = { limit: clampLimit(limit), octets: Math.floor(octets), keyHash, looks: mostAsked };
  const page = await store.listReadableChanges(accountId, since, wanted);
  if (!page) return emptyPage(since, 0n);
  const { lostAfter, ...found } = page;
  return lostAfter === null ? found : emptyPage(since, lostAfter);
}

interface ReadableQuery {
  accountId: bigint;
  since: bigint;
  limit: number;
  octets: number;
  /** Of the reader's key, as SHA-256 in hex. */
  keyHash: string;
}

/** A page of conversations, newest first; with a key, as SHA-256 in hex, only those that it may read. */
export async function listThreads(
  store: Pick<Store, 'listThreads' | 'listReadableThreads'>,
  { accountId, limit, cursor, keyHash }: ThreadsQuery,
): Promise<{ threads: Thread[]; nextCursor: bigint | undefined }> {
  const before = cursor ?? fromNewest;
  if (keyHash !== null) {
    const wanted = { limit: clampLimit(limit), octets: pageOctets, keyHash };
    const { threads, next } = await store.listReadableThreads(accountId, before, wanted);
    return { threads, nextCursor: next };
  }
  const { threads, hasMore } = await store.listThreads(accountId, before, clampLimit(limit), pageOctets);
  return { threads, nextCursor: hasMore ? threads.at(-1)?.lastMessage.id : undefined };
}

interface ThreadsQuery {
  accountId: bigint;
  limit: number;
  cursor: bigint | undefined;
  /** Null for a reader of all texts. */
  keyHash: string | null;
}

/**
 * A page of one conversation, newest first. Senders that are no numbers (short codes, names) have conversations too,
 * named by their own text. A conversation that the key may not read looks as if it had no texts. Throws
 * `invalid_address` for an address that is neither.
 */
export async function listThreadMessages(
  store: Pick<Store, 'listThreadMessages' | 'listCountries'>,
  accountId: bigint,
  address: string,
  limit: number,
  before: bigint | undefined,
  keyHash: string | null,
): Promise<ConversationPage> {
  const wanted = clampLimit(limit);
  const read = (name: string) =>
    store.listThreadMessages(accountId, name, before ?? fromNewest, wanted, pageOctets, keyHash);
  let addressNorm = address;
  let found: Awaited<ReturnType<typeof read>>;
  try {
    addressNorm = await normalize(address, accountId, store);
    found = await read(addressNorm);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_address' || address.includes('\u0000'))
      throw error;
    found = await read(address);
    if (found.messages.length === 0 && before === undefined) throw error;
  }
  const { messages, hasMore, isTruncated } = found;
  return { addressNorm, messages, nextBefore: hasMore ? messages.at(-1)?.id : undefined, isTruncated };
}

interface ConversationPage {
  addressNorm: string;
  messages: Message[];
  nextBefore: bigint | undefined;
  /** It is the last page, and older texts of the conversation were deleted. */
  isTruncated: boolean;
}
