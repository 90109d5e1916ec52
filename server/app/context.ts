// What the parts of the application are made with; each takes what it needs.
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Tier } from '../domain/plans/tier.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Store, StoreFunction } from '../store/store.ts';
import type { Advance } from './messages/advances.ts';

export interface AppContext<Used extends StoreFunction = never> {
  /** The functions of the store that the part uses. */
  store: Pick<Store, Used>;
  clock: Clock;
  log: Log;
  /** The plans on offer. */
  tiers: readonly Tier[];
  failpoint: Failpoint;
  /** Announces the accounts whose texts changed; call it after the commit. */
  publish: (advances: readonly Advance[]) => void;
}
