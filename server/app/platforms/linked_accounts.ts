// The accounts that a platform key may act for, page by page.
import { notFound } from '../../errors.ts';
import type { LinkedAccount, LinkedPlace } from '../../store/platforms/platforms.ts';
import type { Store } from '../../store/store.ts';
import { cutPage, entriesOf, readCursor, writeCursor, wrongCursor } from '../pages.ts';

const linkedPage = { most: 10_000, usual: 10_000 };
const beforeAll: LinkedPlace = { name: '', id: 0n };

function readPlace(cursor: string | undefined): LinkedPlace {
  if (cursor === undefined) return beforeAll;
  const [name, id] = readCursor(cursor);
  if (typeof name !== 'string' || typeof id !== 'string' || !/^\d{1,18}$/.test(id)) throw wrongCursor();
  return { name, id: BigInt(id) };
}

/**
 * Returns a page of the accounts that a key may act for, or could before it was revoked, in order of name, then id. A
 * `limit` is 1 to 10,000; 0 means 10,000, which is as many as a key may have. Throws `not_found`.
 */
export type ListLinkedAccounts = (
  platformKeyId: bigint,
  page: { limit: number; cursor: string | undefined },
) => Promise<{ accounts: LinkedAccount[]; nextCursor: string | undefined }>;

export const createListLinkedAccounts =
  (store: Pick<Store, 'listLinkedAccounts'>): ListLinkedAccounts =>
  async (platformKeyId, { limit, cursor }) => {
    const most = entriesOf(limit, linkedPage);
    const found = await store.listLinkedAccounts(platformKeyId, readPlace(cursor), most + 1);
    if (!found) throw notFound('platform key');
    const { rows: accounts, last } = cutPage(found, most);
    return { accounts, nextCursor: last && writeCursor([last.name, String(last.id)]) };
  };
