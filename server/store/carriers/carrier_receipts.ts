// Carriers' receipts for parts: one statement takes a batch of receipts, one applies those that came before their
// submission was recorded. Whether a text moves is decided here, on its row under the account's lock, so that receipts
// may come early, late, twice, out of order and on several replicas at once.

import { failure } from '../../domain/messages/message.ts';
import { mayBecome } from '../messages/status_moves.ts';
import { appended, partLine, textLine } from '../messages/steps.ts';
import type { Batches } from '../postgres/database.ts';
import { hops } from '../postgres/hops.ts';
import { bool, count, instant, int8, text } from '../postgres/kinds.ts';
import { type Locks, locking } from '../postgres/locking.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';

/** A receipt, and when it came. */
export interface ReceivedReceipt {
  carrier: string;
  ref: string;
  delivered: boolean;
  /** Why it failed; a sentence. */
  detail: string;
  /** When it happened, as the company says. */
  atMs: number;
  /** By this core's clock; the table stores only its age. */
  receivedAtMs: number;
}

/** A carrier's name for a part. */
export type PartName = Pick<ReceivedReceipt, 'carrier' | 'ref'>;

/** An account whose texts moved, and its newest seq. */
export type MovedAccount = RowOf<typeof movedAccount>;
const movedAccount = { accountId: int8('v.account_id'), seq: int8('v.seq') };

/** The position of the walk through all receipts that are kept. */
export type KeptCursor = RowOf<typeof keptCursor>;
const keptCursor = { carrier: text('l.carrier'), ref: text('l.ref'), delivered: bool('l.delivered') };

interface Settled {
  moved: MovedAccount[];
  /** How many were applied. */
  applied: number;
  /** How many were looked at; 0 when none are kept. */
  seen: number;
  /** The beginning of the next walk; null at the start. */
  next: KeptCursor | null;
}

/** How long a receipt without a known submission is kept. */
const keptForHours = 72;
/** Most receipts that are kept of one carrier; beyond that the oldest go. */
const maxKept = 50_000;
/** How long a repeat is kept: it may be about a new text under a name that is used again. */
const repeatKeptForMinutes = 10;

// A receipt comes after its text was submitted. Both moments are the database's own, less the time that a core held
// them, so that no two cores' clocks are compared. A core's report may take this long.
const tolerance = `interval '30 seconds'`;

/**
 * The newest part that a carrier's name could have meant when the receipt came: carriers use names again. A part that
 * was submitted in the future, while the database's clock was wrong, could be any.
 */
const newestPart = (receipt: string) => `
    select s.account_id, s.message_id, s.part, s.state, s.submitted_at from submission s
    where s.carrier = ${receipt}.carrier and s.ref = ${receipt}.ref
      and (s.submitted_at <= ${receipt}.received_at + ${tolerance} or s.submitted_at > now())
    order by s.submitted_at desc limit 1`;

const fails = `(t.has_failed and ${mayBecome.failed('m')})`;
const delivers = `(not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and ${mayBecome.delivered('m')})`;
const ends = `(${fails} or ${delivers})`;

const part = { at: 'at', part: 'part', total: 'total' };
const partEnd = `case when delivered then ${partLine('part_delivered', part)}
      else ${partLine('part_failed', { ...part, detail: 'detail' })} end`;
const rejected = `'${failure('rejected_by_network', '')}' || t.detail`;
const failedLine = textLine('failed', 't.at', rejected);

