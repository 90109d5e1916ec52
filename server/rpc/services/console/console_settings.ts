// ConsoleService's part about what belongs to an account: keys, devices, numbers and platforms.
import type { ServiceImpl } from '@connectrpc/connect';
import type { ConsoleService } from '../../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { Console } from '../../../app/console/console.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { notFound } from '../../../errors.ts';
import type { AccountPlatform } from '../../../store/console/account_platforms.ts';
import { toKey } from '../operator/admin_proto.ts';
import { toNoted } from './console_proto.ts';
import type { PairingLines, Roles } from './roles.ts';

type Methods = Pick<
  ServiceImpl<typeof ConsoleService>,
  | 'listUsedKeys'
  | 'makeKey'
  | 'endKey'
  | 'listNotedDevices'
  | 'inviteDevice'
  | 'unpairDevice'
  | 'budgetSim'
  | 'listDeviceAddresses'
  | 'listOwnNumbers'
  | 'listLinkedPlatforms'
  | 'getPlatform'
  | 'linkPlatform'
  | 'unlinkPlatform'
>;

const toPlatform = ({ linkedAtMs, ...platform }: AccountPlatform) => ({
  ...platform,
  linkedAt: toTimestamp(linkedAtMs),
});

/** The methods, to be served with the rest of ConsoleService. */
export function settingsMethods(
  { asMember, asAdmin }: Roles,
  { console, pairingLines }: { console: Console; pairingLines: (code: string) => PairingLines },
): Methods {
  const { keys, devices, platforms } = console;
  return {
    async listUsedKeys({ session }) {
      const { accountId } = await asAdmin(session);
      const used = await keys.list(accountId);
      return {
        keys: used.map(({ lastUsedAtMs, ...key }) => ({
          key: toKey(key),
          ...(lastUsedAtMs !== null && { lastUsedAt: toTimestamp(lastUsedAtMs) }),
        })),
      };
    },

    async makeKey({ session, label }) {
      const { accountId } = await asAdmin(session);
      const { key, secret } = await keys.create(accountId, label);
      return { key: toKey(key), secret };
    },

    async endKey({ session, keyId }) {
      const { accountId } = await asAdmin(session);
      return { key: toKey(await keys.revoke(accountId, keyId)) };
    },

    async listNotedDevices({ session }) {
      const { accountId } = await asMember(session);
      return { devices: (await devices.list(accountId)).map(toNoted) };
    },

    async inviteDevice({ session, name }) {
      const { accountId } = await asAdmin(session);
      const { code, expiresAtMs } = await console.createPairingCode(accountId, name);
      return { code, expiresAt: toTimestamp(expiresAtMs), ...pairingLines(code) };
    },

    async unpairDevice({ session, deviceId }) {
      const { accountId } = await asAdmin(session);
      return { device: toNoted(await devices.unpair(accountId, deviceId)) };
    },

    async budgetSim({ session, deviceId, slot, perMinute, perDay, perMonth }) {
      const { accountId } = await asAdmin(session);
      const budget = { perMinute: perMinute ?? null, perDay: perDay ?? null, perMonth: perMonth ?? null };
      return { device: toNoted(await devices.setBudget(accountId, deviceId, slot, budget)) };
    },

    async listDeviceAddresses({ session, deviceId, limit, cursor }) {
      const { accountId } = await asMember(session);
      const page = await devices.listAddresses(accountId, deviceId, { limit, cursor });
      return {
        addresses: page.addresses.map(({ sim, ...kept }) => ({ ...kept, ...(sim !== null && { sim }) })),
        ...(page.nextAfter !== null && { nextCursor: page.nextAfter }),
      };
    },

    async listOwnNumbers({ session }) {
      const { accountId } = await asMember(session);
      return { numbers: await console.listNumbers(accountId) };
    },

    async listLinkedPlatforms({ session }) {
      const { accountId } = await asAdmin(session);
      return { platforms: (await platforms.list(accountId)).map(toPlatform) };
    },

    async getPlatform({ session, platformId }) {
      await asAdmin(session);
      const platform = await platforms.find(platformId);
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
