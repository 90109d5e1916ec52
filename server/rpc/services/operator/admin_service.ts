// AdminService: the operator's devices.

import type { ConnectRouter } from '@connectrpc/connect';
import { AdminService } from '../../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { Admin } from '../../../app/operator/admin.ts';
import type { DeviceAdmin } from '../../../app/operator/device_admin.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { deviceMethods } from './device_admin.ts';

/** Serves AdminService. `onDeviceRevoked` closes the device's link and ends what was handed over to it. */
export function routeAdmin(
  router: ConnectRouter,
  {
    admin,
    devices,
    onDeviceRevoked,
  }: {
    admin: Admin;
    devices: DeviceAdmin;
    onDeviceRevoked: (accountId: bigint, deviceId: bigint) => Promise<void>;
  },
): void {
  router.service(AdminService, {
    async createPairingCode({ accountId, deviceName }) {
      const { code, expiresAtMs } = await admin.createPairingCode(accountId, deviceName);
      return { code, expiresAt: toTimestamp(expiresAtMs) };
    },

    ...deviceMethods(devices, onDeviceRevoked),
  });
}
