// Paired devices, their links and the codes that pair them.
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { account, device } from './schema.ts';

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
}

/** What an agent says of itself when it opens a link. */
export interface LinkOpening {
  accountId: bigint;
  deviceId: bigint;
  journalId: string;
  agentVersion: string;
  driver: string;
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
};

const refs = (devices: readonly DeviceRef[]) => [
  arrayLiteral(devices.map((ref) => ref.accountId)),
  arrayLiteral(devices.map((ref) => ref.deviceId)),
];

/** Prepares reads and writes of devices. Hashes are SHA-256 in hex. */
export function prepareDevices({ read, write, reads, writes }: Database) {
  const byToken = read
    .select({ accountId: device.accountId, deviceId: device.id, country: account.country })
    .from(device)
    .innerJoin(account, eq(account.id, device.accountId))
    .where(
      and(sql`${device.tokenHash} = decode(${sql.placeholder('hash')}, 'hex')`, isNull(device.revokedAt)),
    )
    .prepare('find_device_by_token');

  return {
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
     * Trades a code for a device, in one statement: of two that come with the same code, one gets it. Answers
     * undefined for a code that is unknown, used or expired.
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

    /** The device that a token belongs to; undefined for an unknown or revoked one. */
    async findDeviceByToken(hash: string): Promise<(DeviceRef & { country: string }) | undefined> {
      const [row] = await byToken.execute({ hash });
      return row;
    },

    /** Opens a link: every earlier one is superseded. Answers undefined for a revoked device. */
    async openLink(
      opening: LinkOpening,
      nowMs: number,
      onlineUntilMs: number,
    ): Promise<{ linkEpoch: bigint; journalChanged: boolean } | undefined> {
      const rows = await writes.run(
        `with before as (
          select account_id, id, journal_id from device
          where account_id = $1::int8 and id = $2::int8 and revoked_at is null for update
        )
        update device d set link_epoch = d.link_epoch + 1, journal_id = $3, agent_version = $4, driver = $5,
          last_seen_at = $6::timestamptz, online_until = $7::timestamptz
        from before b where d.account_id = b.account_id and d.id = b.id
        returning d.link_epoch, b.journal_id is not null and b.journal_id <> $3`,
        [
          opening.accountId,
          opening.deviceId,
          opening.journalId,
          opening.agentVersion,
          opening.driver,
          instantLiteral(nowMs),
          instantLiteral(onlineUntilMs),
        ],
      );
      const row = rows[0];
      return row && { linkEpoch: row[0] as bigint, journalChanged: row[1] as boolean };
    },

    /** Renews the presence of linked devices, or ends it at once when `onlineUntilMs` is now. */
    async renewPresence(devices: readonly DeviceRef[], nowMs: number, onlineUntilMs: number): Promise<void> {
      await writes.run(
        `update device d set last_seen_at = $3::timestamptz, online_until = $4::timestamptz
        from unnest($1::int8[], $2::int8[]) as t (account_id, id) where d.account_id = t.account_id and d.id = t.id`,
        [...refs(devices), instantLiteral(nowMs), instantLiteral(onlineUntilMs)],
      );
    },

    /** The links that must close: of each device, its epoch now, and whether it was revoked. */
    async listLinkStates(
      devices: readonly DeviceRef[],
    ): Promise<(DeviceRef & { linkEpoch: bigint; revoked: boolean })[]> {
      const rows = await reads.run(
        `select d.account_id, d.id, d.link_epoch, d.revoked_at is not null
        from device d join unnest($1::int8[], $2::int8[]) as t (account_id, id)
        on d.account_id = t.account_id and d.id = t.id`,
        refs(devices),
      );
      return rows.map((row) => ({
        accountId: row[0] as bigint,
        deviceId: row[1] as bigint,
        linkEpoch: row[2] as bigint,
        revoked: row[3] as boolean,
      }));
    },

    /** An account's devices in order of id, revoked ones too. */
    listDevices: (accountId: bigint): Promise<DeviceRow[]> =>
      read.select(columns).from(device).where(eq(device.accountId, accountId)).orderBy(asc(device.id)),

    /** Unpairs a device; the first time stays. Answers undefined for an unknown one. */
    async revokeDevice(accountId: bigint, id: bigint, nowMs: number): Promise<DeviceRow | undefined> {
      const [row] = await write
        .update(device)
        .set({ revokedAt: sql`coalesce(${device.revokedAt}, ${instantLiteral(nowMs)}::timestamptz)` })
        .where(and(eq(device.accountId, accountId), eq(device.id, id)))
        .returning(columns);
      return row;
    },
  };
}
