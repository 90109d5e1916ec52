// Consumers: named cursors in an account's feed. Each statement changes one row, and none takes the account's lock.
import type { Database } from '../database/database.ts';
import { instant, int4, int8, text } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

/** A consumer as it is stored. */
export type ConsumerRow = RowOf<typeof consumerRow>;
const consumerRow = {
  name: text('c.name'),
  cursorSeq: int8('c.cursor_seq'),
  /** The account's newest seq. */
  newestSeq: int8('a.last_seq'),
  movedAtMs: instant('c.moved_at'),
  createdAtMs: instant('c.created_at'),
  lease: text.orNull('c.lease'),
  leaseUntilMs: instant.orNull('c.lease_until'),
};

/** The consumer that is meant. */
interface Named {
  accountId: bigint;
  name: string;
}

const ofAccount = 'consumer c join account a on a.id = c.account_id';

const list = statement({
  takes: { accountId: int8 },
  gives: consumerRow,
  text: ({ accountId, row }) =>
    `select ${row} from ${ofAccount} where c.account_id = ${accountId} order by c.name collate "C"`,
});

const find = statement({
  takes: { accountId: int8, name: text },
  gives: consumerRow,
  text: ({ accountId, name, row }) =>
    `select ${row} from ${ofAccount} where c.account_id = ${accountId} and c.name = ${name}`,
});

// The lowest free place is taken, so that the account's bound holds however many come at once: of two that chose the same
// place one writes nothing.
const add = statement({
  takes: { accountId: int8, name: text, cursorSeq: int8.orNull, most: int4, nowMs: instant },
  gives: { cursorSeq: int8('cursor_seq') },
  text: ({ accountId, name, cursorSeq, most, nowMs, row }) => `
insert into consumer (account_id, name, place, cursor_seq, moved_at, created_at)
select a.id, ${name}, p.place, coalesce(${cursorSeq}, a.last_seq), ${nowMs}, ${nowMs}
from account a cross join lateral (
  select min(n) as place from generate_series(1, ${most}) n
  where not exists (select from consumer c where c.account_id = a.id and c.place = n)
) p
where a.id = ${accountId} and p.place is not null
on conflict do nothing returning ${row}`,
});

const remove = statement({
  takes: { accountId: int8, name: text },
  gives: { name: text },
  text: ({ accountId, name, row }) =>
    `delete from consumer where account_id = ${accountId} and name = ${name} returning ${row}`,
});

const isFree = (lease: string, nowMs: string) =>
  `(c.lease = ${lease} or c.lease is null or c.lease_until <= ${nowMs})`;

const lease = statement({
  takes: {
    accountId: int8,
    name: text,
    lease: text.orNull,
    newLease: text,
    nowMs: instant,
    untilMs: instant,
  },
  gives: consumerRow,
  text: ({ accountId, name, lease: of, newLease, nowMs, untilMs, row }) => `
update consumer c set lease = case when c.lease = ${of} then c.lease else ${newLease} end, lease_until = ${untilMs}
from account a
where a.id = c.account_id and c.account_id = ${accountId} and c.name = ${name} and ${isFree(of, nowMs)}
returning ${row}`,
});

// Whoever brings a lease must be the one that has it, also when it has run out: another has read meanwhile otherwise.
const acknowledge = statement({
  takes: { accountId: int8, name: text, seq: int8, lease: text.orNull, nowMs: instant, untilMs: instant },
  gives: consumerRow,
  text: ({ accountId, name, seq, lease: of, nowMs, untilMs, row }) => `
update consumer c set
  cursor_seq = greatest(c.cursor_seq, ${seq}),
  moved_at = case when ${seq} > c.cursor_seq then ${nowMs} else c.moved_at end,
  lease_until = case when c.lease = ${of} then ${untilMs} else c.lease_until end
from account a
where a.id = c.account_id and c.account_id = ${accountId} and c.name = ${name} and ${seq} <= a.last_seq
  and case when ${of} is null then c.lease is null or c.lease_until <= ${nowMs} else c.lease = ${of} end
returning ${row}`,
});

const reset = statement({
  takes: { accountId: int8, name: text, seq: int8, nowMs: instant },
  gives: consumerRow,
  text: ({ accountId, name, seq, nowMs, row }) => `
update consumer c set cursor_seq = ${seq}, moved_at = ${nowMs}, lease = null, lease_until = null
from account a where a.id = c.account_id and c.account_id = ${accountId} and c.name = ${name}
returning ${row}`,
});

/** Prepares reads and writes of consumers. */
export function prepareConsumers({ reads, writes }: Database) {
  return {
    /** An account's consumers in order of name. */
    listConsumers: (accountId: bigint): Promise<ConsumerRow[]> => list.run(reads, { accountId }),

    findConsumer: async (of: Named): Promise<ConsumerRow | undefined> => (await find.run(reads, of))[0],

    /**
     * Adds a consumer at a seq, at the feed's end for null. Returns false when nothing was written: it is there, all
     * `most` places are taken, another took the same place, or there is no such account.
     */
    addConsumer: async (
      of: Named & { cursorSeq: bigint | null; most: number; nowMs: number },
    ): Promise<boolean> => (await add.run(writes, of)).length > 0,

    /** Returns whether it was there. */
    removeConsumer: async (of: Named): Promise<boolean> => (await remove.run(writes, of)).length > 0,

    /** Takes or renews the lease. Returns undefined when another reader has it, or when there is no such consumer. */
    leaseConsumer: async (
      of: Named & { lease: string | null; newLease: string; nowMs: number; untilMs: number },
    ): Promise<ConsumerRow | undefined> => (await lease.run(writes, of))[0],

    /**
     * Moves the cursor forward to a seq and renews the lease that is brought. Returns undefined when another reader has
     * the lease, when the seq is above the account's newest, or when there is no such consumer.
     */
    acknowledgeConsumer: async (
      of: Named & { seq: bigint; lease: string | null; nowMs: number; untilMs: number },
    ): Promise<ConsumerRow | undefined> => (await acknowledge.run(writes, of))[0],

    /** Sets the cursor, also back, and takes the lease from whoever has it. */
    resetConsumer: async (of: Named & { seq: bigint; nowMs: number }): Promise<ConsumerRow | undefined> =>
      (await reset.run(writes, of))[0],
  };
}
