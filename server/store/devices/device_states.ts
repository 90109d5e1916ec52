// How devices are, as they last said, and which are online anywhere: one statement for many devices.
import type { Connection } from '../../domain/device.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int2, int4, int8, int8Array, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';

/** How a device is, and the link that said so. */
export type DeviceStateRow = ValuesOf<typeof deviceState>;
const deviceState = {
  accountId: int8,
  deviceId: int8,
  /** What is said by an older link than the device's newest is not stored. */
  linkEpoch: int8,
  atMs: instant,
  /** What keeps it from sending; empty when nothing does. */
  problem: text,
  detail: text,
  signalPercent: int2.orNull,
  batteryPercent: int2.orNull,
  queueLength: int4,
  inboxFull: bool,
  /** How it hears of its work; null when that is not known. */
  connection: word<Connection>().orNull,
  charging: bool.orNull,
  model: text,
  appVersion: text,
};

// Nobody waits for a row that somebody else has: the states of the others are stored.
const store = statement({
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
where d.account_id = any (${accountIds}) and d.online_until > ${nowMs} and d.revoked_at is null
  and d.problem = ''
order by d.account_id, d.id`,
});

const countTexts = statement({
  takes: { accountId: int8, deviceIds: int8Array },
  gives: { deviceId: int8, texts: int4('count(*)::int4') },
  text: ({ accountId, deviceIds, row }) => `
select ${row} from message
where account_id = ${accountId} and status = 'sending' and device_id = any (${deviceIds}) group by device_id`,
});

/** Prepares reads and writes of states. */
export function prepareDeviceStates({ reads, links: pool }: Database) {
  return {
    /**
     * Stores states, each device at most once in the list. A problem or connection that stays keeps the time since when it is so.
     * Returns for each whether it is done with: false when its device's row is locked, and it is to be stored later.
     */
    storeStates: async (states: readonly DeviceStateRow[]): Promise<boolean[]> =>
      (await store.run(pool, { states })).map(({ isDone }) => isDone),

    /** The devices of each account that are online on any replica and have no problem, ascending. */
    async listUsable(accountIds: readonly bigint[], nowMs: number): Promise<Map<bigint, bigint[]>> {
      const usable = new Map<bigint, bigint[]>();
      for (const { accountId, deviceId } of await listUsable.run(pool, { accountIds, nowMs })) {
        const of = usable.get(accountId) ?? [];
        of.push(deviceId);
        usable.set(accountId, of);
      }
      return usable;
    },

    /** Of each of some devices of an account, the texts that were handed over to it and whose submit has not ended. */
    async countHandedOver(accountId: bigint, deviceIds: readonly bigint[]): Promise<Map<bigint, number>> {
      const counts = await countTexts.run(reads, { accountId, deviceIds });
      return new Map(counts.map(({ deviceId, texts }) => [deviceId, texts]));
    },
  };
}
