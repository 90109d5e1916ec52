// How devices are, as they last said, and which are online anywhere: one statement for many devices.
import { simulatedWord } from '../domain/simulators.ts';
import type { Database } from './database.ts';
import type { DeviceRef } from './devices.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';
import { isReal } from './real_ways.ts';

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
export function prepareDeviceStates({ reads, links: pool }: Database) {
  return {
    /**
     * Stores states, each device at most once in the list. A problem that stays keeps the time since when there is one.
     * Answers for each whether it is done with: false when its device's row is locked, and it is to be stored later.
     */
    async storeStates(states: readonly DeviceStateRow[]): Promise<boolean[]> {
      const column = <T extends string | number | bigint | boolean | null>(
        pick: (state: DeviceStateRow) => T,
      ) => arrayLiteral(states.map(pick));
      const nonce = createNonce();
      const rows = await pool.run(
        // Nobody waits for a row that somebody else has: the states of the others are stored.
        `with said as (
          select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::timestamptz[], $5::text[], $6::text[], $7::int2[],
            $8::int2[], $9::int4[], $10::bool[]) with ordinality as t (account_id, id, link_epoch, at, problem, detail,
            signal_percent, battery_percent, queue_length, inbox_full, ord)
        ), found as materialized (
          select t.* from said t join device d on d.account_id = t.account_id and d.id = t.id
            and d.link_epoch = t.link_epoch
          order by d.account_id, d.id for update of d skip locked
        ), stored as (
        update device d set problem = t.problem, detail = t.detail, signal_percent = t.signal_percent,
          battery_percent = t.battery_percent, queue_length = t.queue_length, inbox_full = t.inbox_full,
          problem_since = case when t.problem <> '' then coalesce(d.problem_since, t.at) end
        from found t where d.account_id = t.account_id and d.id = t.id returning t.ord
        )
        select $11::text, s.ord in (select ord from stored) or not exists (
          select from device d where d.account_id = s.account_id and d.id = s.id and d.link_epoch = s.link_epoch)
        from said s order by s.ord`,
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
          nonce,
        ],
      );
      checkNonce(nonce, rows, states.length);
      return rows.map((row) => row[1] as boolean);
    },

    /**
     * The devices of each account that are online on any replica and have no problem, ascending; no simulated ones beside
     * real ones.
     */
    async listUsable(accountIds: readonly bigint[], nowMs: number): Promise<Map<bigint, bigint[]>> {
      const rows = await pool.run(
        `select d.account_id, d.id from device d
        where d.account_id = any ($1::int8[]) and d.online_until > $2::timestamptz and d.revoked_at is null
          and d.problem = '' and (${isReal} or not exists (
            select from device r where r.account_id = d.account_id and r.revoked_at is null
              and r.driver <> '${simulatedWord}'))
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
