// ConsoleService's part about what belongs to an account: numbers and platforms.
import type { ServiceImpl } from '@connectrpc/connect';
import type { ConsoleService } from '../../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { Console } from '../../../app/console/console.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { notFound } from '../../../errors.ts';
import type { AccountPlatform } from '../../../store/console/account_platforms.ts';
import { fromCursor, toCursor } from '../operator/carrier_admin.ts';
import { pageOf, readPage } from '../page.ts';
import type { Roles } from './roles.ts';

type Methods = Pick<
  ServiceImpl<typeof ConsoleService>,
  'listOwnNumbers' | 'listLinkedPlatforms' | 'getPlatform' | 'linkPlatform' | 'unlinkPlatform'
>;

const toPlatform = ({ linkedAtMs, ...platform }: AccountPlatform) => ({
  ...platform,
  linkedAt: toTimestamp(linkedAtMs),
});

/** The methods, to be served with the rest of ConsoleService. */
export function settingsMethods({ asMember, asAdmin }: Roles, { console }: { console: Console }): Methods {
  const { platforms } = console;
  return {
    async listOwnNumbers({ session, limit, cursor }) {
      const { accountId } = await asMember(session);
      const after = fromCursor(cursor);
      const { rows, last } = await readPage(limit, (most) => console.listNumbers(accountId, after, most));
      return { numbers: rows, ...(last && { nextCursor: toCursor(last) }) };
    },

    async listLinkedPlatforms({ session, limit, cursor }) {
      const { accountId } = await asAdmin(session);
      const { rows, nextCursor } = await pageOf({ limit, cursor }, (after, most) =>
        platforms.list(accountId, after, most),
      );
      return { platforms: rows.map(toPlatform), ...(nextCursor !== undefined && { nextCursor }) };
    },

    async getPlatform({ session, platformId }) {
      const { accountId } = await asAdmin(session);
      const platform = await platforms.find(accountId, platformId);
      if (!platform) throw notFound('platform');
      return platform;
    },

    async linkPlatform({ session, platformId }) {
      const { accountId } = await asAdmin(session);
      return { platform: toPlatform(await platforms.link(platformId, accountId)) };
    },

    async unlinkPlatform({ session, platformId }) {
      const { accountId } = await asAdmin(session);
      await platforms.unlink(platformId, accountId);
      return {};
    },
  };
}
