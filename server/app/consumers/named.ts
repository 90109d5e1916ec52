// What consumers and webhooks have in common: their names, and how a place in the feed is said.
import { invalidRequest, notFound } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

/** A place in an account's feed: a seq, or an instant in milliseconds since the epoch. */
export type FeedPlace = { seq: bigint } | { atMs: number };

/** Marks are written by one clock and seen by another statement: so much earlier ones are looked for, in milliseconds. */
const markMarginMs = 10_000;

/** Throws `not_found` for what cannot be a name: nothing is called so. */
export function checkKnownName(name: string, what: string): void {
  if (!isName(name)) throw notFound(what);
}

/** Throws `invalid_request` for what cannot be a name. */
export function checkNewName(name: string): void {
  if (!isName(name))
    throw invalidRequest(
      'a name has 1 to 64 letters, digits, dots, hyphens and underscores, and is neither . nor ..',
    );
}

/** Of a path that ends in . or .. clients ask for another one. */
const isName = (name: string) => /^[A-Za-z0-9._-]{1,64}$/.test(name) && name !== '.' && name !== '..';

/**
 * The cursor for a place in the feed. Everything that changed at an instant or after it is above its cursor, and some of
 * what changed before may be. Throws `invalid_request` for a seq that the feed has not reached, `not_found` for an
 * account that there is not.
 */
export async function cursorAt(
  store: Pick<Store, 'listCursors' | 'findMark' | 'findIdAt'>,
  accountId: bigint,
  place: FeedPlace,
): Promise<bigint> {
  const [newest] = await store.listCursors([accountId]);
  if (!newest) throw notFound('account');
  if ('seq' in place) {
    if (place.seq < 0n || place.seq > newest.seq)
      throw invalidRequest(`seq must be from 0 to ${newest.seq}, the newest there is`);
    return place.seq;
  }
  const mark = await store.findMark(accountId, place.atMs - markMarginMs);
  if (mark !== undefined) return mark;
  // No text has a smaller seq than its id, so that what came before the instant had at least so many.
  return (await store.findIdAt(accountId, place.atMs)) - 1n;
}
