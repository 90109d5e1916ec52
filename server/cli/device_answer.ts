// How devices are shown: one line a device, and under it one a SIM.
import type { Device, Sim } from '../../proto/gen/textrelay/v1/device_pb.ts';
import { type Json, renderTable, toInteger, toTime } from './answer.ts';

const simJson = (sim: Sim): Json => ({
  slot: sim.slot,
  present: sim.present,
  per_minute: sim.perMinute ?? null,
  per_day: sim.perDay ?? null,
  per_month: sim.perMonth ?? null,
  used_minute: sim.usedMinute,
  used_day: sim.usedDay,
  used_month: sim.usedMonth,
});

/** A device as a program reads it. */
export const deviceJson = (device: Device): { [name: string]: Json } => ({
  id: toInteger(device.id),
  account_id: toInteger(device.accountId),
  name: device.name,
  online: device.online,
  ok: device.ok,
  detail: device.detail,
  signal_percent: device.signalPercent ?? null,
  battery_percent: device.batteryPercent ?? null,
  queue_length: device.queueLength,
  inbox_full: device.inboxFull,
  gives_receipts: device.givesReceipts ?? null,
  simulated: device.simulated,
  note: device.note,
  driver: device.driver,
  agent_version: device.agentVersion,
  last_seen_at: toTime(device.lastSeenAt),
  created_at: toTime(device.createdAt),
  revoked_at: toTime(device.revokedAt),
  sims: device.sims.map(simJson),
});

function stateOf(device: Device): string {
  if (device.revokedAt) return 'revoked';
  const state = device.online ? 'online' : 'offline';
  const troubles = [
    ...(device.ok ? [] : [device.detail || 'cannot send']),
    ...(device.note === '' ? [] : [device.note]),
    ...(device.inboxFull ? ['its memory for received texts is full'] : []),
  ];
  return troubles.length === 0 ? state : `${state}: ${troubles.join('; ')}`;
}

const percent = (value: number | undefined) => (value === undefined ? '' : `${value} %`);
const used = (parts: number, budget: number | undefined) =>
  budget === undefined ? `${parts}` : `${parts} of ${budget}`;

const deviceTable = (devices: readonly Device[]) =>
  renderTable(
    ['id', 'name', 'signal', 'battery', 'queue', 'driver', 'agent', 'last seen', 'state'],
    devices.map((device) => [
      String(device.id),
      device.name,
      percent(device.signalPercent),
      percent(device.batteryPercent),
      String(device.queueLength),
      device.driver,
      device.agentVersion,
      toTime(device.lastSeenAt) ?? '',
      stateOf(device),
    ]),
    'no devices',
  );

/** Devices and their SIMs as a person reads them. */
export function renderDevices(devices: readonly Device[]): string {
  const sims = devices.flatMap((device) =>
    device.revokedAt ? [] : device.sims.map((sim) => ({ device, sim })),
  );
  if (sims.length === 0) return deviceTable(devices);
  const table = renderTable(
    ['device', 'sim', 'parts this minute', 'today (UTC)', 'this month', 'there'],
    sims.map(({ device, sim }) => [
      String(device.id),
      String(sim.slot),
      used(sim.usedMinute, sim.perMinute),
      used(sim.usedDay, sim.perDay),
      used(sim.usedMonth, sim.perMonth),
      sim.present ? 'yes' : 'no',
    ]),
    '',
  );
  return `${deviceTable(devices)}\n${table}`;
}

/** One device as a person reads it. */
export const renderDevice = (device: Device): string => renderDevices([device]);
