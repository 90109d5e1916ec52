// AdminService: the operator's actions.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  type AccountKeySchema,
  type AccountRecordSchema,
  AdminService,
} from '../../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { Admin } from '../../../app/operator/admin.ts';
import type { CarrierAdmin } from '../../../app/operator/carrier_admin.ts';
import type { DeviceAdmin } from '../../../app/operator/device_admin.ts';
import type { PlatformAdmin } from '../../../app/operator/platform_admin.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { AccountRow } from '../../../store/accounts/accounts.ts';
import type { KeyRow } from '../../../store/accounts/keys.ts';
import { toAccount } from '../to_proto.ts';
import { carrierMethods } from './carrier_admin.ts';
import { deviceMethods } from './device_admin.ts';
import { pageOf } from './page.ts';
import { platformMethods } from './platform_admin.ts';

const toRecord = (account: AccountRow): MessageInitShape<typeof AccountRecordSchema> => ({
  account: toAccount(account),
  country: account.country,
  exempt: account.exempt,
  createdAt: toTimestamp(account.createdAtMs),
});

const toKey = ({ createdAtMs, revokedAtMs, ...key }: KeyRow): MessageInitShape<typeof AccountKeySchema> => ({
  ...key,
  createdAt: toTimestamp(createdAtMs),
  ...(revokedAtMs !== null && { revokedAt: toTimestamp(revokedAtMs) }),
});

/** Serves AdminService. `onDeviceRevoked` closes the device's link and ends what it held. */
export function routeAdmin(
  router: ConnectRouter,
  options: {
    admin: Admin;
    platforms: PlatformAdmin;
    devices: DeviceAdmin;
    carriers: CarrierAdmin;
    onDeviceRevoked: (accountId: bigint, deviceId: bigint) => Promise<void>;
  },
): void {
  const { admin } = options;
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

    ...deviceMethods(options.devices, options.onDeviceRevoked),
    ...platformMethods(options.platforms),
    ...carrierMethods(options.carriers),
  });
}
