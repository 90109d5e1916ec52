// Account keys: programs act for an account by them. Each secret is shown once.
import type { Clock } from '../../../runtime/clock.ts';
import { accountKeyPrefix, createSecret, hashSecret, secretHint } from '../../domain/api_key.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { type KeyRow, maxKeptKeys, maxKeys } from '../../store/accounts/keys.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from '../names.ts';

export type AccountKeys = ReturnType<typeof createAccountKeys>;

/** Each action throws `not_found` for an unknown account or key. */
export function createAccountKeys(
  store: Pick<Store, 'findAccount' | 'insertKey' | 'listKeys' | 'revokeKey'>,
  clock: Clock,
) {
  return {
    /** `label` has at most 100 characters. Throws `invalid_request` for an account that has all the keys it may have. */
    async create(accountId: bigint, label: string): Promise<{ key: KeyRow; secret: string }> {
      checkName('label', label, 0);
      const secret = createSecret(accountKeyPrefix);
      const hint = secretHint(accountKeyPrefix, secret);
      const nowMs = clock.nowMs();
      const id = await store.insertKey(accountId, hashSecret(secret), label, hint, nowMs);
      if (id === 'no_account') throw notFound('account');
      if (id === 'full')
        throw invalidRequest(
          `an account may have at most ${maxKeys} account keys, and ${maxKeptKeys} with those that were revoked in the last 90 days: revoke one that is not used`,
        );
      const key = { id, accountId, label, hint, createdAtMs: nowMs, revokedAtMs: null, lastUsedAtMs: null };
      return { key, secret };
    },

    /** Up to `limit` keys with ids above `after`, ascending, revoked ones too. */
    async list(accountId: bigint, after: bigint, limit: number): Promise<KeyRow[]> {
      const keys = await store.listKeys(accountId, after, limit);
      if (keys.length === 0 && !(await store.findAccount(accountId))) throw notFound('account');
      return keys;
    },

    /** Revoking twice keeps the first time. */
    async revoke(accountId: bigint, id: bigint): Promise<KeyRow> {
      const key = await store.revokeKey(accountId, id, clock.nowMs());
      if (!key) throw notFound('key');
      return key;
    },
  };
}
