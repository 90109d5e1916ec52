// SIMs of devices and their budgets, in parts. What is used of a budget is counted by the claim alone.
import { monthOf } from '../domain/month.ts';
import type { Database } from './database.ts';
import { instantLiteral, type Row } from './driver.ts';

/** The UTC minute, day and month that a budget counts in. */
export interface Calendar {
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
export interface SimBudget {
  perMinute: number | null;
  perDay: number | null;
  perMonth: number | null;
}

/** A SIM as it is stored. */
export interface SimRow extends SimBudget {
  deviceId: bigint;
  slot: number;
  usedMinute: number;
  usedDay: number;
  usedMonth: number;
  /** Whether the device named it when it last opened a link. */
  present: boolean;
}

const toSim = (row: Row): SimRow => ({
  deviceId: row[0] as bigint,
  slot: row[1] as number,
  perMinute: row[2] as number | null,
  perDay: row[3] as number | null,
  perMonth: row[4] as number | null,
  usedMinute: row[5] as number,
  usedDay: row[6] as number,
  usedMonth: row[7] as number,
  present: row[8] as boolean,
});

/** Prepares reads and writes of SIMs. */
export function prepareSims({ reads, writes }: Database) {
  return {
    /** The SIMs of an account's devices, in order of device and slot, with what is used of the present minute, day and month. */
    async listSims(accountId: bigint, nowMs: number): Promise<SimRow[]> {
      const { minuteMs, day, month } = calendarOf(nowMs);
      const rows = await reads.run(
        `select device_id, slot, per_minute, per_day, per_month,
          case when minute >= $2::timestamptz then used_minute else 0 end,
          case when day >= $3::date then used_day else 0 end,
          case when month >= $4::date then used_month else 0 end, present
        from sim where account_id = $1::int8 order by device_id, slot`,
        [accountId, instantLiteral(minuteMs), day, month],
      );
      return rows.map(toSim);
    },

    /** Sets a SIM's budget, whole. Answers false for a SIM that no link has named yet. */
    async setSimBudget(
      accountId: bigint,
      deviceId: bigint,
      slot: number,
      { perMinute, perDay, perMonth }: SimBudget,
    ): Promise<boolean> {
      const rows = await writes.run(
        `update sim set per_minute = $4::int4, per_day = $5::int4, per_month = $6::int4
        where account_id = $1::int8 and device_id = $2::int8 and slot = $3::int2 returning slot`,
        [accountId, deviceId, slot, perMinute, perDay, perMonth],
      );
      return rows.length === 1;
    },
  };
}