// Moves the parts in `candidate`, each at most once and by one receipt. A part moves once, from a state that is not its
// last. The delivered parts are counted on the text's own row, where PostgreSQL judges again if another replica changed
// it, so that two receipts at once cannot both find the other part missing. A failed part ends the text; it had left,
// so that its unit stays used. Each part looks its account up by itself: in a join with all accounts every part would
// be compared with every account.
const move = ({ skipLocked }: Locks) => `
placed as materialized (
  select c.*, l.last_seq from (select * from candidate order by account_id) c
  cross join lateral (select last_seq from account where id = c.account_id limit 1 for update ${skipLocked}) l
), known as (
  update submission s set state = (case when c.delivered then 'delivered' else 'failed' end)::submission_state
  from placed c
  where s.account_id = c.account_id and s.message_id = c.message_id and s.part = c.part
    and s.state in ('accepted', 'unknown')
  returning c.carrier, c.ref, c.delivered, c.detail, c.received_at, s.account_id, s.message_id, s.part, s.total,
    s.submitted_at, c.last_seq,
    case when c.at > c.received_at or c.at < s.submitted_at then c.received_at else c.at end as at
), text as materialized (
  select g.*, g.last_seq + row_number() over (partition by g.account_id order by g.message_id) as seq
  from (
    select account_id, message_id, last_seq, max(total) as total, count(*) filter (where delivered) as delivered,
      bool_or(not delivered) as has_failed, min(detail) filter (where not delivered) as detail, max(at) as at,
      min(submitted_at) as submitted_at,
      string_agg(${partEnd}, '' order by part) as steps
    from known group by account_id, message_id, last_seq
  ) g
), changed as (
  update message m set
    parts_delivered = coalesce(m.parts_delivered, 0) + t.delivered,
    seq = case when ${ends} then t.seq else m.seq end,
    status = case when ${fails} then 'failed' when ${delivers} then 'delivered' else m.status end,
    error = case when ${fails} then ${rejected}
      when ${delivers} then null else m.error end,
    steps = ${appended('m', `(t.steps || case when ${fails} then ${failedLine} else '' end)`)},
    sent_at = case when ${ends} then coalesce(m.sent_at, t.submitted_at) else m.sent_at end,
    delivered_at = case when ${delivers} then greatest(t.at, m.sent_at, t.submitted_at) else m.delivered_at end,
    deadline_at = case when ${ends} then null else m.deadline_at end,
    holder = case when ${ends} then null else m.holder end,
    retry_at = case when ${ends} then null else m.retry_at end
  from text t
  where m.account_id = t.account_id and m.id = t.message_id
  returning m.account_id, m.seq, m.seq = t.seq as has_moved
), advance as (
  select account_id, max(seq) as seq from changed where has_moved group by account_id
), counted as (
  update account a set last_seq = v.seq from advance v where a.id = v.account_id
)`;

// A receipt that is not applied is kept: its submission may not be recorded yet, or its account is locked. Kept receipts of
// the same name are applied first, so that no receipt overtakes an earlier one. All replicas write keys in one order.
const take = locking((locks) =>
  statement({
    takes: {
      receipts: list({
        carrier: text,
        ref: text,
        delivered: bool,
        detail: text,
        atMs: instant,
        /** How long ago it came, in milliseconds. */
        ago: count,
      }),
    },
    gives: {
      kept: count('(select count(*) from input) - (select count(*) from known)'),
      moved: group(movedAccount).orNull,
    },
    expects: 'some',
    text: ({ receipts, row }) => `
with input as (
  select t.carrier, t.ref, t.delivered, t.detail, t.at, now() - t.ago * interval '1 millisecond' as received_at
  from ${receipts.as('t')}
), candidate as materialized (
  select i.*, s.account_id, s.message_id, s.part
  from input i cross join lateral (${newestPart('i')}
  ) s
  where s.state in ('accepted', 'unknown') and not exists (
    select from carrier_receipt k
    where k.carrier = i.carrier and k.ref = i.ref and k.received_at + ${tolerance} >= s.submitted_at)
), ${move(locks)}, kept as (
  insert into carrier_receipt as k (carrier, ref, delivered, detail, at, received_at)
  select carrier, ref, delivered, detail, at, received_at from input i
  where not exists (select from known t where t.carrier = i.carrier and t.ref = i.ref)
  order by carrier, ref, delivered
  on conflict (carrier, ref, delivered) do update
  set detail = excluded.detail, at = excluded.at, received_at = excluded.received_at
  where k.received_at < excluded.received_at - interval '${repeatKeptForMinutes} minutes'
)
select ${row} from (select) one left join advance v on true`,
  }),
);

