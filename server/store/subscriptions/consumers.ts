// Consumers: subscriptions whose readers come and read. One reader has it at a time, by a lease.
import type { Database } from '../postgres/database.ts';
import { instant, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import {
  anyRow,
  firstRow,
  insertPlace,
  named,
  newSubscription,
  subscriptionStatements,
  updateSubscription,
} from './subscriptions.ts';

const { gives, prepare } = subscriptionStatements('consumer', {
  own: { lease: text.orNull('p.lease'), leaseUntilMs: instant.orNull('p.lease_until') },
  alsoMoved: 'lease = null, lease_until = null',
});

/** A consumer as it is stored. */
export type ConsumerRow = RowOf<typeof gives>;

const add = statement({
  takes: { ...newSubscription, cursorSeq: int8.orNull },
  gives: { name: text },
  text: ({ cursorSeq, ...names }) =>
    insertPlace('consumer', names, { cursor_seq: `coalesce(${cursorSeq}, a.last_seq)` }),
});

const lease = statement({
  takes: { ...named, lease: text.orNull, newLease: text, nowMs: instant, untilMs: instant },
  gives,
  text: ({ lease: of, newLease, nowMs, untilMs, ...names }) =>
    updateSubscription(
      'consumer',
      names,
      `lease = case when p.lease = ${of} then p.lease else ${newLease} end, lease_until = ${untilMs}`,
      `(p.lease = ${of} or p.lease is null or p.lease_until <= ${nowMs})`,
    ),
});

// A lease that a reader shows must be the one that was given out last, even if it has run out: otherwise another reader
// has read meanwhile.
const acknowledge = statement({
  takes: { ...named, seq: int8, lease: text.orNull, nowMs: instant, untilMs: instant },
  gives,
  text: ({ seq, lease: of, nowMs, untilMs, ...names }) =>
    updateSubscription(
      'consumer',
      names,
      `cursor_seq = greatest(p.cursor_seq, ${seq}),
  moved_at = case when ${seq} > p.cursor_seq then ${nowMs} else p.moved_at end,
  lease_until = case when p.lease = ${of} then ${untilMs} else p.lease_until end`,
      `${seq} <= a.last_seq
  and case when ${of} is null then p.lease is null or p.lease_until <= ${nowMs} else p.lease = ${of} end`,
    ),
});

/** Prepares reads and writes of consumers. Setting a cursor takes the lease from its reader. */
export const prepareConsumers = ({ reads, writes }: Database) => ({
  ...prepare({ reads, writes }),

  /**
   * Adds a consumer at a seq, or at the feed's end for null. Returns false when nothing was written: it exists, the
   * account has `most`, another one was added at the same time, or there is no such account.
   */
  add: anyRow(writes, add),

  /** Takes or renews the lease. Returns undefined when another reader has it, or when there is no such consumer. */
  lease: firstRow(writes, lease),

  /**
   * Moves the cursor forward to a seq and renews the reader's lease. Returns undefined when another reader has the
   * lease, when the seq is above the account's newest, or when there is no such consumer.
   */
  acknowledge: firstRow(writes, acknowledge),
});
