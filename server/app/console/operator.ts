// All that the core does for the operator's pages.
import type { Clock } from '../../../runtime/clock.ts';
import { readVersion } from '../../../runtime/version.ts';
import { unavailable } from '../../errors.ts';
import type { ServiceFigures } from '../../store/console/health.ts';
import type { Store } from '../../store/store.ts';
import type { Admin } from '../operator/admin.ts';
import type { CarrierAdmin } from '../operator/carrier_admin.ts';
import type { PlatformAdmin } from '../operator/platform_admin.ts';
import { createOperatorAccounts } from './accounts.ts';

/** Texts that are looked at for the age of the oldest, at most. */
const mostLookedAt = 100_000;

/** What a replica has counted since it was started. */
interface CoreFigures {
  links: number;
  watches: number;
  textsHandedOver: number;
  textsExpired: number;
  calls: number;
  callsFailed: number;
}

/** How the service is. */
export interface ServiceHealth {
  core: CoreFigures & { version: string; startedAtMs: number };
  figures: ServiceFigures;
  /** The age of the oldest text that is queued; 0 when none is. */
  oldestSeconds: number;
}

export type OperatorPages = ReturnType<typeof createOperatorPages>;

interface OperatorPagesOptions {
  store: Parameters<typeof createOperatorAccounts>[0]['store'] &
    Pick<Store, 'countUnfinished' | 'readFigures'>;
  clock: Clock;
  admin: Admin;
  carrierAdmin: CarrierAdmin;
  platformAdmin: PlatformAdmin;
  readCoreFigures: () => Promise<CoreFigures>;
}

/** Binds all of it. */
export function createOperatorPages(options: OperatorPagesOptions) {
  const { store, clock, admin, carrierAdmin, platformAdmin, readCoreFigures } = options;
  const startedAtMs = clock.nowMs();
  return {
    accounts: createOperatorAccounts({ admin, store, clock }),
    carriers: carrierAdmin,
    platforms: platformAdmin,

    async readHealth(): Promise<ServiceHealth> {
      const [core, figures, unfinished] = await Promise.all([
        readCoreFigures(),
        store.readFigures(),
        store.countUnfinished(clock.nowMs(), mostLookedAt),
      ]);
      if (!figures) throw unavailable('the service cannot answer right now; try again shortly');
      const queued = unfinished.find(({ status }) => status === 'queued');
      return {
        core: { ...core, version: readVersion(), startedAtMs },
        figures,
        oldestSeconds: Math.max(0, queued?.oldestSeconds ?? 0),
      };
    },
  };
}
