// Paired devices and the codes that pair them. Their links are in links.ts, how they are in device_states.ts.
import { asc, eq } from 'drizzle-orm';
import type { GatewayRoute } from '../domain/gateway_route.ts';
import type { Database } from './database.ts';
import { instantLiteral } from './driver.ts';
import { hasRealWay, isSimulated } from './real_ways.ts';
import { device } from './schema.ts';

/** A device as it is stored. */
export interface DeviceRow {
  accountId: bigint;
  id: bigint;
  name: string;
  agentVersion: string;
  driver: string;
  onlineUntil: Date | null;
  lastSeenAt: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
  /** What keeps it from sending, as it last said; empty when nothing does. */
  problem: string;
  /** One sentence on how it is. */
  detail: string;
  signalPercent: number | null;
  batteryPercent: number | null;
  inboxFull: boolean;
  /** Null before the first link, and for an agent that does not say. */
  givesReceipts: boolean | null;
}

/** One device, by its account. */
export interface DeviceRef {
  accountId: bigint;
  deviceId: bigint;
}

const columns = {
  accountId: device.accountId,
  id: device.id,
  name: device.name,
  agentVersion: device.agentVersion,
  driver: device.driver,
  onlineUntil: device.onlineUntil,
  lastSeenAt: device.lastSeenAt,
  createdAt: device.createdAt,
  revokedAt: device.revokedAt,
  problem: device.problem,
  detail: device.detail,
  signalPercent: device.signalPercent,
  batteryPercent: device.batteryPercent,
  inboxFull: device.inboxFull,
  givesReceipts: device.givesReceipts,
};

/** Prepares reads and writes of devices. Hashes are SHA-256 in hex. */
export function prepareDevices({ read, writes, links }: Database, gateway: GatewayRoute) {
  return {
    /** Whether texts of an account really leave by some way, so that its simulators are given magic numbers only. */
    async hasRealWay(accountId: bigint): Promise<boolean> {
      const rows = await links.run(`select ${hasRealWay(gateway, '$1::int8')}`, [accountId]);
      return rows[0]?.[0] === true;
    },

    /** Stores a one-time code. Answers false for an unknown account. */
    async insertPairingCode(
      accountId: bigint,
      hash: string,
      deviceName: string,
      expiresAtMs: number,
    ): Promise<boolean> {
      const rows = await writes.run(
        `insert into pairing_code (code_hash, account_id, device_name, expires_at)
        select decode($1, 'hex'), id, $3, $4::timestamptz from account where id = $2::int8 returning account_id`,
        [hash, accountId, deviceName, instantLiteral(expiresAtMs)],
      );
      return rows.length === 1;
    },

    /**
     * Trades a code for a device, in one statement: of two that come with the same code, one gets it. The SIMs' rows of
     * the account's simulated devices are written, so that a claim that began before hands them no real text after.
     * Answers undefined for a code that is unknown, used or expired.
     */
    async pairDevice(
      codeHash: string,
      tokenHash: string,
      name: string,
      nowMs: number,
    ): Promise<{ deviceId: bigint; accountName: string } | undefined> {
      const rows = await writes.run(
        `with used as (
          update pairing_code set used_at = $4::timestamptz
          where code_hash = decode($1, 'hex') and used_at is null and expires_at > $4::timestamptz
          returning account_id, device_name
        ), fenced as (
          update sim s set present = s.present from used u join device d on d.account_id = u.account_id and ${isSimulated}
          where s.account_id = d.account_id and s.device_id = d.id
        ), counted as (
          update account a set last_device_id = a.last_device_id + 1 from used u where a.id = u.account_id
          returning a.id, a.last_device_id, a.name
        )
        insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
        select c.id, c.last_device_id, coalesce(nullif(u.device_name, ''), $3), decode($2, 'hex'), 0, '', '', $4::timestamptz
        from counted c join used u on u.account_id = c.id
        returning id, (select name from counted)`,
        [codeHash, tokenHash, name, instantLiteral(nowMs)],
      );
      const row = rows[0];
      return row && { deviceId: row[0] as bigint, accountName: row[1] as string };
    },

    /** An account's devices in order of id, revoked ones too. */
    listDevices: (accountId: bigint): Promise<DeviceRow[]> =>
      read.select(columns).from(device).where(eq(device.accountId, accountId)).orderBy(asc(device.id)),

    /**
     * Unpairs a device; the first time stays. Its SIMs' rows are written, so that a claim that began before hands
     * nothing over after. What it was handed falls due, so that the sweeper ends it, whatever becomes of the caller.
     * Answers false for an unknown one.
     */
    async revokeDevice(accountId: bigint, id: bigint, nowMs: number): Promise<boolean> {
      const rows = await links.run(
        `with revoked as (
          update device set revoked_at = coalesce(revoked_at, $3::timestamptz)
          where account_id = $1::int8 and id = $2::int8 returning account_id, id
        ), fenced as (
          update sim s set present = s.present from revoked r where s.account_id = r.account_id and s.device_id = r.id
        ), held as materialized (
          select m.account_id, m.id from revoked r
          join message m on m.account_id = r.account_id and m.device_id = r.id and m.status = 'sending'
          for update of m skip locked
        ), due as (
          update message m set deadline_at = least(m.deadline_at, $3::timestamptz) from held h
          where m.account_id = h.account_id and m.id = h.id
        )
        select id from revoked`,
        [accountId, id, instantLiteral(nowMs)],
      );
      return rows.length === 1;
    },
  };
}
