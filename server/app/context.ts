// The parts of the application are made with these; each takes those that it needs.
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Tier } from '../domain/tier.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Store } from '../store/store.ts';
import type { Advance } from './messages/advances.ts';

export interface AppContext {
  store: Store;
  clock: Clock;
  log: Log;
  /** The plans on offer. */
  tiers: readonly Tier[];
  failpoint: Failpoint;
  /** Announces the accounts of which texts changed; to be called after the commit. */
  publish: (advances: readonly Advance[]) => void;
}
