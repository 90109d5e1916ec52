// `devices pair | list | budget | unpair`: an account's phones and modems.

import { type Command, InvalidArgumentError } from 'commander';
import {
  type Device,
  DeviceConnection,
  DeviceSchema,
  type Sim,
  SimSchema,
} from '../../../proto/gen/textrelay/v1/device_pb.ts';
import type {
  CreatePairingCodeResponse,
  ListDevicesResponse,
} from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { typedCommand } from '../../../runtime/typed_command.ts';
import { showPairingCode } from '../../domain/keys/api_key.ts';
import {
  createView,
  type Json,
  jsonOf,
  plainFields,
  renderFields,
  renderTable,
  toTime,
  type View,
} from '../answer.ts';
import { accountArgument, allPages, type CommandContext, pageRows, parseId, parseUpTo } from '../command.ts';

const simJson = (sim: Sim): Json => jsonOf(sim, plainFields(SimSchema));

function stateOf(device: Device): string {
  if (device.unpairedAt) return 'unpaired';
  const troubles = [
    device.ok ? '' : device.detail || 'it cannot send',
    device.note,
    device.inboxFull ? 'its memory for received texts is full' : '',
  ];
  const said = troubles.filter(Boolean).join('; ');
  return [device.online ? 'online' : 'offline', said].filter(Boolean).join(': ') + sinceOf(device);
}

const connections: Readonly<Record<DeviceConnection, string | null>> = {
  [DeviceConnection.UNSPECIFIED]: null,
  [DeviceConnection.LISTENING]: 'listening',
  [DeviceConnection.POLLING]: 'polling',
  [DeviceConnection.LOST]: 'lost',
};
/** Null when it is not known, or not by this program. */
const connectionOf = ({ connection = DeviceConnection.UNSPECIFIED }: Device) =>
  connections[connection] ?? null;

function sinceOf(device: Device): string {
  const connection = connectionOf(device);
  return connection === null ? '' : ` (${connection} since ${toTime(device.connectionSince)})`;
}

const percent = (value: number | undefined) => (value === undefined ? undefined : `${value} %`);

const devicesAlone = createView<Device>(
  plainFields(DeviceSchema),
  {
    id: 'id',
    name: 'name',
    signal: ({ signalPercent }) => percent(signalPercent),
    battery: ({ batteryPercent, charging }) =>
      charging && batteryPercent !== undefined ? `${batteryPercent} %, charging` : percent(batteryPercent),
    queue: 'queueLength',
    driver: 'driver',
    agent: 'agentVersion',
    'last seen': 'lastSeenAt',
    state: stateOf,
  },
  'no devices',
);

const used = (parts: number, budget: number | undefined) =>
  budget === undefined ? parts : `${parts} of ${budget}`;

/** One line a device, and below them one a SIM. */
const deviceView: View<Device> = {
  json: (device) => ({
    ...devicesAlone.json(device),
    connection: connectionOf(device),
    sims: device.sims.map(simJson),
  }),
  table(devices) {
    const sims = devices
      .filter(({ unpairedAt }) => !unpairedAt)
      .flatMap((device) => device.sims.map((sim) => ({ ...sim, deviceId: device.id })));
    if (sims.length === 0) return devicesAlone.table(devices);
    const columns = {
      device: 'deviceId',
      sim: 'slot',
      'parts this minute': (sim: Sim) => used(sim.usedMinute, sim.perMinute),
      'today (UTC)': (sim: Sim) => used(sim.usedDay, sim.perDay),
      'this month': (sim: Sim) => used(sim.usedMonth, sim.perMonth),
      there: 'present',
    } as const;
    return `${devicesAlone.table(devices)}\n${renderTable(columns, sims, '')}`;
  },
};

/** A budget as it is typed: a number of parts, or none. */
type TypedBudget = number | 'none';

const parseBudget = (most: number) => (word: string) => {
  if (word === 'none') return word;
  try {
    return parseUpTo(most, 'A budget')(word);
  } catch {
    throw new InvalidArgumentError(`A budget is a whole number from 1 to ${most}, or none.`);
  }
};

/** The typed budget, or the present one where nothing was typed; absent for no bound, as the request wants it. */
const merged = (typed: TypedBudget | undefined, stands: number | undefined): number | undefined =>
  typed === undefined ? stands : typed === 'none' ? undefined : typed;

interface TypedBudgets {
  sim: number;
  perMinute?: TypedBudget;
  perDay?: TypedBudget;
  perMonth?: TypedBudget;
}

const deviceArgument = ['<device>', "the device's id, as devices list shows it", parseId] as const;

