// `devices pair | list | budget | revoke`: an account's phones and modems.
import { type Command, InvalidArgumentError } from 'commander';
import type { Device } from '../../../proto/gen/textrelay/v1/device_pb.ts';
import { allPages, pageRows } from '../all_pages.ts';
import { renderFields, toTime } from '../answer.ts';
import { type CommandContext, parseId, promised } from '../command.ts';
import { deviceJson, renderDevice, renderDevices } from '../device_answer.ts';

/** A budget as it is typed: a number of parts, or none. */
type TypedBudget = number | 'none';

/** Reads a budget, up to `most`. */
const parseBudget =
  (most: number) =>
  (word: string): TypedBudget => {
    if (word === 'none') return word;
    const parts = /^[1-9]\d{0,8}$/.test(word) ? Number(word) : 0;
    if (parts < 1 || parts > most)
      throw new InvalidArgumentError(`A budget is a whole number from 1 to ${most}, or none.`);
    return parts;
  };

function parseSlot(word: string): number {
  const slot = /^\d{1,2}$/.test(word) ? Number(word) : 0;
  if (slot < 1 || slot > 16) throw new InvalidArgumentError("A SIM's slot is a whole number from 1 to 16.");
  return slot;
}

/** What was typed in place of what stands; absent for no bound, as the request wants it. */
const merged = (typed: TypedBudget | undefined, stands: number | undefined): number | undefined =>
  typed === undefined ? stands : typed === 'none' ? undefined : typed;

/** Adds the group to the program. */
export function addDeviceCommands(program: Command, context: CommandContext): void {
  const devices = program
    .command('devices')
    .description(
      "pair, list and unpair an account's phones and modems, and set what may leave through a SIM",
    );

  devices
    .command('pair')
    .description('make a code that pairs one device')
    .argument('<account>', "the account's id", parseId)
    .option('--name <name>', "the device's name, at most 100 characters; else it names itself", '')
    .option('--url <url>', 'where the device reaches the core; else as the core knows it')
    .action(async (accountId: bigint, { name, url }: { name: string; url?: string }) => {
      const { code, expiresAt, ...known } = await context.core().createPairingCode({
        accountId,
        deviceName: name,
      });
      const expires = toTime(expiresAt);
      const words = `pair ${url} ${code}`;
      const lines =
        url === undefined ? known.commands : [`textrelay-agent ${words}`, `npm run agent -- ${words}`];
      const [command = '', npm = ''] = lines;
      const advice = url === undefined ? known.advice : '';
      const fields = renderFields([
        ['code', code],
        ['expires', expires ?? ''],
      ]);
      context.answer({
        json: { code, expires_at: expires, command, npm_command: npm, advice },
        text: `${fields}\nIt works once. At the phone or modem, type:\n  ${command}\nor, in a checkout of the project:\n  ${npm}\n${advice && `${advice}\n`}`,
      });
    });

  devices
    .command('list')
    .description('list devices and their SIMs, with those that were revoked in the last 90 days')
    .argument('<account>', "the account's id", parseId)
    .action(async (accountId: bigint) => {
      const core = context.core();
      const found = await allPages<Device, bigint>(async (cursor) => {
        const { devices: rows, nextCursor } = await core.listDevices({ accountId, limit: pageRows, cursor });
        return { rows, nextCursor };
      });
      context.answer({ json: { devices: found.map(deviceJson) }, text: renderDevices(found) });
    });

  devices
    .command('budget')
    .description('set how many parts may leave through a SIM; what is over it waits')
    .argument('<account>', "the account's id", parseId)
    .argument('<device>', "the device's id, as devices list shows it", parseId)
    .option('--sim <slot>', "the SIM's slot in the device", parseSlot, 1)
    .option(
      '--per-minute <parts>',
      'parts in a calendar minute, or none; else as it stands',
      parseBudget(1_000_000),
    )
    .option('--per-day <parts>', 'parts in a UTC day, or none; else as it stands', parseBudget(1_000_000))
    .option(
      '--per-month <parts>',
      'parts in a UTC month, or none; else as it stands',
      parseBudget(100_000_000),
    )
    .action(async (accountId: bigint, deviceId: bigint, typed: BudgetOptions, command: Command) => {
      const { perMinute, perDay, perMonth } = typed;
      if (perMinute === undefined && perDay === undefined && perMonth === undefined) {
        command.error('error: nothing to set: give --per-minute, --per-day or --per-month');
      }
      const core = context.core();
      // The core sets a budget whole, and refuses a device or SIM that is not there.
      const { devices: known } = await core.listDevices({ accountId, limit: 1, cursor: deviceId - 1n });
      const device = known.find(({ id }) => id === deviceId);
      const sim = device?.sims.find((each) => each.slot === typed.sim);
      const answer = await core.setSimBudget({
        accountId,
        deviceId,
        slot: typed.sim,
        perMinute: merged(perMinute, sim?.perMinute),
        perDay: merged(perDay, sim?.perDay),
        perMonth: merged(perMonth, sim?.perMonth),
      });
      const after = promised(answer.device);
      context.answer({ json: { device: deviceJson(after) }, text: renderDevice(after) });
    });

  devices
    .command('revoke')
    .description('unpair a device: its link closes and its token is void')
    .argument('<account>', "the account's id", parseId)
    .argument('<device>', "the device's id, as devices list shows it", parseId)
    .action(async (accountId: bigint, deviceId: bigint) => {
      const device = promised((await context.core().revokeDevice({ accountId, deviceId })).device);
      context.answer({ json: { device: deviceJson(device) }, text: renderDevice(device) });
    });
}

interface BudgetOptions {
  sim: number;
  perMinute?: TypedBudget;
  perDay?: TypedBudget;
  perMonth?: TypedBudget;
}
