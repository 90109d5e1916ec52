// All that the core does for the pages of an account.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Tier } from '../../domain/tier.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { NumberRef } from '../../store/carriers/numbers.ts';
import type { AccountPlatform } from '../../store/console/account_platforms.ts';
import type { Store } from '../../store/store.ts';
import type { Admin } from '../operator/admin.ts';
import type { CarrierState } from '../operator/carrier_admin.ts';
import type { DeviceAdmin } from '../operator/device_admin.ts';
import type { PlatformAdmin } from '../operator/platform_admin.ts';
import { createReadMonth } from './days.ts';
import { createAccountDevices } from './devices.ts';
import { createReadOverview } from './overview.ts';

export type Console = ReturnType<typeof createConsole>;

interface ConsoleOptions {
  store: Parameters<typeof createReadMonth>[0]['store'] &
    Parameters<typeof createAccountDevices>[0]['store'] &
    Parameters<typeof createReadOverview>[0]['store'] &
    Pick<Store, 'listNumbers' | 'findLinkedPlatform' | 'listAccountPlatforms'>;
  clock: Clock;
  log: Log;
  tiers: readonly Tier[];
  admin: Admin;
  deviceAdmin: DeviceAdmin;
  platformAdmin: PlatformAdmin;
  onDeviceRevoked: (accountId: bigint, deviceId: bigint) => Promise<void>;
  carriers(): readonly CarrierState[];
}

/** A platform that is unknown is called so here: nobody sees its key. */
const asPlatform = (error: unknown): never => {
  throw error instanceof Refusal && error.code === 'not_found' ? notFound('platform') : error;
};

/** Binds all of it. */
export function createConsole(options: ConsoleOptions) {
  const { store, deviceAdmin, platformAdmin, onDeviceRevoked: onRevoked } = options;
  const devices = createAccountDevices({ admin: deviceAdmin, store, onRevoked });
  return {
    /** The account's numbers on carriers, in order of carrier and number. */
    listNumbers: async (accountId: bigint, after: NumberRef | null, limit: number): Promise<NumberRef[]> =>
      (await store.listNumbers(accountId, after, limit)).map(({ carrier, number }) => ({ carrier, number })),

    readOverview: createReadOverview({ ...options, readMonth: createReadMonth(options) }),
    devices,
    platforms: {
      list: store.listAccountPlatforms,
      find: store.findLinkedPlatform,

      /** Throws `not_found` for a platform that is unknown, or whose key was revoked. */
      async link(id: bigint, accountId: bigint): Promise<AccountPlatform> {
        const { linkedAtMs } = await platformAdmin.linkAccount(id, accountId).catch(asPlatform);
        const platform = await store.findLinkedPlatform(accountId, id);
        if (!platform) throw notFound('platform');
        return { ...platform, linkedAtMs };
      },

      /** A platform that is not linked is no fault, whether or not there is one. */
      async unlink(id: bigint, accountId: bigint): Promise<void> {
        await platformAdmin.unlinkAccount(id, accountId).catch((error: unknown) => {
          if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
        });
      },
    },
  };
}
