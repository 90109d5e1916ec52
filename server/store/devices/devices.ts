// Paired devices. The codes that pair them are in pairing.ts, their links are in links.ts, how they are in device_states.ts.
import type { Connection } from '../../domain/device.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int2, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

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
  revokedAtMs: instant.orNull,
  /** What keeps it from sending, as it last said; empty when nothing does. */
  problem: text,
  /** One sentence on how it is. */
  detail: text,
  signalPercent: int2.orNull,
  batteryPercent: int2.orNull,
  inboxFull: bool,
  /** Null before the first link, and for an agent that does not say. */
  givesReceipts: bool.orNull,
  /** How it hears of its work, and since when; both null when that is not known. */
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

const list = statement({
  takes: { accountId: int8, after: int8, limit: count },
  gives: deviceRow,
  text: ({ accountId, after, limit, row }) => `
select ${row} from device where account_id = ${accountId} and id > ${after} order by id limit ${limit}`,
});

const revoke = statement({
  takes: { accountId: int8, id: int8, nowMs: instant },
  gives: { id: int8 },
  text: ({ accountId, id, nowMs, row }) => `
with revoked as (
  update device set revoked_at = coalesce(revoked_at, ${nowMs})
  where account_id = ${accountId} and id = ${id} returning account_id, id
), fenced as (
  update sim s set present = s.present from revoked r where s.account_id = r.account_id and s.device_id = r.id
), handed_over as materialized (
  select m.account_id, m.id from revoked r
  join message m on m.account_id = r.account_id and m.device_id = r.id and m.status = 'sending'
  for update of m skip locked
), due as (
  update message m set deadline_at = least(m.deadline_at, ${nowMs}) from handed_over h
  where m.account_id = h.account_id and m.id = h.id
)
select ${row} from revoked`,
});

/** Prepares reads and writes of devices. */
export function prepareDevices({ reads, links }: Pick<Database, 'links' | 'reads'>) {
  return {
    /** Up to `limit` of an account's devices with ids above `after`, ascending, revoked ones too. */
    listDevices: (accountId: bigint, after: bigint, limit: number): Promise<DeviceRow[]> =>
      list.run(reads, { accountId, after, limit }),

    /**
     * Unpairs a device; the first time stays. Its SIMs' rows are written, so that a claim that began before gives
     * it nothing after. What was handed over to it falls due, so that the sweeper ends it, whatever becomes of the caller.
     * Returns false for an unknown one.
     */
    revokeDevice: async (accountId: bigint, id: bigint, nowMs: number): Promise<boolean> =>
      (await revoke.run(links, { accountId, id, nowMs })).length === 1,
  };
}