/** What to do at an Android phone. What speaks against its address comes first: nothing else helps then. */
const phoneLines = ({ code, phoneAdvice, phoneSteps }: CreatePairingCodeResponse): string[] => [
  ...(phoneAdvice === '' ? [] : [phoneAdvice, '']),
  'An Android phone, with the app SMS Gateway for Android (1.66.2 or newer):',
  ...phoneSteps.flatMap(({ text, value }, index) => [
    `  ${index + 1}. ${text}`,
    ...(value === '' ? [] : [`       ${value === code ? showPairingCode(code) : value}`]),
  ]),
];

function addPair(devices: Command, context: CommandContext): void {
  devices
    .command('pair')
    .description('make a code that pairs one device')
    .argument(...accountArgument)
    .option('--name <name>', "the device's name, at most 100 characters; else it names itself", '')
    .option('--url <url>', 'where the device reaches the core; else as the core knows it')
    .action(async (accountId: bigint, { name, url }: { name: string; url?: string }) => {
      const answer = await context.core().createPairingCode({ accountId, deviceName: name });
      const { code } = answer;
      const expires = toTime(answer.expiresAt) ?? '';
      const typed = `pair ${url} ${code}`;
      const [command = '', npm = ''] =
        url === undefined
          ? answer.commands
          : [`textrelay-agent ${typed}`, `${typedCommand('agent')} ${typed}`];
      const advice = url === undefined ? answer.advice : '';
      const { phoneUrl, phoneAdvice } = answer;
      const phoneSteps = answer.phoneSteps.map(({ text, value }) => ({ text, value: value || null }));
      const lines = [
        renderFields(Object.entries({ code: showPairingCode(code), expires })),
        'It works once, for a phone or for a modem.',
        '',
        ...phoneLines(answer),
        '',
        'A modem, or any device with an agent beside it: type there',
        `  ${command}`,
        'or, in a checkout of the project:',
        `  ${npm}`,
        ...(advice === '' ? [] : [advice]),
      ];
      const typing = { command, npm_command: npm, advice };
      context.answer({
        json: {
          ...{ code, expires_at: expires, phone_url: phoneUrl, phone_advice: phoneAdvice },
          ...{ phone_steps: phoneSteps, ...typing },
        },
        text: `${lines.join('\n')}\n`,
      });
    });
}

function addBudget(devices: Command, context: CommandContext): void {
  const { core } = context;
  devices
    .command('budget')
    .description('set how many parts may leave through a SIM; what is over it waits')
    .argument(...accountArgument)
    .argument(...deviceArgument)
    .option('--sim <slot>', "the SIM's slot in the device", parseUpTo(16, "A SIM's slot"), 1)
    .option('--per-minute <parts>', 'parts in a calendar minute, or none', parseBudget(1_000_000))
    .option('--per-day <parts>', 'parts in a UTC day, or none', parseBudget(1_000_000))
    .option('--per-month <parts>', 'parts in a UTC month, or none', parseBudget(100_000_000))
    .addHelpText('after', '\nA bound that is left out stays as it is.')
    .action(async (accountId: bigint, deviceId: bigint, typed: TypedBudgets, command: Command) => {
      const { sim: slot, perMinute, perDay, perMonth } = typed;
      if (perMinute === undefined && perDay === undefined && perMonth === undefined) {
        command.error('error: nothing to set: give --per-minute, --per-day or --per-month');
      }
      // The core sets a budget whole, and refuses a device or SIM that is not there.
      const known = await core().listDevices({ accountId, limit: 1, cursor: deviceId - 1n });
      const device = known.devices.find(({ id }) => id === deviceId);
      const sim = device?.sims.find((each) => each.slot === slot);
      const changed = await core().setSimBudget({
        accountId,
        id: deviceId,
        slot,
        perMinute: merged(perMinute, sim?.perMinute),
        perDay: merged(perDay, sim?.perDay),
        perMonth: merged(perMonth, sim?.perMonth),
      });
      context.answerOne('device', deviceView, changed.device);
    });
}

/** Adds the group `devices`. */
export function addDeviceCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const devices = program
    .command('devices')
    .description(
      "pair, list and unpair an account's phones and modems, and set what may leave through a SIM",
    );
  addPair(devices, context);
  devices
    .command('list')
    .description('list devices and their SIMs, with those that were unpaired in the last 90 days')
    .argument(...accountArgument)
    .action(async (accountId: bigint) => {
      const pages = await allPages<ListDevicesResponse>((cursor) =>
        core().listDevices({ accountId, limit: pageRows, cursor }),
      );
      context.answerAll(
        'devices',
        deviceView,
        pages.flatMap((page) => page.devices),
      );
    });
  addBudget(devices, context);
  devices
    .command('unpair')
    .description('unpair a device: its link closes and its token is void')
    .argument(...accountArgument)
    .argument(...deviceArgument)
    .action(async (accountId: bigint, id: bigint) =>
      context.answerOne('device', deviceView, (await core().unpairDevice({ accountId, id })).device),
    );
}
