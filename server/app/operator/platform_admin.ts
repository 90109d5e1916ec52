// What the operator does with platform keys: issues them to integrators, ends them, and links the accounts whose
// owners asked for it. Each secret is shown once.
import type { Clock } from '../../../runtime/clock.ts';
import { createSecret, hashSecret, platformKeyPrefix, secretHint } from '../../domain/api_key.ts';
import { entriesOf } from '../../domain/page_size.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { PlatformKeyRow } from '../../store/accounts/platform_keys.ts';
import { type LinkedAccount, type LinkedPlace, maxLinks } from '../../store/accounts/platform_links.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from './admin.ts';

export type PlatformAdmin = ReturnType<typeof createPlatformAdmin>;

const unknownKey = () => notFound('platform key');
const unknownAccount = () => notFound('account');

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

/** Binds the actions to the store. */
export function createPlatformAdmin({
  store,
  clock,
}: {
  store: Pick<
    Store,
    | 'insertPlatformKey'
    | 'linkAccount'
    | 'listLinkedAccounts'
    | 'listPlatformKeys'
    | 'revokePlatformKey'
    | 'unlinkAccount'
  >;
  clock: Clock;
}) {
  return {
    /** `name` is the integrator's, 1 to 100 characters. */
    async createKey(name: string): Promise<{ key: PlatformKeyRow; secret: string }> {
      checkName('name', name, 1);
      const secret = createSecret(platformKeyPrefix);
      const hint = secretHint(platformKeyPrefix, secret);
      const nowMs = clock.nowMs();
      const id = await store.insertPlatformKey(hashSecret(secret), name, hint, nowMs);
      return { key: { id, name, hint, createdAtMs: nowMs, revokedAtMs: null }, secret };
    },

    listKeys: (after: bigint, limit: number) => store.listPlatformKeys(after, limit),

    /** Revoking twice keeps the first time. Throws `not_found`. */
    async revokeKey(id: bigint): Promise<PlatformKeyRow> {
      const key = await store.revokePlatformKey(id, clock.nowMs());
      if (!key) throw unknownKey();
      return key;
    },

    /**
     * Linking twice keeps the first time. Throws `not_found` for an unknown account and for a key that is unknown or
     * revoked, `invalid_request` when the key has all the links it may have.
     */
    async linkAccount(platformKeyId: bigint, accountId: bigint): Promise<{ linkedAtMs: number }> {
      const outcome = await store.linkAccount({ platformKeyId, accountId }, clock.nowMs());
      switch (outcome) {
        case 'no_key':
          throw unknownKey();
        case 'no_account':
          throw unknownAccount();
        case 'full':
          throw invalidRequest(`a platform key can be linked to at most ${maxLinks} accounts`);
        default:
          return outcome;
      }
    },

    /** Unlinking twice is no error, nor is unlinking from a revoked key. Throws `not_found`. */
    async unlinkAccount(platformKeyId: bigint, accountId: bigint): Promise<void> {
      const outcome = await store.unlinkAccount({ platformKeyId, accountId });
      if (outcome === 'no_key') throw unknownKey();
      if (outcome === 'no_account') throw unknownAccount();
    },

    /**
     * A page of the accounts that a key may act for, in order of name, then id; of a revoked key, of those that it could:
     * 1 to 10,000 of them, 10,000 for a `limit` of 0: as many as a key may have. Throws `not_found`.
     */
    async listLinkedAccounts(
      platformKeyId: bigint,
      { limit, cursor }: { limit: number; cursor: string | undefined },
    ): Promise<{ accounts: LinkedAccount[]; nextCursor: string | undefined }> {
      const after = cursor === undefined ? beforeAll : readPlace(cursor);
      const most = entriesOf(limit, linkedPage);
      const found = await store.listLinkedAccounts(platformKeyId, after, most + 1);
      if (!found) throw unknownKey();
      const accounts = found.slice(0, most);
      const last = accounts.at(-1);
      return { accounts, nextCursor: found.length > most && last ? writePlace(last) : undefined };
    },
  };
}
