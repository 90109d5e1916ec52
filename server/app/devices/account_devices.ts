// An account's devices as its people see them: each with what is to be said of it.
import type { Clock } from '../../../runtime/clock.ts';
import { entriesOf } from '../../domain/page_size.ts';
import { simulatedOnly, simulatedWord } from '../../domain/simulators.ts';
import type { KeptAddress } from '../../store/devices/kept_addresses.ts';
import type { SimBudget } from '../../store/devices/sims.ts';
import type { Store } from '../../store/store.ts';
import { createDeviceAdmin, type DeviceRecord } from './device_admin.ts';

const pageSize = { most: 500, usual: 100 };

/** A device, and what is to be said of it. */
export interface NotedDevice extends DeviceRecord {
  isSimulated: boolean;
  /** What keeps it from sending, in words; empty when nothing does. */
  inWords: string;
  /** That a simulated one delivers nothing; empty for any other. */
  note: string;
}

export type AccountDevices = ReturnType<typeof createAccountDevices>;

interface AccountDevicesOptions {
  store: Parameters<typeof createDeviceAdmin>[0]['store'] & Pick<Store, 'listKeptAddresses'>;
  clock: Clock;
  /** Closes an unpaired device's link and ends what it held. */
  onRevoked: (accountId: bigint, deviceId: bigint) => Promise<void>;
}

/** Binds them. Each throws a Refusal. */
export function createAccountDevices({ store, clock, onRevoked }: AccountDevicesOptions) {
  const admin = createDeviceAdmin({ store, clock });
  const noted = (device: DeviceRecord): NotedDevice => {
    const isSimulated = device.driver === simulatedWord;
    const { problem, detail } = device;
    const isPaired = device.revokedAtMs === null;
    return {
      ...device,
      isSimulated,
      inWords: problem === '' ? '' : detail || problem.replaceAll('_', ' '),
      note: isSimulated && isPaired ? simulatedOnly : '',
    };
  };

  const list = async (accountId: bigint, after: bigint, limit: number): Promise<NotedDevice[]> =>
    (await admin.listDevices(accountId, after, limit)).map(noted);

  const get = async (accountId: bigint, id: bigint): Promise<NotedDevice> =>
    noted(await admin.getDevice(accountId, id));

  return {
    list,

    async unpair(accountId: bigint, id: bigint): Promise<NotedDevice> {
      await admin.revokeDevice(accountId, id);
      await onRevoked(accountId, id);
      return get(accountId, id);
    },

    /** Sets a SIM's budget, whole. */
    async setBudget(accountId: bigint, id: bigint, slot: number, budget: SimBudget): Promise<NotedDevice> {
      await admin.setSimBudget(accountId, id, slot, budget);
      return get(accountId, id);
    },

    /** The recipients whose texts stay on a device, in order of address; a page may be short and yet not be the last. */
    async listAddresses(
      accountId: bigint,
      id: bigint,
      { limit, cursor }: { limit: number; cursor: string | undefined },
    ): Promise<{ addresses: KeptAddress[]; nextAfter: string | null }> {
      await admin.getDevice(accountId, id);
      const most = entriesOf(limit, pageSize);
      return store.listKeptAddresses(accountId, id, cursor ?? '', most);
    },
  };
}
