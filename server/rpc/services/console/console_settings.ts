// ConsoleService's part about devices.
import type { ServiceImpl } from '@connectrpc/connect';
import type { ConsoleService } from '../../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { Console } from '../../../app/console/console.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import { pageOf } from '../page.ts';
import { toNoted } from './console_proto.ts';
import type { PairingLines, Roles } from './roles.ts';

type Methods = Pick<
  ServiceImpl<typeof ConsoleService>,
  'listNotedDevices' | 'inviteDevice' | 'unpairDevice' | 'budgetSim' | 'listDeviceAddresses'
>;

/** The methods, to be served with the rest of ConsoleService. */
export function settingsMethods(
  { asMember, asAdmin }: Roles,
  { console, pairingLines }: { console: Console; pairingLines: (code: string) => PairingLines },
): Methods {
  const { devices } = console;
  return {
    async listNotedDevices({ session, limit, cursor }) {
      const { accountId } = await asMember(session);
      const { rows, nextCursor } = await pageOf({ limit, cursor }, (after, most) =>
        devices.list(accountId, after, most),
      );
      return { devices: rows.map(toNoted), ...(nextCursor !== undefined && { nextCursor }) };
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
  };
}
