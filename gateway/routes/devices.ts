// The devices of an account, and how one is paired.

import { Type } from 'typebox';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { notFound } from '../edge/errors.ts';
import { parseInteger, readPathId } from '../schemas/integers.ts';
import { instant, integer, nullable, text } from '../schemas/kinds.ts';
import {
  clampedInteger,
  limitRule,
  nextCursorField,
  pageParameters,
  readPage,
  textIn,
} from '../schemas/parameters.ts';
import { missing, renderInstant } from '../schemas/resource.ts';
import { DeviceShape, renderDevice } from '../schemas/resources/device.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = DeviceService;

const DevicesAnswer = Type.Object(
  {
    devices: Type.Array(DeviceShape, {
      description: 'In order of id, with those that were unpaired in the last 90 days.',
    }),
    next_cursor: nextCursorField,
  },
  { title: 'Devices' },
);
const DeviceAnswer = Type.Object({ device: DeviceShape }, { title: 'OneDevice' });
const CodeBody = Type.Object(
  { name: Type.Optional(text('The device’s name, at most 100 characters; left out, it names itself.')) },
  { title: 'InviteDevice' },
);
const CodeAnswer = Type.Object(
  {
    code: text('The code; it works once.'),
    expires_at: instant('When it stops working.'),
    addresses: Type.Array(text(''), {
      description: 'Where the device may reach the service, the likeliest first.',
    }),
    commands: Type.Array(text(''), {
      description: 'Lines to type at the phone or modem; one of them is enough.',
    }),
    qr: text('What a QR code is to hold.'),
    advice: nullable(text('A sentence on the addresses; null when nothing is to be said.')),
  },
  { title: 'PairingCode' },
);
const part = (most: number) =>
  nullable(Type.Integer({ minimum: 1, maximum: most, description: 'Parts; null for no bound.' }));
const BudgetBody = Type.Object(
  { per_minute: part(1_000_000), per_day: part(1_000_000), per_month: part(100_000_000) },
  { title: 'SimBudget', description: 'How many parts may leave through a SIM; what is over it waits.' },
);
const AddressesAnswer = Type.Object(
  {
    addresses: Type.Array(
      Type.Object(
        {
          address: text('As last given or received.'),
          address_norm: text('Its E.164 form, or its own.'),
          sim: nullable(integer(1, 'The slot of the SIM; null before a text was sent.')),
        },
        { title: 'KeptAddress' },
      ),
      { description: 'In order of address.' },
    ),
    next_cursor: nextCursorField,
  },
  { title: 'KeptAddresses' },
);

const deviceParameter = { id: integer(1, 'The device.') };

type Route = (app: App, ask: Ask) => void;

const listDevices: Route = (app, ask) =>
  app.route({
    method: 'GET',
    url: '/api/v1/devices',
    config: {
      id: 'consoleListDevices',
      tag: 'Console',
      summary: 'List the account’s devices.',
      session: 'account',
      parameters: pageParameters('devices'),
    },
    schema: { response: { 200: DevicesAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), ...readPage(request) };
      const { devices, nextCursor } = await ask(method.listDevices, asked, request);
      return { devices: devices.map(renderDevice), next_cursor: nextCursor?.toString() ?? null };
    },
  });

const createPairingCode: Route = (app, ask) =>
  app.route({
    method: 'POST',
    url: '/api/v1/devices/pairing-codes',
    config: {
      id: 'consoleInviteDevice',
      tag: 'Console',
      summary: 'Make a code that pairs one device, with lines to type. Takes the role admin.',
      session: 'account',
    },
    schema: { body: CodeBody, response: { 200: CodeAnswer } },
    handler: async (request) => {
      const deviceName = requireText(request.body.name ?? '', 'name');
      const asked = { accountId: accountOf(request), deviceName };
      const made = await ask(method.createPairingCode, asked, request);
      const { code, addresses, commands, qr, advice } = made;
      const expires_at = renderInstant(made.expiresAt ?? missing());
      return { code, expires_at, addresses, commands, qr, advice: advice || null };
    },
  });

const unpairDevice: Route = (app, ask) =>
  app.route({
    method: 'DELETE',
    url: '/api/v1/devices/:id',
    config: {
      id: 'consoleUnpairDevice',
      tag: 'Console',
      summary: 'Unpair a device. Takes the role admin.',
      session: 'account',
      parameters: { path: deviceParameter },
    },
    schema: { response: { 200: DeviceAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), deviceId: readPathId(request, 'device') };
      return { device: renderDevice((await ask(method.revokeDevice, asked, request)).device ?? missing()) };
    },
  });

const setSimBudget: Route = (app, ask) =>
  app.route({
    method: 'PUT',
    url: '/api/v1/devices/:id/sims/:slot',
    config: {
      id: 'consoleBudgetSim',
      tag: 'Console',
      summary: 'Set how many parts may leave through a SIM. Takes the role admin.',
      session: 'account',
      parameters: { path: { ...deviceParameter, slot: integer(1, 'The SIM’s slot, 1 to 16.') } },
    },
    schema: { body: BudgetBody, response: { 200: DeviceAnswer } },
    handler: async (request) => {
      const deviceId = readPathId(request, 'device');
      const slot = /^([1-9]|1[0-6])$/.exec((request.params as { slot: string }).slot)?.[0];
      if (slot === undefined) throw notFound('SIM');
      const { per_minute: perMinute, per_day: perDay, per_month: perMonth } = request.body;
      const asked = {
        accountId: accountOf(request),
        deviceId,
        slot: Number(slot),
        ...(perMinute !== null && { perMinute }),
        ...(perDay !== null && { perDay }),
        ...(perMonth !== null && { perMonth }),
      };
      return { device: renderDevice((await ask(method.setSimBudget, asked, request)).device ?? missing()) };
    },
  });

const listAddresses: Route = (app, ask) =>
  app.route({
    method: 'GET',
    url: '/api/v1/devices/:id/addresses',
    config: {
      id: 'consoleListDeviceAddresses',
      tag: 'Console',
      summary: 'List the recipients whose texts stay on a device.',
      description:
        'At most 10,000 conversations are looked at for a page: it may be short, and yet not be the last.',
      session: 'account',
      parameters: {
        path: deviceParameter,
        query: {
          limit: clampedInteger(limitRule, 'Most recipients in the answer.'),
          cursor: Type.String({ description: 'The next_cursor of the page before.' }),
        },
      },
    },
    schema: { response: { 200: AddressesAnswer } },
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const cursor = textIn(query, 'cursor');
      const asked = {
        accountId: accountOf(request),
        deviceId: readPathId(request, 'device'),
        limit: parseInteger(query.limit, limitRule),
        ...(cursor !== '' && { cursor }),
      };
      const { addresses, nextCursor } = await ask(method.listDeviceAddresses, asked, request);
      return {
        addresses: addresses.map(({ address, addressNorm, sim }) => ({
          address,
          address_norm: addressNorm,
          sim: sim ?? null,
        })),
        next_cursor: nextCursor ?? null,
      };
    },
  });

/** Adds the routes about an account's devices, and how one is paired. */
export function addDeviceRoutes(app: App, ask: Ask): void {
  for (const add of [listDevices, createPairingCode, unpairDevice, setSimBudget, listAddresses])
    add(app, ask);
}
