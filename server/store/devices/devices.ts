// Paired devices: how they are, their SIMs with budgets in parts, and the recipients that stay on them. The codes that pair
// devices are in pairing.ts, their links in links.ts.
import type { Connection } from '../../domain/devices/device.ts';
import { monthOf } from '../../domain/plans/month.ts';
import type { Database } from '../postgres/database.ts';
import {
  bool,
  count,
  date,
  instant,
  int2,
  int4,
  int8,
  int8Array,
  text,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';

/** A device as it is stored. */
export type DeviceRow = RowOf<typeof deviceRow>;
const deviceRow = {
  accountId: int8,
  id: int8,
  name: text,
  agentVersion: text,
  driver: text,
  onlineUntilMs: instant.orNull,
  lastSeenAtMs: instant.orNull,
  createdAtMs: instant,
  unpairedAtMs: instant.orNull,
  /** The reason why it cannot send, as it last said; empty for none. */
  problem: text,
  /** One sentence on how it is. */
  detail: text,
  signalPercent: int2.orNull,
  batteryPercent: int2.orNull,
  inboxFull: bool,
  /** Null before the first link, and for an agent that does not say. */
  givesReceipts: bool.orNull,
  /** How it learns of its work, and since when; both null when that is not known. */
  connection: word<Connection>().orNull,
  connectionSinceMs: instant.orNull,
  charging: bool.orNull,
  model: text,
  appVersion: text,
};

/** One device, by its account. */
export interface DeviceRef {
  accountId: bigint;
  deviceId: bigint;
}

const listDevices = statement({
  takes: { accountId: int8, after: int8, limit: count },
  gives: deviceRow,
  text: ({ accountId, after, limit, row }) => `
select ${row} from device where account_id = ${accountId} and id > ${after} order by id limit ${limit}`,
});

const unpair = statement({
  takes: { accountId: int8, id: int8, nowMs: instant },
  gives: { isOnline: bool },
  text: ({ accountId, id, nowMs, row }) => `
with unpaired as (
  update device set unpaired_at = coalesce(unpaired_at, ${nowMs})
  where account_id = ${accountId} and id = ${id}
  returning account_id, id, coalesce(online_until > ${nowMs}, false) as is_online
), fenced as (
  update sim s set present = s.present from unpaired r where s.account_id = r.account_id and s.device_id = r.id
)
select ${row} from unpaired`,
});

/** How a device is, and the link that said so. */
export type DeviceStateRow = ValuesOf<typeof deviceState>;
const deviceState = {
  accountId: int8,
  deviceId: int8,
  /** The report of an older link than the device's newest is not stored. */
  linkEpoch: int8,
  atMs: instant,
  /** The reason why it cannot send; empty for none. */
  problem: text,
  detail: text,
  signalPercent: int2.orNull,
  batteryPercent: int2.orNull,
  queueLength: int4,
  inboxFull: bool,
  /** How it learns of its work; null when that is not known. */
  connection: word<Connection>().orNull,
  charging: bool.orNull,
  model: text,
  appVersion: text,
};

// A locked row is left out, so that the states of the other devices are stored.
const storeStates = statement({
  takes: { states: list(deviceState) },
  gives: {
    isDone: bool(`s.ord in (select ord from stored) or not exists (
      select from device d where d.account_id = s.account_id and d.id = s.device_id and d.link_epoch = s.link_epoch)`),
  },
  expects: 'states',
  text: ({ states, row }) => `
with said as (
  select * from ${states.as('t', 'ord')}
), found as materialized (
  select t.* from said t join device d on d.account_id = t.account_id and d.id = t.device_id
    and d.link_epoch = t.link_epoch
  order by d.account_id, d.id for update of d skip locked
), stored as (
  update device d set problem = t.problem, detail = t.detail, signal_percent = t.signal_percent,
    battery_percent = t.battery_percent, queue_length = t.queue_length, inbox_full = t.inbox_full,
    problem_since = case when t.problem <> '' then coalesce(d.problem_since, t.at) end,
    connection = t.connection, charging = t.charging, model = t.model, app_version = t.app_version,
    connection_since = case when t.connection = d.connection then d.connection_since
      when t.connection is not null then t.at end
  from found t where d.account_id = t.account_id and d.id = t.device_id returning t.ord
)
select ${row} from said s order by s.ord`,
});

const listUsable = statement({
  takes: { accountIds: int8Array, nowMs: instant },
  gives: { accountId: int8('d.account_id'), deviceId: int8('d.id') },
  text: ({ accountIds, nowMs, row }) => `
select ${row} from device d
where d.account_id = any (${accountIds}) and d.online_until > ${nowMs} and d.unpaired_at is null
  and d.problem = ''
order by d.account_id, d.id`,
});

const countHandedOver = statement({
  takes: { accountId: int8, deviceIds: int8Array },
  gives: { deviceId: int8, texts: int4('count(*)::int4') },
  text: ({ accountId, deviceIds, row }) => `
select ${row} from message
where account_id = ${accountId} and status = 'sending' and device_id = any (${deviceIds}) group by device_id`,
});

/** The UTC minute, day and month that a budget counts in. */
interface Calendar {
  /** The minute's start, in milliseconds. */
  minuteMs: number;
  /** The day: 2026-11-20. */
  day: string;
  /** The month's first day: 2026-11-01. */
  month: string;
}

/** The minute, day and month that hold an instant. */
export const calendarOf = (atMs: number): Calendar => ({
  minuteMs: Math.floor(atMs / 60_000) * 60_000,
  day: new Date(atMs).toISOString().slice(0, 10),
  month: monthOf(atMs),
});

/** Most parts in a minute, day and month; null without a bound. */
export type SimBudget = RowOf<typeof budget>;
const budget = { perMinute: int4.orNull, perDay: int4.orNull, perMonth: int4.orNull };

/** A SIM as it is stored. */
export type SimRow = RowOf<typeof sim>;
const sim = {
  deviceId: int8,
  slot: int2,
  ...budget,
  usedMinute: int4,
  usedDay: int4,
  usedMonth: int4,
  /** Whether the device named it when it last opened a link. */
  present: bool,
};

const listSims = statement({
  takes: { accountId: int8, deviceIds: int8Array, minuteMs: instant, day: date, month: date },
  gives: sim,
  text: ({ accountId, deviceIds, minuteMs, day, month, row }) => `
select ${row} from (
  select device_id, slot, per_minute, per_day, per_month, present,
    case when minute >= ${minuteMs} then used_minute else 0 end as used_minute,
    case when day >= ${day} then used_day else 0 end as used_day,
    case when month >= ${month} then used_month else 0 end as used_month
  from sim where account_id = ${accountId} and device_id = any (${deviceIds})
) s order by device_id, slot`,
});

const setBudget = statement({
  takes: { accountId: int8, deviceId: int8, slot: int2, ...budget },
  text: ({ accountId, deviceId, slot, perMinute, perDay, perMonth }) => `
update sim set per_minute = ${perMinute}, per_day = ${perDay}, per_month = ${perMonth}
where account_id = ${accountId} and device_id = ${deviceId} and slot = ${slot} returning slot`,
});

/** Most conversations that a page looks at. */
const mostLookedAt = 10_000;

/** A recipient that stays on a device, and on which of its SIMs. */
export type StickyAddress = RowOf<typeof stickyAddress>;
const stickyAddress = { address: text, addressNorm: text, sim: int2.orNull };

const listKept = statement({
  takes: { accountId: int8, deviceId: int8, after: text, looks: count, most: int4 },
  gives: { kept: group(stickyAddress), isKept: bool, isEnough: bool },
  text: ({ accountId, deviceId, after, looks, most, row }) => `
select ${row} from (
  select address, address_norm, sim, coalesce(device_id = ${deviceId}, false) as is_kept,
    row_number() over (order by address_norm) = ${looks} as is_enough
  from thread where account_id = ${accountId} and address_norm > ${after} order by address_norm limit ${looks}
) t where is_kept or is_enough order by address_norm limit ${most}`,
});

/** `looks` is for tests. */
export const prepareDevices = ({ reads, links, writes }: Database, looks = mostLookedAt) => ({
  /** Up to `limit` of an account's devices with ids above `after`, ascending, unpaired ones too. */
  listDevices: (accountId: bigint, after: bigint, limit: number) =>
    listDevices.run(reads, { accountId, after, limit }),

  /**
   * Unpairs a device; the first time stays. Its SIMs' rows are written, so that a claim that began before gives it
   * nothing. The texts that were handed over to it fall due, so that the sweeper ends them even if the caller dies.
   * Returns undefined for an unknown device, and for others whether it was online.
   */
  unpairDevice: (accountId: bigint, id: bigint, nowMs: number) =>
    unpair.first(links, { accountId, id, nowMs }),

  /**
   * Stores states, each device at most once in the list. A problem or connection that stays keeps its beginning. Returns false for
   * each device whose row is locked: its state is to be stored later.
   */
  storeStates: async (states: readonly DeviceStateRow[]): Promise<boolean[]> =>
    (await storeStates.run(links, { states })).map(({ isDone }) => isDone),

  /** The devices of each account that are online on any replica and have no problem, ascending. */
  async listUsable(accountIds: readonly bigint[], nowMs: number): Promise<Map<bigint, bigint[]>> {
    const usable = new Map<bigint, bigint[]>();
    for (const { accountId, deviceId } of await listUsable.run(links, { accountIds, nowMs })) {
      const of = usable.get(accountId) ?? [];
      of.push(deviceId);
      usable.set(accountId, of);
    }
    return usable;
  },

  /** For each of some devices of an account, the texts that were handed over to it and whose submit has not ended. */
  async countHandedOver(accountId: bigint, deviceIds: readonly bigint[]): Promise<Map<bigint, number>> {
    const counts = await countHandedOver.run(reads, { accountId, deviceIds });
    return new Map(counts.map(({ deviceId, texts }) => [deviceId, texts]));
  },

  /** The SIMs of some of an account's devices, by device and slot, with their use of the present minute, day and month. */
  listSims: (accountId: bigint, deviceIds: readonly bigint[], nowMs: number) =>
    listSims.run(reads, { accountId, deviceIds, ...calendarOf(nowMs) }),

  /** Sets a SIM's budget, whole. Returns false for a SIM that no link has named yet. */
  setSimBudget: (accountId: bigint, deviceId: bigint, slot: number, budget: SimBudget) =>
    setBudget.any(writes, { accountId, deviceId, slot, ...budget }),

  /** Up to `limit` of them after the address `after`, in order of address; `nextAfter` is null on the last page. */
  async listStickyAddresses(accountId: bigint, deviceId: bigint, after: string, limit: number) {
    const rows = await listKept.run(reads, { accountId, deviceId, after, looks, most: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const isMore = rows.length > limit || last?.isEnough === true;
    return {
      addresses: page.filter(({ isKept }) => isKept).map(({ kept }) => kept),
      nextAfter: isMore && last ? last.kept.addressNorm : null,
    };
  },
});
