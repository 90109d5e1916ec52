// The one statement that moves outbound texts forward. Whether a move is allowed is decided here, on the row as it
// stands under its lock, so that reports may come late, twice or out of order.
import type { MessageStatus } from '../../domain/message.ts';
import { writeStep } from '../../domain/timeline.ts';
import type { Batches } from '../database/batches.ts';
import { bool, instant, int2, int8, text, uuid, word } from '../database/kinds.ts';
import { list, statement } from '../database/statement.ts';
import { mayBecome, staysCharged } from './status_moves.ts';
import { appended } from './steps.ts';

/** A move of one message. */
export interface MessageUpdate {
  accountId: bigint;
  id: bigint;
  /** The hand-over that the report is about; null for moves that are not a report. */
  attempt: number | null;
  /** The identity of the text that the report is about; null or left out where it names none. */
  identity?: string | null;
  /** Moves only from this state; null for any that the status may follow. */
  from: MessageStatus | null;
  status: 'sent' | 'delivered' | 'failed';
  error: string | null;
  atMs: number;
  /** When the new state has lasted too long; null for final states. */
  deadlineMs: number | null;
  /** Of a failed text: some of it left all the same, so that it was sent, and its unit is used up. */
  hasLeft?: boolean;
}

/** What a batch did to one message. */
interface UpdateOutcome {
  /** The message's new seq; null when the move was not allowed or came twice. */
  seq: bigint | null;
}

// A report that names an identity is about that text and about no other one of the same id, which a restored database
// gave again. Forward only (status_moves.ts). The condition stands twice, once to count the seq that an account needs
// and once on the row that is updated, where PostgreSQL judges it again if another replica changed the row meanwhile;
// the number that is then left unused is a harmless gap.
const allowed = (message: string, move: string) => `
    ${message}.direction = 'out'
    and (${move}.attempt is null or ${message}.attempt = ${move}.attempt)
    and (${move}.identity is null or ${message}.identity = ${move}.identity)
    and (${move}.from_status is null or ${message}.status = ${move}.from_status::message_status)
    and case ${move}.status
      when 'sent' then ${mayBecome.sent(message)}
      when 'delivered' then ${mayBecome.delivered(message)}
      when 'failed' then ${mayBecome.failed(message)}
    end`;

const update = statement({
  takes: {
    updates: list({
      accountId: int8,
      id: int8,
      attempt: int2.orNull,
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
  gives: { seq: int8.orNull('c.seq') },
  expects: 'updates',
  text: ({ updates, row }) => `
with input as (
  select * from ${updates.as('t', 'ord')}
), locked as materialized (
  select id, period, last_seq from account where id in (select account_id from input) order by id for update
), hit as materialized (
  select i.*, l.period, l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq
  from input i
  join locked l on l.id = i.account_id
  cross join lateral (
    select m.id from message m where m.account_id = i.account_id and m.id = i.id and ${allowed('m', 'i')} limit 1
  ) m
), changed as (
  update message m set
    seq = h.seq,
    status = h.status::message_status,
    error = case when h.status = 'failed' then h.error end,
    sent_at = case when h.status in ('sent', 'delivered') or h.has_left then coalesce(m.sent_at, h.at) else m.sent_at end,
    delivered_at = case when h.status = 'delivered' then h.at end,
    deadline_at = h.deadline,
    holder = null,
    steps = ${appended('m', 'h.step')},
    charged = ${staysCharged('m', { status: 'h.status', hasLeft: 'h.has_left', error: 'h.error', period: 'h.period' })}
  from hit h
  where m.account_id = h.account_id and m.id = h.id and ${allowed('m', 'h')}
  returning h.ord, m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = s.seq, texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where is_refund)::int4 as refunds
    from (select account_id, seq, false from hit union all select account_id, seq, not charged from changed)
      as moves (account_id, seq, is_refund)
    group by account_id
  ) s
  where a.id = s.account_id
)
select ${row} from input i left join changed c on c.ord = i.ord order by i.ord`,
});

/** Moves messages, each at most once in the list; all of it is one commit. */
export async function updateMessages(
  batches: Batches,
  updates: readonly MessageUpdate[],
): Promise<UpdateOutcome[]> {
  return update.run(batches, {
    updates: updates.map(({ from, identity = null, hasLeft = false, ...move }) => ({
      ...move,
      identity,
      fromStatus: from,
      hasLeft,
      // When it was sent or delivered is in columns of its own.
      step:
        move.status === 'failed'
          ? writeStep({ kind: 'failed', atMs: move.atMs, detail: move.error ?? '' })
          : null,
    })),
  });
}
