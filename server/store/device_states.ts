// How devices are, as they last said, and which are online anywhere: one statement for many devices.
import type { Database } from './database.ts';
import type { DeviceRef } from './devices.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';

/** How a device is, and the link that said so. */
export interface DeviceStateRow extends DeviceRef {
  /** What is said by an older link than the device's newest is not stored. */
  linkEpoch: bigint;
  atMs: number;
  /** What keeps it from sending; empty when nothing does. */
  problem: string;
  detail: string;
  signalPercent: number | null;
  batteryPercent: number | null;
  queueLength: number;
  inboxFull: boolean;
}

/** Prepares reads and writes of states. */
export function prepareDeviceStates({ reads, writes }: Database) {
  return {
    /** Stores states, each device at most once in the list. A problem that stays keeps the time since when there is one. */
    async storeStates(states: readonly DeviceStateRow[]): Promise<void> {
      const column = <T extends string | number | bigint | boolean | null>(
        pick: (state: DeviceStateRow) => T,
      ) => arrayLiteral(states.map(pick));
      await writes.run(
        // Rows are locked in order, as by all that writes many devices' rows.
        `with said as (
          select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::timestamptz[], $5::text[], $6::text[], $7::int2[],
            $8::int2[], $9::int4[], $10::bool[]) as t (account_id, id, link_epoch, at, problem, detail, signal_percent,
            battery_percent, queue_length, inbox_full)
        ), found as materialized (
          select t.* from said t join device d on d.account_id = t.account_id and d.id = t.id
            and d.link_epoch = t.link_epoch
          order by d.account_id, d.id for update of d
        )
        update device d set problem = t.problem, detail = t.detail, signal_percent = t.signal_percent,
          battery_percent = t.battery_percent, queue_length = t.queue_length, inbox_full = t.inbox_full,
          problem_since = case when t.problem <> '' then coalesce(d.problem_since, t.at) end
        from found t where d.account_id = t.account_id and d.id = t.id`,
        [
          column((state) => state.accountId),
          column((state) => state.deviceId),
          column((state) => state.linkEpoch),
          column((state) => instantLiteral(state.atMs)),
          column((state) => state.problem),
          column((state) => state.detail),
          column((state) => state.signalPercent),
          column((state) => state.batteryPercent),
          column((state) => state.queueLength),
          column((state) => state.inboxFull),
        ],
      );
    },

    /** The devices of each account that are online on any replica and have no problem, ascending. */
    async listUsable(accountIds: readonly bigint[], nowMs: number): Promise<Map<bigint, bigint[]>> {
      const rows = await reads.run(
        `select d.account_id, d.id from device d
        where d.account_id = any ($1::int8[]) and d.online_until > $2::timestamptz and d.revoked_at is null
          and d.problem = ''
        order by d.account_id, d.id`,
        [arrayLiteral(accountIds), instantLiteral(nowMs)],
      );
      const usable = new Map<bigint, bigint[]>();
      for (const row of rows) {
        const of = usable.get(row[0] as bigint) ?? [];
        of.push(row[1] as bigint);
        usable.set(row[0] as bigint, of);
      }
      return usable;
    },

    /** Of each device of an account, the texts that were handed to it and whose submit has not ended. */
    async countHandedOver(accountId: bigint): Promise<Map<bigint, number>> {
      const rows = await reads.run(
        `select device_id, count(*)::int4 from message
        where account_id = $1::int8 and status = 'sending' and device_id is not null group by device_id`,
        [accountId],
      );
      return new Map(rows.map((row) => [row[0] as bigint, row[1] as number]));
    },
  };
}
