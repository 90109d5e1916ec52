// Links of devices in the database, each statement for many devices at once: all of them come back together when a
// core or a network was away. A row that somebody else has locked for more than a moment is passed over: whoever has it,
// the other devices of the batch go on.
import type { Batches } from './batches.ts';
import type { Database } from './database.ts';
import type { DeviceRef } from './devices.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A device and the newest link that it had opened. */
export interface KnownDevice extends DeviceRef {
  /** ISO 3166-1 alpha-2 of the account. */
  country: string;
  lastEpoch: bigint;
}

/** What an agent says of itself when it opens a link. */
export interface LinkOpening extends DeviceRef {
  /** The device's newest link so far: an opening is void once another one came first. */
  lastEpoch: bigint;
  journalId: string;
  agentVersion: string;
  driver: string;
  /** The slots of its SIMs, at least one, none twice. */
  sims: readonly number[];
  /** Null when the agent does not say. */
  givesReceipts: boolean | null;
}

/** What opening a link found. */
export interface LinkOpened {
  linkEpoch: bigint;
  /** The journal that earlier texts were handed to is lost; they must end before `adoptJournal`. */
  journalChanged: boolean;
  /** The device had a problem when it was last heard. */
  hadProblem: boolean;
}

/** Nothing was opened: the row is locked, or `lastEpoch` is the device's newest link and not what was asked for. */
export interface NotOpened {
  lastEpoch: bigint;
}

/** One link of a device. */
export interface LinkRef extends DeviceRef {
  linkEpoch: bigint;
}

// An opening of which nobody heard the end may be written late: it opens nothing once the device has opened another
// link. Each SIM's row is written even when nothing about it changes: a claim for an earlier link acts on no row that
// was written meanwhile. A lost journal stays the device's until what it held has ended (adoptJournal): a core that dies
// between the two must find it lost again.
const openStatement = `
with asked as (
  select * from unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bool[], $11::int8[])
    with ordinality as t (account_id, device_id, journal_id, agent_version, driver, slots, gives_receipts, last_epoch, ord)
), free as materialized (
  select a.*, coalesce(d.journal_id, a.journal_id) as held_by, d.problem <> '' as had_problem
  from asked a join device d on d.account_id = a.account_id and d.id = a.device_id and d.revoked_at is null
    and d.link_epoch = a.last_epoch
  order by d.account_id, d.id for update of d
), free_sim as materialized (
  select s.account_id, s.device_id from free f join sim s on s.account_id = f.account_id and s.device_id = f.device_id
  order by s.account_id, s.device_id, s.slot for update of s
), before as materialized (
  select f.* from free f
  where (select count(*) from sim s where s.account_id = f.account_id and s.device_id = f.device_id)
    = (select count(*) from free_sim s where s.account_id = f.account_id and s.device_id = f.device_id)
), named as (
  insert into sim (account_id, device_id, slot, minute, used_minute, day, used_day, month, used_month, present)
  select b.account_id, b.device_id, s.slot, date_trunc('minute', $8::timestamptz), 0, $8::date, 0,
    date_trunc('month', $8::timestamptz)::date, 0, true
  from before b cross join unnest(b.slots::int2[]) as s (slot)
  order by b.account_id, b.device_id, s.slot
  on conflict (account_id, device_id, slot) do update set present = true
), gone as (
  update sim s set present = false from before b
  where s.account_id = b.account_id and s.device_id = b.device_id and s.slot <> all (b.slots::int2[])
), opened as (
  update device d set link_epoch = d.link_epoch + 1, journal_id = b.held_by, agent_version = b.agent_version,
    driver = b.driver, last_seen_at = $8::timestamptz, online_until = $9::timestamptz,
    gives_receipts = b.gives_receipts
  from before b where d.account_id = b.account_id and d.id = b.device_id
  returning b.ord, d.link_epoch, b.held_by <> b.journal_id as journal_changed, b.had_problem
)
select $10::text, o.ord is not null, coalesce(o.link_epoch, d.link_epoch), o.journal_changed, o.had_problem
from asked a left join opened o on o.ord = a.ord
left join device d on d.account_id = a.account_id and d.id = a.device_id and d.revoked_at is null
order by a.ord`;

const presenceStatement = `
with found as materialized (
  select d.account_id, d.id from device d
  join unnest($1::int8[], $2::int8[], $3::int8[]) as t (account_id, id, link_epoch)
    on d.account_id = t.account_id and d.id = t.id and d.link_epoch = t.link_epoch
  order by d.account_id, d.id for update of d skip locked
)
update device d set last_seen_at = $4::timestamptz, online_until = $5::timestamptz
from found f where d.account_id = f.account_id and d.id = f.id`;

