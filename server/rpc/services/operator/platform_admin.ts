// AdminService's part about platform keys and the accounts linked to them.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ServiceImpl } from '@connectrpc/connect';
import type { AdminService, PlatformKeySchema } from '../../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { PlatformAdmin } from '../../../app/operator/platform_admin.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { PlatformKeyRow } from '../../../store/accounts/platform_keys.ts';
import { pageOf } from '../page.ts';

type PlatformMethods = Pick<
  ServiceImpl<typeof AdminService>,
  'createPlatformKey' | 'listPlatformKeys' | 'revokePlatformKey' | 'linkAccount' | 'unlinkAccount'
>;

export const toPlatformKey = ({
  createdAtMs,
  revokedAtMs,
  ...key
}: PlatformKeyRow): MessageInitShape<typeof PlatformKeySchema> => ({
  ...key,
  createdAt: toTimestamp(createdAtMs),
  ...(revokedAtMs !== null && { revokedAt: toTimestamp(revokedAtMs) }),
});

/** The methods, to be served with the rest of AdminService. */
export function platformMethods(platforms: PlatformAdmin): PlatformMethods {
  return {
    async createPlatformKey({ name }) {
      const { key, secret } = await platforms.createKey(name);
      return { key: toPlatformKey(key), secret };
    },

    async listPlatformKeys({ limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, platforms.listKeys);
      return { keys: rows.map(toPlatformKey), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async revokePlatformKey({ platformKeyId }) {
      return { key: toPlatformKey(await platforms.revokeKey(platformKeyId)) };
    },

    async linkAccount({ platformKeyId, accountId }) {
      const { linkedAtMs } = await platforms.linkAccount(platformKeyId, accountId);
      return { linkedAt: toTimestamp(linkedAtMs) };
    },

    async unlinkAccount({ platformKeyId, accountId }) {
      await platforms.unlinkAccount(platformKeyId, accountId);
      return {};
    },
  };
}
