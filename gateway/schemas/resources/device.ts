// A paired phone or modem.

import { Type } from 'typebox';
import type { Device, Sim } from '../../../proto/gen/textrelay/v1/device_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, renderInstant, resource } from '../resource.ts';

const bound = (span: string) => nullable(integer(1, `Most parts in a ${span}; null without a bound.`));
const ofSim = fieldOf<Sim>();

const { Shape: SimShape, render: renderSim } = resource('Sim', 'A SIM of a device.', {
  slot: ofSim(integer(1, 'Its slot in the device.'), ({ slot }) => slot),
  per_minute: ofSim(bound('calendar minute'), ({ perMinute }) => perMinute ?? null),
  per_day: ofSim(bound('UTC day'), ({ perDay }) => perDay ?? null),
  per_month: ofSim(bound('UTC month'), ({ perMonth }) => perMonth ?? null),
  used_minute: ofSim(integer(0, 'Parts handed over in the present minute.'), ({ usedMinute }) => usedMinute),
  used_day: ofSim(integer(0, 'Parts handed over today.'), ({ usedDay }) => usedDay),
  used_month: ofSim(integer(0, 'Parts handed over this month.'), ({ usedMonth }) => usedMonth),
  present: ofSim(flag('Whether the device named it when it last opened a link.'), ({ present }) => present),
});

const field = fieldOf<Device>();

export const { Shape: DeviceShape, render: renderDevice } = resource('Device', 'A paired phone or modem.', {
  id: field(integer(1, 'Counted per account.'), ({ id }) => toNumber(id)),
  name: field(text('Its name.'), ({ name }) => name),
  online: field(flag('Whether its link is up.'), ({ online }) => online),
  last_seen_at: field(
    nullable(instant('When it was last seen; null before the first time.')),
    ({ lastSeenAt }) => instantOrNull(lastSeenAt),
  ),
  created_at: field(instant('When it was paired.'), ({ createdAt }) => renderInstant(createdAt ?? missing())),
  revoked_at: field(nullable(instant('When it was unpaired; null while it is paired.')), ({ revokedAt }) =>
    instantOrNull(revokedAt),
  ),
  agent_version: field(text('The agent’s version, as it last said.'), ({ agentVersion }) => agentVersion),
  driver: field(text('The agent’s driver, as it last said.'), ({ driver }) => driver),
  ok: field(flag('Whether it could send when it was last seen.'), ({ ok }) => ok),
  detail: field(text('One sentence about that.'), ({ detail }) => detail),
  signal_percent: field(
    nullable(integer(0, 'Signal strength; null when unknown.')),
    ({ signalPercent }) => signalPercent ?? null,
  ),
  battery_percent: field(
    nullable(integer(0, 'Charge of the battery; null when unknown.')),
    ({ batteryPercent }) => batteryPercent ?? null,
  ),
  queue_length: field(
    integer(0, 'Texts that were handed over and whose submit has not ended.'),
    ({ queueLength }) => queueLength,
  ),
  gives_receipts: field(
    nullable(flag('Whether delivery receipts come from it; null before the first link.')),
    ({ givesReceipts }) => givesReceipts ?? null,
  ),
  inbox_full: field(
    flag('Whether its memory for received texts was full when it was last seen.'),
    ({ inboxFull }) => inboxFull,
  ),
  simulated: field(flag('True for one that delivers nothing.'), ({ simulated }) => simulated),
  problem: field(
    nullable(text('What keeps it from sending, in words; null when nothing does.')),
    ({ problem }) => problem || null,
  ),
  note: field(
    nullable(
      text('What else is to be said, such as that a simulated one delivers nothing; null when nothing is.'),
    ),
    ({ note }) => note || null,
  ),
  sims: field(Type.Array(SimShape, { description: 'In order of slot.' }), ({ sims }) => sims.map(renderSim)),
});
