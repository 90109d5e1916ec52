// The one statement that moves outbound texts forward. Whether a move is allowed is decided here, on the row as it
// stands under its lock, so that reports may come late, twice or out of order.
import { awaitsRelease } from '../../domain/messages/approval.ts';
import type { MessageStatus } from '../../domain/messages/message.ts';
import { writeStep } from '../../domain/messages/timeline.ts';
import { isRefused, refusedError, refusedStep } from '../opt_outs/judge_opt_outs.ts';
import type { Batches } from '../postgres/database.ts';
import { bool, instant, int2, int8, text, uuid, word } from '../postgres/kinds.ts';
import { type AtLock, locking } from '../postgres/locking.ts';
import { list, statement } from '../postgres/statement.ts';
import { isCancelled } from './cancelled.ts';
import { mayBecome, scheduled, shownStatusOf, staysCharged } from './status_moves.ts';
import { appended } from './steps.ts';

/** A move of one message. */
export interface MessageUpdate {
  accountId: bigint;
  id: bigint;
  /** The hand-over that the report is about; null for moves that are not a report. */
  attempt: number | null;
  /** The device that reports it: it is believed about what it was handed, and nothing else. Left out for what no device says. */
  deviceId?: bigint;
  /** The identity of the text that the report is about; null or left out where it names none, as about a text without one. */
  identity?: string | null;
  /** Moves only from this state; null for any that the status may follow. */
  from: MessageStatus | null;
  status: 'sent' | 'delivered' | 'failed';
  error: string | null;
  atMs: number;
  /** When the new state will have lasted too long; null for final states. */
  deadlineMs: number | null;
  /** Of a failed text: some of it left, so that it was sent and its unit is used up. */
  hasLeft?: boolean;
}

/** The outcome for one message. */
interface UpdateOutcome {
  /** The message's new seq; null when the move was not allowed or came twice. */
  seq: bigint | null;
  /** Nothing was done, because another statement has its account locked. */
  isLocked?: boolean;
}

// A restored database holds a text that a phone may have been given since the backup. What such a phone says of it is about a
// hand-over that this database does not know, and ends the wait: released, the text would leave again.
const hasLeftWhileHeld = `(m.status = '${scheduled}' and m.awaiting = '${awaitsRelease}' and m.identity = n.identity
      and n.attempt > m.attempt)`;

// Ids are counted, so that anybody can name one: a device is believed about a text that it was handed, and only with its identity, which
// nobody can guess. A restored database does not know of the hand-over, but of the identity.
const isOfDevice = `(n.device_id is null or m.identity is not distinct from n.identity
      and (m.device_id = n.device_id or ${hasLeftWhileHeld}))`;

// A report that names an identity is about that text alone: a restored database may have given its id again. Each
// report is given a seq; if its move is not allowed (status_moves.ts), the number stays unused, a harmless gap.
const isAllowed = `
    m.direction = 'out'
    and ${isOfDevice}
    and (n.attempt is null or m.attempt = n.attempt or ${hasLeftWhileHeld})
    and (n.identity is null or m.identity = n.identity)
    and (n.from_status is null or ${shownStatusOf('m.status')} = n.from_status)
    and case n.status
      when 'sent' then ${mayBecome.sent('m')} or ${hasLeftWhileHeld}
      when 'delivered' then ${mayBecome.delivered('m')} or ${hasLeftWhileHeld}
      when 'failed' then ${mayBecome.failed('m')}
    end`;

// A device that gives a text back says that the account cancelled it. The reason may be that its recipient wrote STOP.
const isForStop = `(${isCancelled('n')} and ${isRefused('n', 'm')})`;

const update = locking(({ skipLocked, isLeftOut }) =>
  statement({
    takes: {
      updates: list({
        accountId: int8,
        id: int8,
        attempt: int2.orNull,
        deviceId: int8.orNull,
        identity: uuid.orNull,
        fromStatus: word<MessageStatus>().orNull,
        status: word<MessageUpdate['status']>(),
        error: text.orNull,
        atMs: instant,
        deadlineMs: instant.orNull,
        hasLeft: bool,
        step: text.orNull,
      }),
    },
    gives: { seq: int8.orNull('c.seq'), isLocked: bool(isLeftOut('i.account_id')) },
    expects: 'updates',
    text: ({ updates, row }) => `
with input as (
  select * from ${updates.as('t', 'ord')}
), locked as materialized (
  select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update ${skipLocked}
), numbered as materialized (
  select i.*, l.period, l.opt_out_changes, l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq
  from input i
  join locked l on l.id = i.account_id
), changed as (
  update message m set
    seq = n.seq,
    status = n.status::message_status,
    error = case when ${isForStop} then ${refusedError} when n.status = 'failed' then n.error end,
    sent_at = case when n.status in ('sent', 'delivered') or n.has_left then coalesce(m.sent_at, n.at) else m.sent_at end,
    delivered_at = case when n.status = 'delivered' then n.at end,
    deadline_at = n.deadline,
    holder = null,
    awaiting = null,
    device_id = coalesce(m.device_id, n.device_id),
    attempt = greatest(m.attempt, n.attempt),
    steps = ${appended('m', `case when ${isForStop} then ${refusedStep} else n.step end`)},
    charged = ${staysCharged('m', { status: 'n.status', hasLeft: 'n.has_left', error: 'n.error', period: 'n.period' })}
  from numbered n
  where m.account_id = n.account_id and m.id = n.id and ${isAllowed}
  returning n.ord, m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = s.seq, texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where not charged)::int4 as refunds from changed group by account_id
  ) s
  where a.id = s.account_id
)
select ${row} from input i left join changed c on c.ord = i.ord order by i.ord`,
  }),
);

export const prepareUpdateMessages = (batches: Batches) => ({
  /** Moves messages in one commit; each may be in the list once. */
  async updateMessages(updates: readonly MessageUpdate[], atLock: AtLock = 'wait'): Promise<UpdateOutcome[]> {
    const moves = updates.map(({ from, deviceId = null, identity = null, hasLeft = false, ...move }) => {
      const { status, atMs, error } = move;
      // When it was sent or delivered is in columns of its own.
      const step = status === 'failed' ? writeStep({ kind: 'failed', atMs, detail: error ?? '' }) : null;
      return { ...move, deviceId, identity, fromStatus: from, hasLeft, step };
    });
    const { rows } = await update.run(batches, { updates: moves }, atLock);
    return rows.map(({ seq, isLocked }) => (isLocked ? { seq, isLocked } : { seq }));
  },
});
