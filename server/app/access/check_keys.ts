// Whether keys that were admitted before still work, and may still read. Counts no request: it is asked of readers who are waiting.
import type { Clock } from '../../../runtime/clock.ts';
import { hashSecret } from '../../domain/api_key.ts';
import { isAccountKey } from '../../domain/session_key.ts';
import type { Store } from '../../store/store.ts';

/** Says of each account key, or session's, whether it works, in the keys' order. */
export type CheckKeys = (apiKeys: readonly string[]) => Promise<boolean[]>;

/** Makes the check; it looks at the database each time, so that a revocation on any replica counts at once. */
export function createKeyCheck(store: Pick<Store, 'listWorkingKeys'>, clock: Clock): CheckKeys {
  return async (apiKeys) => {
    const hashes = apiKeys.map((key) => (isAccountKey(key) ? hashSecret(key) : ''));
    const asked = [...new Set(hashes)].filter((hash) => hash !== '');
    const working = asked.length > 0 ? await store.listWorkingKeys(asked, clock.nowMs()) : new Set<string>();
    return hashes.map((hash) => working.has(hash));
  };
}
