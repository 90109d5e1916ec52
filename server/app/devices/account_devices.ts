// An account's devices: states, SIMs with their budgets, and the end of a pairing.
import { simulatedOnly, simulatedWord } from '../../domain/carriers/simulators.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { DeviceRow, SimBudget, SimRow, StickyAddress } from '../../store/devices/devices.ts';
import type { AppContext } from '../context.ts';
import { entriesOf } from '../pages.ts';

/** A device with its present counts, and notes for people. */
export interface NotedDevice extends DeviceRow {
  online: boolean;
  /** Texts that were handed over to it and whose submit has not ended. */
  queueLength: number;
  /** In order of slot. */
  sims: SimRow[];
  isSimulated: boolean;
  /** The problem that keeps it from sending, in words; empty without one. */
  inWords: string;
  /** Says that a simulated device delivers nothing; empty for any other. */
  note: string;
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
        `${fieldNames[field]} must be from 1 to ${largest[field]}, or left out for no limit`,
      );
    }
  }
}

export type AccountDevices = ReturnType<typeof createAccountDevices>;

interface AccountDevicesOptions
  extends Pick<
    AppContext<
      | 'countHandedOver'
      | 'findAccount'
      | 'listDevices'
      | 'listStickyAddresses'
      | 'listSims'
      | 'unpairDevice'
      | 'setSimBudget'
    >,
    'store' | 'clock'
  > {
  /** Closes an unpaired device's link, takes back what it has not sent, and ends what else it held. */
  onUnpaired: (accountId: bigint, deviceId: bigint, isOnline: boolean) => Promise<void>;
}

function notesOf({ driver, problem, detail, unpairedAtMs }: DeviceRow) {
  const isSimulated = driver === simulatedWord;
  return {
    isSimulated,
    inWords: problem === '' ? '' : detail || problem.replaceAll('_', ' '),
    note: isSimulated && unpairedAtMs === null ? simulatedOnly : '',
  };
}

/** Each action throws `not_found` for an unknown account, device or SIM. */
export function createAccountDevices({ store, clock, onUnpaired }: AccountDevicesOptions) {
  const list = async (accountId: bigint, after: bigint, limit: number): Promise<NotedDevice[]> => {
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
    return devices.map((device) => {
      const online = device.unpairedAtMs === null && (device.onlineUntilMs ?? 0) > nowMs;
      return {
        ...device,
        ...notesOf(device),
        online,
        // Its state from before it went offline is no longer true.
        ...(!online && { connection: null, connectionSinceMs: null }),
        queueLength: queues.get(device.id) ?? 0,
        sims: simsOf.get(device.id) ?? [],
      };
    });
  };

  const get = async (accountId: bigint, id: bigint): Promise<NotedDevice> => {
    const [device] = id > 0n ? await list(accountId, id - 1n, 1) : [];
    if (device?.id !== id) throw notFound('device');
    return device;
  };

  return {
    /** Up to `limit` devices with ids above `after`, ascending. */
    list,

    /** Unpairs a device; doing it twice keeps the first time. */
    async unpair(accountId: bigint, id: bigint): Promise<NotedDevice> {
      const unpaired = await store.unpairDevice(accountId, id, clock.nowMs());
      if (!unpaired) throw notFound('device');
      await onUnpaired(accountId, id, unpaired.isOnline);
      return get(accountId, id);
    },

    /** Sets a SIM's budget, whole. A SIM is known once its device has named it. */
    async setBudget(accountId: bigint, id: bigint, slot: number, budget: SimBudget): Promise<NotedDevice> {
      if (slot < 1 || slot > mostSlots) throw invalidRequest(`slot must be from 1 to ${mostSlots}`);
      checkBudget(budget);
      const isSet = await store.setSimBudget(accountId, id, slot, budget);
      const device = await get(accountId, id);
      if (!isSet) throw notFound('SIM');
      return device;
    },

    /** The recipients whose texts stay on a device, in order of address; a page may be short and yet not be the last. */
    async listAddresses(
      accountId: bigint,
      id: bigint,
      { limit, cursor }: { limit: number; cursor: string | undefined },
    ): Promise<{ addresses: StickyAddress[]; nextAfter: string | null }> {
      await get(accountId, id);
      const most = entriesOf(limit);
      return store.listStickyAddresses(accountId, id, cursor ?? '', most);
    },
  };
}
