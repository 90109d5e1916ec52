// AdminService: the operator's actions on devices.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ServiceImpl } from '@connectrpc/connect';
import type {
  AdminService,
  DeviceSchema,
  SimSchema,
} from '../../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { DeviceAdmin, DeviceRecord } from '../../../app/operator/device_admin.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { SimRow } from '../../../store/devices/sims.ts';
import { pageOf } from '../page.ts';

const toSim = (sim: SimRow): MessageInitShape<typeof SimSchema> => ({
  slot: sim.slot,
  ...(sim.perMinute !== null && { perMinute: sim.perMinute }),
  ...(sim.perDay !== null && { perDay: sim.perDay }),
  ...(sim.perMonth !== null && { perMonth: sim.perMonth }),
  usedMinute: sim.usedMinute,
  usedDay: sim.usedDay,
  usedMonth: sim.usedMonth,
  present: sim.present,
});

export const toDevice = (device: DeviceRecord): MessageInitShape<typeof DeviceSchema> => ({
  id: device.id,
  accountId: device.accountId,
  name: device.name,
  online: device.online,
  ...(device.lastSeenAtMs !== null && { lastSeenAt: toTimestamp(device.lastSeenAtMs) }),
  createdAt: toTimestamp(device.createdAtMs),
  ...(device.revokedAtMs !== null && { revokedAt: toTimestamp(device.revokedAtMs) }),
  agentVersion: device.agentVersion,
  driver: device.driver,
  ok: device.problem === '',
  detail: device.detail === '' ? device.problem.replaceAll('_', ' ') : device.detail,
  ...(device.signalPercent !== null && { signalPercent: device.signalPercent }),
  ...(device.batteryPercent !== null && { batteryPercent: device.batteryPercent }),
  queueLength: device.queueLength,
  sims: device.sims.map(toSim),
  ...(device.givesReceipts !== null && { givesReceipts: device.givesReceipts }),
  inboxFull: device.inboxFull,
});

type DeviceMethods = Pick<ServiceImpl<typeof AdminService>, 'listDevices' | 'revokeDevice' | 'setSimBudget'>;

/** The methods, to be served with the rest of AdminService. `onRevoked` closes the device's link and ends what was handed over to it. */
export function deviceMethods(
  admin: DeviceAdmin,
  onRevoked: (accountId: bigint, deviceId: bigint) => Promise<void>,
): DeviceMethods {
  return {
    async listDevices({ accountId, limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, (after, most) =>
        admin.listDevices(accountId, after, most),
      );
      return { devices: rows.map(toDevice), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async revokeDevice({ accountId, deviceId }) {
      await admin.revokeDevice(accountId, deviceId);
      await onRevoked(accountId, deviceId);
      return { device: toDevice(await admin.getDevice(accountId, deviceId)) };
    },

    async setSimBudget({ accountId, deviceId, slot, perMinute, perDay, perMonth }) {
      const budget = {
        perMinute: perMinute ?? null,
        perDay: perDay ?? null,
        perMonth: perMonth ?? null,
      };
      return { device: toDevice(await admin.setSimBudget(accountId, deviceId, slot, budget)) };
    },
  };
}
