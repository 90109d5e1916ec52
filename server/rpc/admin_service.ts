// AdminService: the operator's actions.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type AccountKeySchema,
  type AccountRecordSchema,
  AdminService,
  type DeviceSchema,
} from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { Admin } from '../app/admin.ts';
import type { PlatformAdmin } from '../app/platform_admin.ts';
import type { Clock } from '../clock.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { DeviceRow } from '../store/devices.ts';
import type { KeyRow } from '../store/keys.ts';
import { pageOf } from './page.ts';
import { platformMethods } from './platform_admin.ts';
import { toAccount, toTimestamp } from './to_proto.ts';

const toRecord = (account: AccountRow): MessageInitShape<typeof AccountRecordSchema> => ({
  account: toAccount(account),
  country: account.country,
  exempt: account.exempt,
  createdAt: toTimestamp(account.createdAtMs),
});

const toKey = ({ createdAt, revokedAt, ...key }: KeyRow): MessageInitShape<typeof AccountKeySchema> => ({
  ...key,
  createdAt: toTimestamp(createdAt.getTime()),
  ...(revokedAt && { revokedAt: toTimestamp(revokedAt.getTime()) }),
});

const toDevice = (device: DeviceRow, nowMs: number): MessageInitShape<typeof DeviceSchema> => ({
  id: device.id,
  accountId: device.accountId,
  name: device.name,
  online: device.revokedAt === null && (device.onlineUntil?.getTime() ?? 0) > nowMs,
  ...(device.lastSeenAt && { lastSeenAt: toTimestamp(device.lastSeenAt.getTime()) }),
  createdAt: toTimestamp(device.createdAt.getTime()),
  ...(device.revokedAt && { revokedAt: toTimestamp(device.revokedAt.getTime()) }),
  agentVersion: device.agentVersion,
  driver: device.driver,
});

/** Serves AdminService. `onDeviceRevoked` closes the device's link and ends what it held. */
export function routeAdmin(
  router: ConnectRouter,
  options: {
    admin: Admin;
    platforms: PlatformAdmin;
    clock: Clock;
    onDeviceRevoked: (accountId: bigint, deviceId: bigint) => Promise<void>;
  },
): void {
  const { admin, clock } = options;
  router.service(AdminService, {
    async createAccount({ name, country, plan, exempt }) {
      return { account: toRecord(await admin.createAccount({ name, country, plan, exempt })) };
    },

    async listAccountRecords({ limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, admin.listAccounts);
      return { accounts: rows.map(toRecord), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async getAccountRecord({ accountId }) {
      return { account: toRecord(await admin.getAccount(accountId)) };
    },

    async setPlan({ accountId, plan, subscriptionStatus, exempt }) {
      return { account: toRecord(await admin.setPlan(accountId, { plan, subscriptionStatus, exempt })) };
    },

    async createAccountKey({ accountId, label }) {
      const { key, secret } = await admin.createKey(accountId, label);
      return { key: toKey(key), secret };
    },

    async listAccountKeys({ accountId }) {
      return { keys: (await admin.listKeys(accountId)).map(toKey) };
    },

    async revokeAccountKey({ accountId, keyId }) {
      return { key: toKey(await admin.revokeKey(accountId, keyId)) };
    },

    async createPairingCode({ accountId, deviceName }) {
      const { code, expiresAtMs } = await admin.createPairingCode(accountId, deviceName);
      return { code, expiresAt: toTimestamp(expiresAtMs) };
    },

    async listDevices({ accountId }) {
      const nowMs = clock.nowMs();
      return { devices: (await admin.listDevices(accountId)).map((device) => toDevice(device, nowMs)) };
    },

    async revokeDevice({ accountId, deviceId }) {
      const device = await admin.revokeDevice(accountId, deviceId);
      await options.onDeviceRevoked(accountId, deviceId);
      return { device: toDevice(device, clock.nowMs()) };
    },

    ...platformMethods(options.platforms),
  });
}
