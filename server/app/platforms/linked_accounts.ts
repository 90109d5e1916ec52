// The accounts that a platform key may act for, page by page.
import { entriesOf } from '../../domain/page_size.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { LinkedAccount, LinkedPlace } from '../../store/accounts/platform_links.ts';
import type { Store } from '../../store/store.ts';

const linkedPage = { most: 10_000, usual: 10_000 };
const beforeAll: LinkedPlace = { name: '', id: 0n };

const writePlace = ({ name, id }: LinkedPlace): string =>
  Buffer.from(JSON.stringify([name, String(id)])).toString('base64url');

function readPlace(cursor: string): LinkedPlace {
  try {
    const [name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isName = typeof name === 'string' && name.isWellFormed() && !name.includes('\u0000');
    if (isName && typeof id === 'string' && /^\d{1,18}$/.test(id)) return { name, id: BigInt(id) };
  } catch {
    // It is none.
  }
  throw invalidRequest('cursor must be a next_cursor of an earlier answer');
}

/**
 * Answers a page of the accounts that a key may act for, in order of name, then id; of a revoked key, of those that it could:
 * 1 to 10,000 of them, 10,000 for a `limit` of 0: as many as a key may have. Throws `not_found`.
 */
export type ListLinkedAccounts = (
  platformKeyId: bigint,
  page: { limit: number; cursor: string | undefined },
) => Promise<{ accounts: LinkedAccount[]; nextCursor: string | undefined }>;

/** Binds it to the store. */
export const createListLinkedAccounts =
  (store: Pick<Store, 'listLinkedAccounts'>): ListLinkedAccounts =>
  async (platformKeyId, { limit, cursor }) => {
    const after = cursor === undefined ? beforeAll : readPlace(cursor);
    const most = entriesOf(limit, linkedPage);
    const found = await store.listLinkedAccounts(platformKeyId, after, most + 1);
    if (!found) throw notFound('platform key');
    const accounts = found.slice(0, most);
    const last = accounts.at(-1);
    return { accounts, nextCursor: found.length > most && last ? writePlace(last) : undefined };
  };
