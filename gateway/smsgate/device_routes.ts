// The devices of an account.
import { Type } from 'typebox';
import type { Device } from '../../proto/gen/textrelay/v1/device_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import { missing, renderInstant } from '../schemas/resource.ts';
import { smsgateDoor } from './door.ts';
import { devicePaths } from './paths.ts';

const { method } = DeviceService;

/** Devices that are listed, at most. */
const mostDevices = 500;

interface DeviceAnswer {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  lastSeen: string;
  simCards: { slotIndex: number; simNumber: number }[];
}

function renderDevice({ id, name, createdAt, lastSeenAt, sims }: Device): DeviceAnswer {
  const made = renderInstant(createdAt ?? missing());
  const seen = lastSeenAt ? renderInstant(lastSeenAt) : made;
  const simCards = sims
    .filter(({ present }) => present)
    .map(({ slot }) => ({ slotIndex: slot - 1, simNumber: slot }));
  return { id: String(id), name, createdAt: made, updatedAt: seen, lastSeen: seen, simCards };
}

export const deviceRoutes: readonly Route[] = devicePaths.map((at) =>
  route(`GET ${at}`, {
    id: 'smsgateListDevices',
    foreign: smsgateDoor,
    summary: 'List the devices.',
    admittedFor: method.listDevices,
    answer: Type.Unsafe<DeviceAnswer[]>({}),
    handler: async (request, { ask }) => {
      const { devices } = await ask(method.listDevices, {
        accountId: accountOf(request),
        limit: mostDevices,
      });
      return devices.filter(({ unpairedAt }) => unpairedAt === undefined).map(renderDevice);
    },
  }),
);
