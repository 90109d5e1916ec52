// All that the core does for the pages of an account.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Tier } from '../../domain/tier.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { CarrierState } from '../carriers/carrier_state.ts';
import type { PreviewTexts } from '../messages/preview.ts';
import type { Admin } from '../operator/admin.ts';
import type { DeviceAdmin } from '../operator/device_admin.ts';
import { createCheckTexts } from './check_texts.ts';
import { createConversations } from './conversations.ts';
import { createReadMonth } from './days.ts';
import { createAccountDevices } from './devices.ts';
import { createReadOverview } from './overview.ts';
import { createTextLog } from './texts.ts';

export type Console = ReturnType<typeof createConsole>;

interface ConsoleOptions {
  store: Parameters<typeof createConversations>[0] &
    Parameters<typeof createReadMonth>[0]['store'] &
    Parameters<typeof createAccountDevices>[0]['store'] &
    Parameters<typeof createReadOverview>[0]['store'] &
    Parameters<typeof createTextLog>[0];
  clock: Clock;
  log: Log;
  tiers: readonly Tier[];
  preview: PreviewTexts;
  accounts: Accounts;
  admin: Admin;
  deviceAdmin: DeviceAdmin;
  /** What an account's simulated devices are given; empty while it is everything. */
  noticeOf: (accountId: bigint) => Promise<string>;
  onDeviceRevoked: (accountId: bigint, deviceId: bigint) => Promise<void>;
  carriers(): readonly CarrierState[];
}

/** Binds all of it. */
export function createConsole(options: ConsoleOptions) {
  const { store, admin, deviceAdmin, noticeOf, onDeviceRevoked: onRevoked } = options;
  const devices = createAccountDevices({ admin: deviceAdmin, store, noticeOf, onRevoked });
  return {
    texts: createTextLog(store),
    conversations: createConversations(store),
    checkTexts: createCheckTexts(options.preview),
    readOverview: createReadOverview({ ...options, readMonth: createReadMonth(options) }),
    devices,
    createPairingCode: admin.createPairingCode,
  };
}
