// Links of devices in the database. Each statement is for many devices at once, because all of them come back together after a
// core or a network was down. It passes over a row that another statement has locked for more than a moment, so that the other
// devices of the batch do not wait.
import type { Database } from '../postgres/database.ts';
import { bool, count, innerArray, instant, int8, text, textArray, type ValuesOf } from '../postgres/kinds.ts';
import { locking } from '../postgres/locking.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';
import type { DeviceRef } from './devices.ts';

/** A device and its newest link. */
export type KnownDevice = RowOf<typeof knownDevice>;
const knownDevice = {
  accountId: int8('d.account_id'),
  deviceId: int8('d.id'),
  /** ISO 3166-1 alpha-2 of the account. */
  country: text('a.country'),
  /** As the device last said; empty before its first link. */
  driver: text('d.driver'),
  lastEpoch: int8('d.link_epoch'),
};

/** An agent's request to open a link. */
export type LinkOpening = ValuesOf<typeof linkOpening>;
const linkOpening = {
  accountId: int8,
  deviceId: int8,
  /** The device's newest link so far. The opening is void if another one comes first. */
  lastEpoch: int8,
  journalId: text,
  agentVersion: text,
  driver: text,
  /** The slots of its SIMs, at least one, none twice. */
  sims: innerArray,
  /** Null when the agent does not say. */
  givesReceipts: bool.orNull,
};

/** The result of opening a link. */
export interface LinkOpened {
  linkEpoch: bigint;
  /** The journal that has the earlier texts is lost; those texts must end before `adoptJournal`. */
  journalChanged: boolean;
  /** The device had a problem by its last report. */
  hadProblem: boolean;
}

/** Nothing was opened: the row is locked, or `lastEpoch`, the device's newest link, is not the one in the request. */
export interface NotOpened {
  lastEpoch: bigint;
}

/** One link of a device. */
export type LinkRef = ValuesOf<typeof linkRef>;
export const linkRef = { accountId: int8, deviceId: int8, linkEpoch: int8 };

const find = statement({
  takes: { hashes: textArray },
  gives: { ord: count('t.ord'), ...knownDevice },
  expects: 'some',
  text: ({ hashes, row, rowOf }) => `
select ${row}
from unnest(${hashes}) with ordinality as t (hash, ord)
join device d on d.token_hash = decode(t.hash, 'hex') and d.unpaired_at is null
join account a on a.id = d.account_id
union all select ${rowOf({})}`,
});

// An opening whose answer was lost may be written late: it opens nothing once the device has opened another link. Each SIM's
// row is written even without a change: a claim for an earlier link takes no row that was written meanwhile. A lost journal
// stays the device's until its texts have ended (adoptJournal): a core that dies between the two must find it lost again.
const open = locking(({ skipLocked }) =>
  statement({
    takes: { openings: list(linkOpening), nowMs: instant, onlineUntilMs: instant },
    gives: {
      isOpened: bool('o.ord is not null'),
      linkEpoch: int8.orNull('coalesce(o.link_epoch, d.link_epoch)'),
      journalChanged: bool('o.journal_changed'),
      hadProblem: bool('o.had_problem'),
    },
    expects: 'openings',
    text: ({ openings, nowMs, onlineUntilMs, row }) => `
with asked as (
  select * from ${openings.as('t', 'ord')}
), free as materialized (
  select a.*, coalesce(d.journal_id, a.journal_id) as owner, d.problem <> '' as had_problem
  from asked a join device d on d.account_id = a.account_id and d.id = a.device_id and d.unpaired_at is null
    and d.link_epoch = a.last_epoch
  order by d.account_id, d.id for update of d ${skipLocked}
), free_sim as materialized (
  select s.account_id, s.device_id from free f join sim s on s.account_id = f.account_id and s.device_id = f.device_id
  order by s.account_id, s.device_id, s.slot for update of s ${skipLocked}
), before as materialized (
  select f.* from free f
  where (select count(*) from sim s where s.account_id = f.account_id and s.device_id = f.device_id)
    = (select count(*) from free_sim s where s.account_id = f.account_id and s.device_id = f.device_id)
), named as (
  insert into sim (account_id, device_id, slot, minute, used_minute, day, used_day, month, used_month, present)
  select b.account_id, b.device_id, s.slot, date_trunc('minute', ${nowMs}), 0, ${nowMs}::date, 0,
    date_trunc('month', ${nowMs})::date, 0, true
  from before b cross join unnest(b.sims::int2[]) as s (slot)
  order by b.account_id, b.device_id, s.slot
  on conflict (account_id, device_id, slot) do update set present = true
), gone as (
  update sim s set present = false from before b
  where s.account_id = b.account_id and s.device_id = b.device_id and s.slot <> all (b.sims::int2[])
), opened as (
  update device d set link_epoch = d.link_epoch + 1, journal_id = b.owner, agent_version = b.agent_version,
    driver = b.driver, last_seen_at = ${nowMs}, online_until = ${onlineUntilMs},
    gives_receipts = b.gives_receipts
  from before b where d.account_id = b.account_id and d.id = b.device_id
  returning b.ord, d.link_epoch, b.owner <> b.journal_id as journal_changed, b.had_problem
)
select ${row}
from asked a left join opened o on o.ord = a.ord
left join device d on d.account_id = a.account_id and d.id = a.device_id and d.unpaired_at is null
order by a.ord`,
  }),
);

const adopt = statement({
  takes: { ...linkRef, journalId: text },
  text: ({ accountId, deviceId, linkEpoch, journalId }) => `
update device set journal_id = ${journalId}
where account_id = ${accountId} and id = ${deviceId} and link_epoch = ${linkEpoch}`,
});

