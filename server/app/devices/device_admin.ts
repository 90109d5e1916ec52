// What the operator sees of an account's devices and does to them: states, SIMs, budgets, the end of a pairing.
import type { Clock } from '../../../runtime/clock.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { DeviceRow } from '../../store/devices/devices.ts';
import type { SimBudget, SimRow } from '../../store/devices/sims.ts';
import type { Store } from '../../store/store.ts';

/** A device with what is counted of it now. */
export interface DeviceRecord extends DeviceRow {
  online: boolean;
  /** Texts that were handed over to it and whose submit has not ended. */
  queueLength: number;
  /** In order of slot. */
  sims: SimRow[];
}

const mostSlots = 16;
/** The largest budget of each kind, in parts. */
const largest: Record<keyof SimBudget, number> = {
  perMinute: 1_000_000,
  perDay: 1_000_000,
  perMonth: 100_000_000,
};
const fieldNames: Record<keyof SimBudget, string> = {
  perMinute: 'per_minute',
  perDay: 'per_day',
  perMonth: 'per_month',
};

function checkBudget(budget: SimBudget): void {
  for (const field of ['perMinute', 'perDay', 'perMonth'] as const) {
    const parts = budget[field];
    if (parts !== null && (parts < 1 || parts > largest[field])) {
      throw invalidRequest(
        `${fieldNames[field]} must be from 1 to ${largest[field]}, or absent for no limit`,
      );
    }
  }
}

/** Binds the operator's view of devices to the store. */
export function createDeviceAdmin({
  store,
  clock,
}: {
  store: Pick<
    Store,
    'countHandedOver' | 'findAccount' | 'listDevices' | 'listSims' | 'revokeDevice' | 'setSimBudget'
  >;
  clock: Clock;
}) {
  const listDevices = async (accountId: bigint, after: bigint, limit: number): Promise<DeviceRecord[]> => {
    const nowMs = clock.nowMs();
    const [account, devices] = await Promise.all([
      store.findAccount(accountId),
      store.listDevices(accountId, after, limit),
    ]);
    if (!account) throw notFound('account');
    const ids = devices.map(({ id }) => id);
    const [sims, queues] = await Promise.all([
      store.listSims(accountId, ids, nowMs),
      store.countHandedOver(accountId, ids),
    ]);
    const simsOf = Map.groupBy(sims, (sim) => sim.deviceId);
    return devices.map((device) => ({
      ...device,
      online: device.revokedAtMs === null && (device.onlineUntilMs ?? 0) > nowMs,
      queueLength: queues.get(device.id) ?? 0,
      sims: simsOf.get(device.id) ?? [],
    }));
  };

  const getDevice = async (accountId: bigint, id: bigint): Promise<DeviceRecord> => {
    const [device] = id > 0n ? await listDevices(accountId, id - 1n, 1) : [];
    if (device?.id !== id) throw notFound('device');
    return device;
  };

  return {
    /** Up to `limit` devices with ids above `after`, ascending. Throws `not_found`, as all of these. */
    listDevices,

    getDevice,

    /** Unpairs a device; doing it twice keeps the first time. */
    async revokeDevice(accountId: bigint, id: bigint): Promise<void> {
      if (!(await store.revokeDevice(accountId, id, clock.nowMs()))) throw notFound('device');
    },

    /** Sets a SIM's budget, whole. A SIM is known once its device has named it. */
    async setSimBudget(
      accountId: bigint,
      deviceId: bigint,
      slot: number,
      budget: SimBudget,
    ): Promise<DeviceRecord> {
      if (slot < 1 || slot > mostSlots) throw invalidRequest(`slot must be from 1 to ${mostSlots}`);
      checkBudget(budget);
      const isSet = await store.setSimBudget(accountId, deviceId, slot, budget);
      const device = await getDevice(accountId, deviceId);
      if (!isSet) throw notFound('SIM');
      return device;
    },
  };
}
