// The devices of an account, and how one is paired.
import { Type } from 'typebox';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { notFound } from '../errors/errors.ts';
import { type Route, route } from '../interface/route.ts';
import {
  DeviceShape,
  PairingCodeShape,
  renderDevice,
  renderPairingCode,
  renderStickyAddress,
  StickyAddressShape,
} from '../resources/devices/device.ts';
import { pageAnswer } from '../schemas/answers.ts';
import { boundedText, integer, nullable } from '../schemas/kinds.ts';
import { idCursor, type Parameter, pageOf, pathId, textCursor } from '../schemas/parameters.ts';

const { method } = DeviceService;

const DeviceAnswer = Type.Object({ device: DeviceShape }, { title: 'OneDevice' });

const parts = (most: number) =>
  nullable(Type.Integer({ minimum: 1, maximum: most, description: 'Parts; null for no bound.' }));

const slotInPath: Parameter<number> = {
  schema: integer(1, 'The SIM’s slot, 1 to 16.'),
  read(value) {
    if (!/^([1-9]|1[0-6])$/.test(String(value))) throw notFound('SIM');
    return Number(value);
  },
};

const listDevices = route('GET /api/v1/devices', {
  id: 'consoleListDevices',
  summary: 'List the account’s devices.',
  session: 'account',
  query: pageOf('devices', idCursor),
  answer: pageAnswer(
    'devices',
    DeviceShape,
    'In order of id, with those that were unpaired in the last 90 days.',
    { title: 'Devices' },
  ),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { devices, nextCursor } = await ask(method.listDevices, asked, request);
    return { devices: devices.map(renderDevice), next_cursor: nextCursor?.toString() ?? null };
  },
});

const createPairingCode = route('POST /api/v1/devices/pairing-codes', {
  id: 'consoleInviteDevice',
  summary: 'Make a code that pairs one device, with lines to type. Needs the role admin.',
  session: 'account',
  body: Type.Object(
    { name: Type.Optional(boundedText(0, 100, 'The device’s name; left out, it names itself.')) },
    { title: 'InviteDevice' },
  ),
  answer: PairingCodeShape,
  handler: async (request, { ask, hasPhones }) => {
    const asked = { accountId: accountOf(request), deviceName: request.body.name };
    const pairing = renderPairingCode(await ask(method.createPairingCode, asked, request));
    return hasPhones ? pairing : { ...pairing, phone: null };
  },
});

const unpairDevice = route('DELETE /api/v1/devices/:id', {
  id: 'consoleUnpairDevice',
  summary: 'Unpair a device. Needs the role admin.',
  session: 'account',
  path: { id: pathId('device') },
  answer: DeviceAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), deviceId: request.params.id };
    return { device: renderDevice((await ask(method.unpairDevice, asked, request)).device) };
  },
});

const setSimBudget = route('PUT /api/v1/devices/:id/sims/:slot', {
  id: 'consoleBudgetSim',
  summary: 'Set how many parts may leave through a SIM. Needs the role admin.',
  session: 'account',
  path: { id: pathId('device'), slot: slotInPath },
  body: Type.Object(
    { per_minute: parts(1_000_000), per_day: parts(1_000_000), per_month: parts(100_000_000) },
    { title: 'SimBudget', description: 'How many parts may leave through a SIM; what is over it waits.' },
  ),
  answer: DeviceAnswer,
  handler: async (request, { ask }) => {
    const { id: deviceId, slot } = request.params;
    const { per_minute: perMinute, per_day: perDay, per_month: perMonth } = request.body;
    const asked = {
      accountId: accountOf(request),
      deviceId,
      slot,
      perMinute: perMinute ?? undefined,
      perDay: perDay ?? undefined,
      perMonth: perMonth ?? undefined,
    };
    return { device: renderDevice((await ask(method.setSimBudget, asked, request)).device) };
  },
});

const listDeviceAddresses = route('GET /api/v1/devices/:id/addresses', {
  id: 'consoleListDeviceAddresses',
  summary: 'List the recipients whose texts stay on a device.',
  description:
    'At most 10,000 conversations are looked at for a page: it may be short, and yet not be the last.',
  session: 'account',
  path: { id: pathId('device') },
  query: pageOf('recipients', textCursor),
  answer: pageAnswer('addresses', StickyAddressShape, 'In order of address.', { title: 'StickyAddresses' }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), deviceId: request.params.id, ...request.query };
    const { addresses, nextCursor } = await ask(method.listDeviceAddresses, asked, request);
    return { addresses: addresses.map(renderStickyAddress), next_cursor: nextCursor ?? null };
  },
});

export const deviceRoutes: readonly Route[] = [
  listDevices,
  createPairingCode,
  unpairDevice,
  setSimBudget,
  listDeviceAddresses,
];