const renew = statement({
  takes: { links: list(linkRef), nowMs: instant, onlineUntilMs: instant },
  text: ({ links, nowMs, onlineUntilMs }) => `
with found as materialized (
  select d.account_id, d.id from device d
  join ${links.as('t')}
    on d.account_id = t.account_id and d.id = t.device_id and d.link_epoch = t.link_epoch
  order by d.account_id, d.id for update of d skip locked
)
update device d set last_seen_at = ${nowMs}, online_until = ${onlineUntilMs}
from found f where d.account_id = f.account_id and d.id = f.id`,
});

const listEnded = statement({
  takes: { links: list(linkRef) },
  gives: {
    accountId: int8('t.account_id'),
    deviceId: int8('t.device_id'),
    unpaired: bool('d.id is null or d.unpaired_at is not null'),
  },
  text: ({ links, row }) => `
select ${row}
from ${links.as('t')}
left join device d on d.account_id = t.account_id and d.id = t.device_id
where d.id is null or d.link_epoch <> t.link_epoch or d.unpaired_at is not null`,
});

/** One link's fence. */
interface LinkFence extends DeviceRef {
  /** Greater than that of every claim that is to be void; see `fenceOf`. */
  fence: bigint;
}

/** How many doubts of one link fit below the epoch of the next. */
const doubtBits = 20n;

/** The fence of a link after a number of doubts: greater than every fence of the device's earlier links. */
export const fenceOf = (linkEpoch: bigint, doubts: number): bigint =>
  (linkEpoch << doubtBits) + BigInt(doubts);

// A claim's answer may be lost while the claim itself is still on its way, and commits later: reading its texts is of use
// only after a fence. Each link counts its doubts, and the newest count stands in its SIMs' rows; a claim takes a SIM's row
// only as it stands, and only under a fence that is not older. Locked rows are left out: a claim may still have them and
// commit. Only a device with all SIMs fenced is safe. A fence only grows, so that it may be written late or twice.
const fence = statement({
  takes: { fences: list({ accountId: int8, deviceId: int8, fence: int8 }) },
  gives: {
    isSafe: bool(`(select count(*) from sim s where s.account_id = a.account_id and s.device_id = a.device_id)
      = (select count(*) from fenced f where f.account_id = a.account_id and f.device_id = a.device_id)`),
  },
  expects: 'fences',
  text: ({ fences, row }) => `
with asked as (
  select * from ${fences.as('t', 'ord')}
), free as materialized (
  select s.account_id, s.device_id, s.slot, a.fence
  from asked a join sim s on s.account_id = a.account_id and s.device_id = a.device_id
  order by s.account_id, s.device_id, s.slot for update of s skip locked
), fenced as (
  update sim s set fence = greatest(s.fence, f.fence) from free f
  where s.account_id = f.account_id and s.device_id = f.device_id and s.slot = f.slot
  returning s.account_id, s.device_id
)
select ${row} from asked a order by a.ord`,
});

/** Hashes are SHA-256 in hex. */
export const prepareLinks = ({ links: pool }: Database) => ({
  /** The device that each token belongs to; undefined for an unknown or unpaired one. */
  async findDevicesByTokens(hashes: readonly string[]): Promise<(KnownDevice | undefined)[]> {
    const found: (KnownDevice | undefined)[] = hashes.map(() => undefined);
    for (const { ord, ...device } of await find.run(pool, { hashes })) found[ord - 1] = device;
    return found;
  },

  /**
   * Opens links, each device at most once in the list: every earlier link is superseded, and the device's SIMs are
   * those of the request. Returns undefined for a unpaired device, and NotOpened if the caller is to ask again.
   */
  async openLinks(
    openings: readonly LinkOpening[],
    nowMs: number,
    onlineUntilMs: number,
  ): Promise<(LinkOpened | NotOpened | undefined)[]> {
    const { rows } = await open.run(pool, { openings, nowMs, onlineUntilMs }, 'wait_seldom');
    return rows.map(({ isOpened, linkEpoch, journalChanged, hadProblem }) => {
      if (linkEpoch === null) return undefined;
      return isOpened ? { linkEpoch, journalChanged, hadProblem } : { lastEpoch: linkEpoch };
    });
  },

  /** Makes a journal the device's, after all texts of the earlier one have ended. A newer link's journal stays. */
  async adoptJournal(link: LinkRef, journalId: string): Promise<void> {
    await adopt.run(pool, { ...link, journalId });
  },

  /**
   * Renews the presence of links, or ends it at once if `onlineUntilMs` is now. Does nothing for a device that has
   * opened a newer link, or whose row is locked until the next renewal.
   */
  async renewPresence(links: readonly LinkRef[], nowMs: number, onlineUntilMs: number): Promise<void> {
    await renew.run(pool, { links, nowMs, onlineUntilMs });
  },

  /**
   * The links that must close: the device was unpaired or no longer exists; or its link is another one now, newer, or
   * older in a database that was restored under a living core.
   */
  listEndedLinks: (links: readonly LinkRef[]) => listEnded.run(pool, { links }),

  /**
   * Fences links, each device at most once in the list. Returns for each whether its claims under an older fence are
   * over: the texts that they took can be read from now on, and no text is added. False: ask again.
   */
  fenceLinks: async (fences: readonly LinkFence[]): Promise<boolean[]> =>
    (await fence.run(pool, { fences })).map(({ isSafe }) => isSafe),
});
