// DeviceService: an account's phones and modems.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import type { DeviceSchema, SimSchema } from '../../../proto/gen/textrelay/v1/device_pb.ts';
import { DeviceService } from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import type { AccountDevices, NotedDevice } from '../../app/devices/account_devices.ts';
import type { Pairing } from '../../app/devices/pairing.ts';
import { pageOf } from '../../app/pages.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import type { SimRow } from '../../store/devices/sims.ts';

/** What somebody does with a pairing code, and where the device reaches the core. */
export interface PairingLines {
  addresses: string[];
  /** Lines to type; one of them is enough. */
  commands: string[];
  /** What a QR code holds. */
  qr: string;
  /** A sentence on the addresses; empty when nothing is to be said. */
  advice: string;
}

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

const toDevice = (device: NotedDevice): MessageInitShape<typeof DeviceSchema> => ({
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
  simulated: device.isSimulated,
  problem: device.inWords,
  note: device.note,
});

interface DeviceServiceOptions {
  pairing: Pick<Pairing, 'createPairingCode'>;
  devices: AccountDevices;
  /** How a code is used at a phone or modem, and where it reaches the core. */
  pairingLines: (code: string) => PairingLines;
}

/** Serves DeviceService. */
export function routeDevices(
  router: ConnectRouter,
  { pairing, devices, pairingLines }: DeviceServiceOptions,
): void {
  router.service(DeviceService, {
    async createPairingCode({ accountId, deviceName }) {
      const { code, expiresAtMs } = await pairing.createPairingCode(accountId, deviceName);
      return { code, expiresAt: toTimestamp(expiresAtMs), ...pairingLines(code) };
    },

    async listDevices({ accountId, limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, (after, most) =>
        devices.list(accountId, after, most),
      );
      return { devices: rows.map(toDevice), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async revokeDevice({ accountId, deviceId }) {
      return { device: toDevice(await devices.unpair(accountId, deviceId)) };
    },

    async setSimBudget({ accountId, deviceId, slot, perMinute, perDay, perMonth }) {
      const budget = { perMinute: perMinute ?? null, perDay: perDay ?? null, perMonth: perMonth ?? null };
      return { device: toDevice(await devices.setBudget(accountId, deviceId, slot, budget)) };
    },

    async listDeviceAddresses({ accountId, deviceId, limit, cursor }) {
      const page = await devices.listAddresses(accountId, deviceId, { limit, cursor });
      return {
        addresses: page.addresses.map(({ sim, ...kept }) => ({ ...kept, ...(sim !== null && { sim }) })),
        ...(page.nextAfter !== null && { nextCursor: page.nextAfter }),
      };
    },
  });
}