// Looks at the kept receipts of the names, and at the next page of a walk through all in the order of their key. So a
// flood of unknown receipts costs a bounded time at each step, and hides none whose submission was just recorded. Of
// several for one part the first counts.
const settle = locking((locks) =>
  statement({
    takes: {
      after: text,
      afterRef: text,
      afterDelivered: bool,
      names: list({ carrier: text, ref: text }),
      most: count,
    },
    gives: {
      applied: count('(select count(*) from known)'),
      seen: count('(select count(*) from kept)'),
      walked: count('(select count(*) from page)'),
      moved: group(movedAccount).orNull,
      last: group(keptCursor).orNull,
    },
    expects: 'some',
    text: ({ after, afterRef, afterDelivered, names, most, row }) => `
with page as materialized (
  select * from carrier_receipt k
  where (k.carrier, k.ref, k.delivered) > (${after}, ${afterRef}, ${afterDelivered})
  order by k.carrier, k.ref, k.delivered limit ${most}
), asked as materialized (
  select k.* from (select distinct * from ${names.as('t')}) as i
  join carrier_receipt k on k.carrier = i.carrier and k.ref = i.ref
), kept as materialized (
  select * from page union select * from asked
), found as materialized (
  select k.*, s.account_id, s.message_id, s.part, s.state
  from kept k left join lateral (${newestPart('k')}
  ) s on true
), candidate as materialized (
  select distinct on (account_id, message_id, part) * from found where state in ('accepted', 'unknown')
  order by account_id, message_id, part, received_at, delivered desc
), ${move(locks)}, gone as (
  delete from carrier_receipt k using (
    select carrier, ref, delivered, received_at from known
    union
    select carrier, ref, delivered, received_at from found
    where received_at < now() - interval '${keptForHours} hours'
      or (state in ('delivered', 'failed')
        and received_at < now() - interval '${repeatKeptForMinutes} minutes')
  ) d
  where k.carrier = d.carrier and k.ref = d.ref and k.delivered = d.delivered and k.received_at = d.received_at
), last as (
  select carrier, ref, delivered from page order by carrier desc, ref desc, delivered desc limit 1
)
select ${row} from (select) one left join last l on true left join advance v on true`,
  }),
);

/** Most kept receipts that one statement takes from the walk. */
const settleStep = 500;
/** Most that one step of trimming deletes. */
const trimStep = 5_000;

// Hops from carrier to carrier in carrier_receipt_newest.
const trim = statement({
  takes: { most: count, step: count },
  gives: { gone: count('(select count(*) from gone)') },
  expects: 'one',
  text: ({ most, step, row }) => `
with recursive ${hops('names', 'carrier', 'carrier_receipt')}, gone as (
  delete from carrier_receipt where ctid = any (array (
    select k.ctid from names n
    cross join lateral (
      select o.received_at from carrier_receipt o
      where o.carrier = n.carrier order by o.received_at desc offset ${most} limit 1
    ) bound
    join carrier_receipt k on k.carrier = n.carrier and k.received_at <= bound.received_at
    limit ${step} for update of k skip locked
  )) returning 1
)
select ${row}`,
});

/** The accounts that moved; a result has a row without one when none did. */
const movedOf = (rows: readonly { moved: MovedAccount | null }[]): MovedAccount[] =>
  rows.flatMap(({ moved }) => moved ?? []);

export const prepareCarrierReceipts = (batches: Batches) => ({
  /**
   * Applies receipts or keeps them, each name of a carrier at most once in the list; all of it in one commit. Taking
   * the same receipt twice moves nothing twice. Returns the accounts that advanced, and how many receipts are kept.
   */
  async takeReceipts(receipts: readonly ReceivedReceipt[], nowMs: number) {
    const taken = receipts.map((receipt) => ({
      ...receipt,
      ago: Math.max(0, Math.round(nowMs - receipt.receivedAtMs)),
    }));
    const { rows } = await take.run(batches, { receipts: taken }, 'wait_seldom');
    return { moved: movedOf(rows), kept: rows[0]?.kept ?? 0 };
  },

  /**
   * One step: applies kept receipts that can be applied now, of these names and of the walk's next page, and deletes
   * those that were kept long enough.
   */
  async settleReceipts(after: KeptCursor | null, names: readonly PartName[]): Promise<Settled> {
    const from = {
      after: after?.carrier ?? '',
      afterRef: after?.ref ?? '',
      afterDelivered: after?.delivered ?? false,
    };
    const { rows } = await settle.run(batches, { ...from, names, most: settleStep }, 'wait_seldom');
    const { applied, seen, walked, last } = rows[0] as (typeof rows)[number];
    return { moved: movedOf(rows), applied, seen, next: walked < settleStep ? null : last };
  },

  /** Deletes some of the receipts beyond each carrier's bound, the oldest. Returns how many. */
  async trimReceipts(most = maxKept): Promise<number> {
    const trimmed = await trim.first(batches, { most, step: trimStep });
    return trimmed?.gone ?? 0;
  },
});
