// Whether keys that were admitted before still work, and what they may read. Counts no request: it is asked of readers who are waiting.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { isAccountKey } from '../../domain/keys/session_key.ts';
import type { Store } from '../../store/store.ts';

/**
 * What a key may read: `known` are the texts from and to recipients that it may write to. A key that no longer works
 * may read nothing.
 */
type KeyReads = 'all' | 'known' | 'nothing';

/** Says what each account key or session's key may read, in the keys' order. */
export type CheckKeys = (apiKeys: readonly string[]) => Promise<KeyReads[]>;

/** Makes the check; it looks at the database each time, so that a revocation on any replica counts at once. */
export function createKeyCheck(store: Pick<Store, 'listWorkingKeys'>, clock: Clock): CheckKeys {
  return async (apiKeys) => {
    const hashes = apiKeys.map((key) => (isAccountKey(key) ? hashSecret(key) : ''));
    const asked = [...new Set(hashes)].filter((hash) => hash !== '');
    const working = asked.length > 0 ? await store.listWorkingKeys(asked, clock.nowMs()) : new Map();
    return hashes.map((hash) => {
      const readsAll = working.get(hash);
      if (readsAll === undefined) return 'nothing';
      return readsAll ? 'all' : 'known';
    });
  };
}

/** The hash of a reader's key, in hex; null for a reader of all texts. */
export const readerHash = (apiKey: string | undefined): string | null =>
  apiKey === undefined ? null : hashSecret(apiKey);