const linkColumns = (links: readonly LinkRef[]) => [
  arrayLiteral(links.map((link) => link.accountId)),
  arrayLiteral(links.map((link) => link.deviceId)),
  arrayLiteral(links.map((link) => link.linkEpoch)),
];

/** Prepares reads and writes of links; `batches` run in the pool of links. Hashes are SHA-256 in hex. */
export function prepareLinks({ links: pool }: Database, batches: Batches) {
  return {
    /** The device that each token belongs to; undefined for an unknown or revoked one. */
    async findDevicesByTokens(hashes: readonly string[]): Promise<(KnownDevice | undefined)[]> {
      const nonce = createNonce();
      const rows = await pool.run(
        `select $2::text, t.ord, d.account_id, d.id, a.country, d.link_epoch
        from unnest($1::text[]) with ordinality as t (hash, ord)
        join device d on d.token_hash = decode(t.hash, 'hex') and d.revoked_at is null
        join account a on a.id = d.account_id
        union all select $2::text, null, null, null, null, null`,
        [arrayLiteral(hashes), nonce],
      );
      checkNonce(nonce, rows, Math.max(rows.length, 1));
      const found: (KnownDevice | undefined)[] = hashes.map(() => undefined);
      for (const row of rows) {
        if (row[1] === null) continue;
        found[Number(row[1]) - 1] = {
          accountId: row[2] as bigint,
          deviceId: row[3] as bigint,
          country: row[4] as string,
          lastEpoch: row[5] as bigint,
        };
      }
      return found;
    },

    /**
     * Opens links, each device at most once in the list: every earlier link is superseded, and the SIMs are those that
     * it names. Answers undefined for a revoked device, and NotOpened where it is to be asked again.
     */
    async openLinks(
      openings: readonly LinkOpening[],
      nowMs: number,
      onlineUntilMs: number,
    ): Promise<(LinkOpened | NotOpened | undefined)[]> {
      const nonce = createNonce();
      const rows = await batches.runPastLocks(openStatement, [
        arrayLiteral(openings.map((opening) => opening.accountId)),
        arrayLiteral(openings.map((opening) => opening.deviceId)),
        arrayLiteral(openings.map((opening) => opening.journalId)),
        arrayLiteral(openings.map((opening) => opening.agentVersion)),
        arrayLiteral(openings.map((opening) => opening.driver)),
        arrayLiteral(openings.map((opening) => arrayLiteral(opening.sims))),
        arrayLiteral(openings.map((opening) => opening.givesReceipts)),
        instantLiteral(nowMs),
        instantLiteral(onlineUntilMs),
        nonce,
        arrayLiteral(openings.map((opening) => opening.lastEpoch)),
      ]);
      checkNonce(nonce, rows, openings.length);
      return rows.map((row) => {
        if (row[2] === null) return undefined;
        if (!row[1]) return { lastEpoch: row[2] as bigint };
        return {
          linkEpoch: row[2] as bigint,
          journalChanged: row[3] as boolean,
          hadProblem: row[4] as boolean,
        };
      });
    },

    /** Makes a journal the device's, after all that the earlier one held has ended. A newer link's word stays. */
    async adoptJournal(link: LinkRef, journalId: string): Promise<void> {
      await pool.run(
        `update device set journal_id = $4
        where account_id = $1::int8 and id = $2::int8 and link_epoch = $3::int8`,
        [link.accountId, link.deviceId, link.linkEpoch, journalId],
      );
    },

    /**
     * Renews the presence of links, or ends it at once when `onlineUntilMs` is now. Nothing is said of a device that has
     * opened a newer link, or whose row is locked: the next renewal does.
     */
    async renewPresence(links: readonly LinkRef[], nowMs: number, onlineUntilMs: number): Promise<void> {
      const instants = [instantLiteral(nowMs), instantLiteral(onlineUntilMs)];
      await pool.run(presenceStatement, [...linkColumns(links), ...instants]);
    },

    /**
     * Those of the links that must close: the device was revoked, or is not there any more; or its link is another one
     * now, newer, or older in a database that was restored under a living core.
     */
    async listEndedLinks(links: readonly LinkRef[]): Promise<(DeviceRef & { revoked: boolean })[]> {
      const rows = await pool.run(
        `select t.account_id, t.id, d.id is null or d.revoked_at is not null
        from unnest($1::int8[], $2::int8[], $3::int8[]) as t (account_id, id, link_epoch)
        left join device d on d.account_id = t.account_id and d.id = t.id
        where d.id is null or d.link_epoch <> t.link_epoch or d.revoked_at is not null`,
        linkColumns(links),
      );
      return rows.map((row) => ({
        accountId: row[0] as bigint,
        deviceId: row[1] as bigint,
        revoked: row[2] as boolean,
      }));
    },
  };
}
