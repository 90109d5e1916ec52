// `devices pair | list | revoke`: an account's phones and modems.
import type { Command } from 'commander';
import type { Device } from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { type Json, renderFields, renderTable, toInteger, toTime } from './answer.ts';
import { type CommandContext, parseId, promised } from './command.ts';

const deviceJson = (device: Device): { [name: string]: Json } => ({
  id: toInteger(device.id),
  account_id: toInteger(device.accountId),
  name: device.name,
  online: device.online,
  driver: device.driver,
  agent_version: device.agentVersion,
  last_seen_at: toTime(device.lastSeenAt),
  created_at: toTime(device.createdAt),
  revoked_at: toTime(device.revokedAt),
});

const stateOf = (device: Device) => (device.revokedAt ? 'revoked' : device.online ? 'online' : 'offline');

const renderDevices = (devices: readonly Device[]) =>
  renderTable(
    ['id', 'name', 'state', 'driver', 'agent', 'last seen', 'paired'],
    devices.map((device) => [
      String(device.id),
      device.name,
      stateOf(device),
      device.driver,
      device.agentVersion,
      toTime(device.lastSeenAt) ?? '',
      toTime(device.createdAt) ?? '',
    ]),
    'no devices',
  );

/** Adds the group to the program. */
export function addDeviceCommands(program: Command, context: CommandContext): void {
  const devices = program
    .command('devices')
    .description("pair, list and unpair an account's phones and modems");

  devices
    .command('pair')
    .description('make a code that pairs one device')
    .argument('<account>', "the account's id", parseId)
    .option('--name <name>', "the device's name, at most 100 characters; else it names itself", '')
    .option('--url <url>', 'where the device reaches the core; else as it is reached from here')
    .action(async (accountId: bigint, { name, url }: { name: string; url?: string }) => {
      const answer = await context.core().admin.createPairingCode({ accountId, deviceName: name });
      const expires = toTime(answer.expiresAt);
      const command = `npm run agent -- pair ${url ?? context.deviceUrl()} ${answer.code}`;
      const fields = renderFields([
        ['code', answer.code],
        ['expires', expires ?? ''],
      ]);
      context.answer({
        json: { code: answer.code, expires_at: expires, command },
        text: `${fields}\nIt works once. At the phone or modem, type:\n  ${command}\n`,
      });
    });

  devices
    .command('list')
    .description('list devices, revoked ones too')
    .argument('<account>', "the account's id", parseId)
    .action(async (accountId: bigint) => {
      const answer = await context.core().admin.listDevices({ accountId });
      context.answer({
        json: { devices: answer.devices.map(deviceJson) },
        text: renderDevices(answer.devices),
      });
    });

  devices
    .command('revoke')
    .description('unpair a device: its link closes and its token is void')
    .argument('<account>', "the account's id", parseId)
    .argument('<device>', "the device's id, as devices list shows it", parseId)
    .action(async (accountId: bigint, deviceId: bigint) => {
      const device = promised((await context.core().admin.revokeDevice({ accountId, deviceId })).device);
      context.answer({ json: { device: deviceJson(device) }, text: renderDevices([device]) });
    });
}
