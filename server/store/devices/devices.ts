// Paired devices and the codes that pair them. Their links are in links.ts, how they are in device_states.ts.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import type { Database } from '../database/database.ts';
import { bool, instant, int2, int8, text } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';
import { hasRealWay, isSimulated } from '../messages/real_ways.ts';

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
};

/** One device, by its account. */
export interface DeviceRef {
  accountId: bigint;
  deviceId: bigint;
}

const insertCode = statement({
  takes: { hash: text, accountId: int8, deviceName: text, expiresAtMs: instant },
  gives: {},
  text: ({ hash, accountId, deviceName, expiresAtMs }) => `
insert into pairing_code (code_hash, account_id, device_name, expires_at)
select decode(${hash}, 'hex'), id, ${deviceName}, ${expiresAtMs} from account where id = ${accountId}
returning account_id`,
});

const pair = statement({
  takes: { codeHash: text, tokenHash: text, name: text, nowMs: instant },
  gives: { deviceId: int8('id'), accountName: text('(select name from counted)') },
  text: ({ codeHash, tokenHash, name, nowMs, row }) => `
with used as (
  update pairing_code set used_at = ${nowMs}
  where code_hash = decode(${codeHash}, 'hex') and used_at is null and expires_at > ${nowMs}
  returning account_id, device_name
), fenced as (
  update sim s set present = s.present from used u join device d on d.account_id = u.account_id and ${isSimulated}
  where s.account_id = d.account_id and s.device_id = d.id
), counted as (
  update account a set last_device_id = a.last_device_id + 1 from used u where a.id = u.account_id
  returning a.id, a.last_device_id, a.name
)
insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
select c.id, c.last_device_id, coalesce(nullif(u.device_name, ''), ${name}), decode(${tokenHash}, 'hex'), 0, '', '',
  ${nowMs}
from counted c join used u on u.account_id = c.id
returning ${row}`,
});

const list = statement({
  takes: { accountId: int8 },
  gives: deviceRow,
  text: ({ accountId, row }) => `select ${row} from device where account_id = ${accountId} order by id`,
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

/** Prepares reads and writes of devices. Hashes are SHA-256 in hex. */
export function prepareDevices({ reads, writes, links }: Database, gateway: GatewayRoute) {
  const findWay = statement({
    takes: { accountId: int8 },
    gives: { isReal: bool(hasRealWay(gateway, 'asked.id')) },
    text: ({ accountId, row }) => `select ${row} from (select ${accountId} as id) asked`,
  });
  return {
    /** Whether texts of an account really leave by some way, so that its simulators are given magic numbers only. */
    hasRealWay: async (accountId: bigint): Promise<boolean> =>
      (await findWay.run(links, { accountId }))[0]?.isReal === true,

    /** Stores a one-time code. Returns false for an unknown account. */
    insertPairingCode: async (
      accountId: bigint,
      hash: string,
      deviceName: string,
      expiresAtMs: number,
    ): Promise<boolean> =>
      (await insertCode.run(writes, { accountId, hash, deviceName, expiresAtMs })).length === 1,

    /**
     * Trades a code for a device, in one statement: of two that come with the same code, one gets it. The SIMs' rows of
     * the account's simulated devices are written, so that a claim that began before gives them no real text after.
     * Returns undefined for a code that is unknown, used or expired.
     */
    pairDevice: async (
      codeHash: string,
      tokenHash: string,
      name: string,
      nowMs: number,
    ): Promise<{ deviceId: bigint; accountName: string } | undefined> =>
      (await pair.run(writes, { codeHash, tokenHash, name, nowMs }))[0],

    /** An account's devices in order of id, revoked ones too. */
    listDevices: (accountId: bigint): Promise<DeviceRow[]> => list.run(reads, { accountId }),

    /**
     * Unpairs a device; the first time stays. Its SIMs' rows are written, so that a claim that began before gives
     * it nothing after. What was handed over to it falls due, so that the sweeper ends it, whatever becomes of the caller.
     * Returns false for an unknown one.
     */
    revokeDevice: async (accountId: bigint, id: bigint, nowMs: number): Promise<boolean> =>
      (await revoke.run(links, { accountId, id, nowMs })).length === 1,
  };
}
