// Platforms: their keys are issued to integrators and ended, and accounts whose owners ask for it are linked. Each secret is
// shown once.
import { createSecret, hashSecret, platformKeyPrefix, secretHint } from '../../domain/keys/api_key.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { AccountPlatform, PlatformKeyRow } from '../../store/platforms/platforms.ts';
import { maxLinks } from '../../store/platforms/platforms.ts';
import type { AppContext } from '../context.ts';
import { checkName } from '../names.ts';

export type Platforms = ReturnType<typeof createPlatforms>;

const unknownKey = () => notFound('platform key');
const unknownAccount = () => notFound('account');

export function createPlatforms({
  store,
  clock,
}: Pick<
  AppContext<
    | 'findAccount'
    | 'findAccountPlatform'
    | 'insertPlatformKey'
    | 'linkAccount'
    | 'listAccountPlatforms'
    | 'listPlatformKeys'
    | 'revokePlatformKey'
    | 'unlinkAccount'
  >,
  'store' | 'clock'
>) {
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

    /** Up to `limit` platforms that may act for an account, with ids above `after`. Throws `not_found`. */
    async list(accountId: bigint, after: bigint, limit: number): Promise<AccountPlatform[]> {
      const platforms = await store.listAccountPlatforms(accountId, after, limit);
      if (platforms.length === 0 && !(await store.findAccount(accountId))) throw unknownAccount();
      return platforms;
    },

    /** A platform that is linked to an account. Throws `not_found` for every other one. */
    async get(accountId: bigint, platformId: bigint): Promise<AccountPlatform> {
      const platform = await store.findAccountPlatform(accountId, platformId);
      if (!platform) throw notFound('platform');
      return platform;
    },

    /**
     * Linking twice keeps the first time. Throws `not_found` for an unknown account and for a platform that is unknown or
     * whose key was revoked, `invalid_request` when it has all the links it may have.
     */
    async link(accountId: bigint, platformId: bigint): Promise<AccountPlatform> {
      const outcome = await store.linkAccount({ platformKeyId: platformId, accountId }, clock.nowMs());
      if (outcome === 'no_key') throw unknownKey();
      if (outcome === 'no_account') throw unknownAccount();
      if (outcome === 'full')
        throw invalidRequest(`a platform key can be linked to at most ${maxLinks} accounts`);
      return { id: platformId, ...outcome };
    },

    /**
     * Unlinking twice is no error, nor is unlinking from a revoked key. Throws `not_found` for an unknown account; returns
     * false for an unknown platform.
     */
    async unlink(accountId: bigint, platformId: bigint): Promise<boolean> {
      const outcome = await store.unlinkAccount({ platformKeyId: platformId, accountId });
      if (outcome === 'no_account') throw unknownAccount();
      return outcome === 'done';
    },
  };
}
