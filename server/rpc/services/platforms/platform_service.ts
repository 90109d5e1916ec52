// PlatformService: platform keys, and the accounts that platforms may act for.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import type { IntegrationSchema, PlatformKeySchema } from '../../../../proto/gen/textrelay/v1/platform_pb.ts';
import { PlatformService } from '../../../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { callerOf } from '../../../access/caller.ts';
import { pageOf } from '../../../app/pages.ts';
import type { Platforms } from '../../../app/platforms/platforms.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { notFound } from '../../../errors.ts';
import type { AccountPlatform, PlatformKeyRow } from '../../../store/platforms/platforms.ts';

const toPlatformKey = ({
  createdAtMs,
  revokedAtMs,
  ...key
}: PlatformKeyRow): MessageInitShape<typeof PlatformKeySchema> => ({
  ...key,
  createdAt: toTimestamp(createdAtMs),
  revokedAt: toTimestamp(revokedAtMs),
});

const toIntegration = ({
  linkedAtMs,
  ...platform
}: AccountPlatform): MessageInitShape<typeof IntegrationSchema> => ({
  ...platform,
  linkedAt: toTimestamp(linkedAtMs),
});

/** Serves PlatformService. */
export function routePlatforms(router: ConnectRouter, platforms: Platforms): void {
  router.service(PlatformService, {
    async createPlatformKey({ name }) {
      const { key, secret } = await platforms.createKey(name);
      return { key: toPlatformKey(key), secret };
    },

    async listPlatformKeys({ limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, platforms.listKeys);
      return { keys: rows.map(toPlatformKey), nextCursor };
    },

    revokePlatformKey: async ({ id }) => ({
      key: toPlatformKey(await platforms.revokeKey(id)),
    }),

    async listIntegrations({ accountId, limit, cursor }) {
      const { rows, nextCursor } = await pageOf({ limit, cursor }, (after, most) =>
        platforms.list(accountId, after, most),
      );
      return { integrations: rows.map(toIntegration), nextCursor };
    },

    getIntegration: async ({ accountId, id }) => ({
      integration: toIntegration(await platforms.get(accountId, id)),
    }),

    linkPlatform: async ({ accountId, id }) => ({
      integration: toIntegration(await platforms.link(accountId, id)),
    }),

    async unlinkPlatform({ accountId, id }, context) {
      const isKnown = await platforms.unlink(accountId, id);
      // A person's page may still show a platform that no longer exists.
      if (!isKnown && callerOf(context).kind !== 'user') throw notFound('platform key');
      return {};
    },
  });
}
