// What the operator does with platform keys: issues them to integrators, ends them, and links the accounts whose
// owners asked for it. Each secret is shown once.
import type { Clock } from '../../../runtime/clock.ts';
import { createSecret, hashSecret, platformKeyPrefix, secretHint } from '../../domain/api_key.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { PlatformKeyRow } from '../../store/accounts/platform_keys.ts';
import { type LinkedAccount, maxLinks } from '../../store/accounts/platform_links.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from './admin.ts';

export type PlatformAdmin = ReturnType<typeof createPlatformAdmin>;

const unknownKey = () => notFound('platform key');
const unknownAccount = () => notFound('account');

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

    /** The accounts that a key may act for; of a revoked key, those that it could. Throws `not_found`. */
    async listLinkedAccounts(platformKeyId: bigint): Promise<LinkedAccount[]> {
      const accounts = await store.listLinkedAccounts(platformKeyId);
      if (!accounts) throw unknownKey();
      return accounts;
    },
  };
}
