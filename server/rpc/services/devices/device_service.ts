// DeviceService: an account's phones and modems.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { DeviceConnection, type DeviceSchema } from '../../../../proto/gen/textrelay/v1/device_pb.ts';
import { DeviceService, type PhoneStepSchema } from '../../../../proto/gen/textrelay/v1/device_service_pb.ts';
import type { AccountDevices, NotedDevice } from '../../../app/devices/account_devices.ts';
import type { Pairing } from '../../../app/devices/pairing.ts';
import { pageOf } from '../../../app/pages.ts';
import { nullsAbsent, toTimestamp } from '../../../connect/proto_values.ts';
import type { Connection } from '../../../domain/devices/device.ts';

/** The ways to use a pairing code, and the addresses at which the device reaches the core. */
export interface PairingLines {
  addresses: string[];
  /** Lines to type; one of them is enough. */
  commands: string[];
  /** The text of a QR code. */
  qr: string;
  /** A sentence about the addresses; empty when there is nothing to say. */
  advice: string;
  /** The address that is typed into the app on a phone. */
  phoneUrl: string;
  /** Why a phone may not reach it; empty when nothing speaks against it. */
  phoneAdvice: string;
  phoneSteps: MessageInitShape<typeof PhoneStepSchema>[];
}

const connections: Record<Connection, DeviceConnection> = {
  listening: DeviceConnection.LISTENING,
  polling: DeviceConnection.POLLING,
  lost: DeviceConnection.LOST,
};

const toDevice = (device: NotedDevice): MessageInitShape<typeof DeviceSchema> => ({
  ...nullsAbsent(device),
  lastSeenAt: toTimestamp(device.lastSeenAtMs),
  createdAt: toTimestamp(device.createdAtMs),
  unpairedAt: toTimestamp(device.unpairedAtMs),
  ok: device.problem === '',
  detail: device.detail === '' ? device.problem.replaceAll('_', ' ') : device.detail,
  sims: device.sims.map(nullsAbsent),
  simulated: device.isSimulated,
  problem: device.inWords || undefined,
  problemCode: device.problem || undefined,
  note: device.note || undefined,
  connection: device.connection === null ? undefined : connections[device.connection],
  connectionSince: toTimestamp(device.connectionSinceMs),
  model: device.model || undefined,
  appVersion: device.appVersion || undefined,
});

interface DeviceServiceOptions {
  pairing: Pick<Pairing, 'createPairingCode'>;
  devices: AccountDevices;
  /** How to use a code at a phone or modem, and where the device reaches the core. */
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
      return { devices: rows.map(toDevice), nextCursor };
    },

    async unpairDevice({ accountId, id }) {
      return { device: toDevice(await devices.unpair(accountId, id)) };
    },

    async setSimBudget({ accountId, id, slot, perMinute, perDay, perMonth }) {
      const budget = { perMinute: perMinute ?? null, perDay: perDay ?? null, perMonth: perMonth ?? null };
      return { device: toDevice(await devices.setBudget(accountId, id, slot, budget)) };
    },

    async listDeviceAddresses({ accountId, id, limit, cursor }) {
      const page = await devices.listAddresses(accountId, id, { limit, cursor });
      return { addresses: page.addresses.map(nullsAbsent), nextCursor: page.nextAfter ?? undefined };
    },
  });
}
