// Devices as the console's pages see them.

import { type Static, Type } from 'typebox';
import type { Sim } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import type { NotedDevice } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import { unavailable } from '../../edge/errors.ts';
import { toNumber } from '../../schemas/integers.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { instantOrNull, renderInstant } from '../../schemas/resource.ts';

const bound = (span: string) => nullable(integer(1, `Most parts in a ${span}; null without a bound.`));

const SimShape = Type.Object(
  {
    slot: integer(1, 'Its slot in the device.'),
    per_minute: bound('calendar minute'),
    per_day: bound('UTC day'),
    per_month: bound('UTC month'),
    used_minute: integer(0, 'Parts handed over in the present minute.'),
    used_day: integer(0, 'Parts handed over today.'),
    used_month: integer(0, 'Parts handed over this month.'),
    present: flag('Whether the device named it when it last opened a link.'),
  },
  { title: 'ConsoleSim' },
);

export const DeviceShape = Type.Object(
  {
    id: integer(1, 'Counted per account.'),
    name: text('Its name.'),
    online: flag('Whether its link is up.'),
    last_seen_at: nullable(instant('When it was last seen; null before the first time.')),
    created_at: instant('When it was paired.'),
    revoked_at: nullable(instant('When it was unpaired; null while it is paired.')),
    agent_version: text('The agent’s version, as it last said.'),
    driver: text('The agent’s driver, as it last said.'),
    ok: flag('Whether it could send when it was last seen.'),
    detail: text('One sentence about that.'),
    signal_percent: nullable(integer(0, 'Signal strength; null when unknown.')),
    battery_percent: nullable(integer(0, 'Charge of the battery; null when unknown.')),
    queue_length: integer(0, 'Texts that were handed over and whose submit has not ended.'),
    gives_receipts: nullable(flag('Whether delivery receipts come from it; null before the first link.')),
    inbox_full: flag('Whether its memory for received texts was full when it was last seen.'),
    simulated: flag('True for one that delivers nothing.'),
    problem: nullable(text('What keeps it from sending, in words; null when nothing does.')),
    note: nullable(
      text('What else is to be said, such as what a simulated one is given; null when nothing is.'),
    ),
    sims: Type.Array(SimShape, { description: 'In order of slot.' }),
  },
  { title: 'ConsoleDevice', description: 'A paired phone or modem.' },
);

const renderSim = (sim: Sim): Static<typeof SimShape> => ({
  slot: sim.slot,
  per_minute: sim.perMinute ?? null,
  per_day: sim.perDay ?? null,
  per_month: sim.perMonth ?? null,
  used_minute: sim.usedMinute,
  used_day: sim.usedDay,
  used_month: sim.usedMonth,
  present: sim.present,
});

export function renderDevice(noted: NotedDevice | undefined): Static<typeof DeviceShape> {
  const { device } = noted ?? {};
  if (!noted || !device?.createdAt) throw unavailable();
  return {
    id: toNumber(device.id),
    name: device.name,
    online: device.online,
    last_seen_at: instantOrNull(device.lastSeenAt),
    created_at: renderInstant(device.createdAt),
    revoked_at: instantOrNull(device.revokedAt),
    agent_version: device.agentVersion,
    driver: device.driver,
    ok: device.ok,
    detail: device.detail,
    signal_percent: device.signalPercent ?? null,
    battery_percent: device.batteryPercent ?? null,
    queue_length: device.queueLength,
    gives_receipts: device.givesReceipts ?? null,
    inbox_full: device.inboxFull,
    simulated: noted.simulated,
    problem: noted.problem || null,
    note: noted.note || null,
    sims: device.sims.map(renderSim),
  };
}
