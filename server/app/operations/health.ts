// The health of the service: the answering replica, the queues and the database.
import { readVersion } from '../../../runtime/version.ts';
import { unavailable } from '../../errors.ts';
import type { ServiceStats } from '../../store/operations/health.ts';
import type { AppContext } from '../context.ts';

/** Most texts that are looked at for the age of the oldest. */
const mostLookedAt = 100_000;

/** Counts of a replica since it was started. */
interface CoreStats {
  links: number;
  watches: number;
  textsHandedOver: number;
  textsExpired: number;
  calls: number;
  callsFailed: number;
}

export interface ServiceHealth {
  core: CoreStats & { version: string; startedAtMs: number };
  stats: ServiceStats;
  /** The age of the oldest text that is queued; 0 when none is. */
  oldestSeconds: number;
}

/** Reads it, as the answering replica sees it. */
export type ReadHealth = () => Promise<ServiceHealth>;

interface HealthOptions extends Pick<AppContext<'countUnfinished' | 'readStats'>, 'store' | 'clock'> {
  readCoreStats: () => Promise<CoreStats>;
}

/** The replica counts as started now. */
export function createReadHealth({ store, clock, readCoreStats }: HealthOptions): ReadHealth {
  const startedAtMs = clock.nowMs();
  return async () => {
    const [core, stats, unfinished] = await Promise.all([
      readCoreStats(),
      store.readStats(),
      store.countUnfinished(clock.nowMs(), mostLookedAt),
    ]);
    if (!stats) throw unavailable('the service cannot answer right now; try again shortly');
    const queued = unfinished.find(({ status }) => status === 'queued');
    return {
      core: { ...core, version: readVersion(), startedAtMs },
      stats,
      oldestSeconds: Math.max(0, queued?.oldestSeconds ?? 0),
    };
  };
}
