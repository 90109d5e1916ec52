// SIMs of devices and their budgets, in parts. What is used of a budget is counted by the claim alone.
import { monthOf } from '../../domain/month.ts';
import type { Database } from '../postgres/database.ts';
import { bool, date, instant, int2, int4, int8, int8Array } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

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

const list = statement({
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
  gives: {},
  text: ({ accountId, deviceId, slot, perMinute, perDay, perMonth }) => `
update sim set per_minute = ${perMinute}, per_day = ${perDay}, per_month = ${perMonth}
where account_id = ${accountId} and device_id = ${deviceId} and slot = ${slot} returning slot`,
});

/** Prepares reads and writes of SIMs. */
export function prepareSims({ reads, writes }: Database) {
  return {
    /** The SIMs of some of an account's devices, in order of device and slot, with what is used of the present minute, day and month. */
    listSims: (accountId: bigint, deviceIds: readonly bigint[], nowMs: number): Promise<SimRow[]> =>
      list.run(reads, { accountId, deviceIds, ...calendarOf(nowMs) }),

    /** Sets a SIM's budget, whole. Returns false for a SIM that no link has named yet. */
    setSimBudget: async (
      accountId: bigint,
      deviceId: bigint,
      slot: number,
      budget: SimBudget,
    ): Promise<boolean> =>
      (await setBudget.run(writes, { accountId, deviceId, slot, ...budget })).length === 1,
  };
}
