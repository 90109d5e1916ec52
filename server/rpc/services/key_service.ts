// KeyService: account keys.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import type { AccountKeySchema } from '../../../proto/gen/textrelay/v1/key_pb.ts';
import { KeyService } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { AccountKeys } from '../../app/keys/account_keys.ts';
import { pageOf } from '../../app/pages.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import type { KeyRow } from '../../store/accounts/keys.ts';

const toKey = ({
  createdAtMs,
  revokedAtMs,
  lastUsedAtMs,
  ...key
}: KeyRow): MessageInitShape<typeof AccountKeySchema> => ({
  ...key,
  createdAt: toTimestamp(createdAtMs),
  revokedAt: toTimestamp(revokedAtMs),
  lastUsedAt: toTimestamp(lastUsedAtMs),
});

/** Serves KeyService. */
export function routeKeys(router: ConnectRouter, keys: AccountKeys): void {
  router.service(KeyService, {
    async createKey({ accountId, label }) {
      const { key, secret } = await keys.create(accountId, label);
      return { key: toKey(key), secret };
    },

    async listKeys({ accountId, limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, (after, most) =>
        keys.list(accountId, after, most),
      );
      return { keys: rows.map(toKey), nextCursor };
    },

    async revokeKey({ accountId, keyId }) {
      return { key: toKey(await keys.revoke(accountId, keyId)) };
    },
  });
}
