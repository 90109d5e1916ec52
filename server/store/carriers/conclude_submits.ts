// The one statement that records the outcomes of a replica's claimed texts: which parts left, and what follows for each
// text. It may be repeated until it is answered, because doing it twice changes nothing.
import { type Step, writeStep } from '../../domain/messages/timeline.ts';
import { staysCharged } from '../messages/status_moves.ts';
import { appended } from '../messages/steps.ts';
import type { Batches } from '../postgres/database.ts';
import {
  bool,
  count,
  instant,
  int2,
  int4,
  int8,
  text,
  uuid,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { type AtLock, locking } from '../postgres/locking.ts';
import { list, statement } from '../postgres/statement.ts';

/** A part that left, or may have left. */
export interface SubmittedPart extends ValuesOf<typeof submittedPart> {
  /** The moment before it was submitted, by this core's clock; the table stores only its age. */
  submittedAtMs: number;
}

const submittedPart = {
  part: int2,
  /** How many parts the text has on this carrier; 1 for a whole text. */
  total: int2,
  state: word<'accepted' | 'unknown'>('submission_state'),
  /** The carrier's name for it; null when it gave none, or no answer came. */
  ref: text.orNull,
};

/** A part that certainly did not leave. */
export interface RefusedPart {
  part: number;
  total: number;
  /** Why; a sentence. */
  detail: string;
}

/** Which text is meant. */
const concluded = {
  accountId: int8,
  id: int8,
  /** As it was claimed: in a database that was restored meanwhile, a text with the same id is another one. */
  identity: uuid.orNull,
};

const conclusion = {
  ...concluded,
  /** The replica and the claim that it belonged to: for any other the text itself is left as it is. */
  holder: int8,
  attempt: int2,
  /** `released` waits for another try. */
  verdict: word<'sent' | 'failed' | 'released'>(),
  /** The stored error of a failed text; null otherwise. */
  error: text.orNull,
  /** A released one's next try; null for at once. */
  retryAtMs: instant.orNull,
  /** When the first part left for certain, now or before; null when none did. */
  sentAtMs: instant.orNull,
  /** Some part left or may have left, now or before: the unit is used up, and only this carrier may continue. */
  mayHaveLeft: bool,
};

/** The outcome of a text. */
export interface Conclusion extends ValuesOf<typeof conclusion> {
  carrier: string;
  parts: readonly SubmittedPart[];
  /** The parts that the company did not take now. */
  refused: readonly RefusedPart[];
}

/** Instants by this core's clock, and how much longer than its expiry a text may stay claimed, in milliseconds. */
interface ConcludeTimes {
  nowMs: number;
  sentDeadlineMs: number;
  sendingGraceMs: number;
}

// A part that left is written down whatever happened to its text, because a receipt may still come for it. It is not
// written for another text to which a restored database gave the same id. The text moves only for its present claim,
// judged on the row under its lock: it is sending, from which every verdict is a move forward (status_moves.ts).
// Waiting for another try is no change to publish. The time of a submission is kept by the database's clock, as the
// times of receipts are: two cores' clocks may differ. The cast of the status keeps the planner from comparing each
// text with all that are being sent.
const isClaimed = `m.status::text = 'sending' and m.holder is not distinct from n.holder and m.attempt = n.attempt
    and m.identity is not distinct from n.identity`;

const conclude = locking(({ skipLocked, isLeftOut }) =>
  statement({
    takes: {
      conclusions: list({ ...conclusion, steps: text.orNull }),
      parts: list({
        ...concluded,
        carrier: text,
        ...submittedPart,
        /** How long ago it was submitted, in milliseconds. */
        ago: count,
      }),
      sentDeadlineMs: instant,
      graceSeconds: int4,
    },
    gives: {
      seq: int8.orNull("case when c.verdict <> 'released' then c.seq end"),
      isLocked: bool(isLeftOut('i.account_id')),
    },
    expects: 'conclusions',
    text: ({ conclusions, parts, sentDeadlineMs, graceSeconds, row }) => `
with input as (
  select * from ${conclusions.as('t', 'ord')}
), locked as materialized (
  select id, period, last_seq from account where id in (select account_id from input) order by id for update ${skipLocked}
), written as (
  insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
  select p.account_id, p.id, p.part, p.total, p.carrier, p.ref, p.state,
    now() - p.ago * interval '1 millisecond'
  from ${parts.as('p')}
  join locked l on l.id = p.account_id
  cross join lateral (
    select m.id from message m
    where m.account_id = p.account_id and m.id = p.id and m.identity is not distinct from p.identity limit 1
  ) m
  on conflict do nothing
), numbered as materialized (
  select i.*, l.period,
    l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq
  from input i
  join locked l on l.id = i.account_id
), changed as (
  update message m set
    seq = case when n.verdict = 'released' then m.seq else n.seq end,
    status = case when n.verdict = 'released' then m.status else n.verdict::message_status end,
    error = n.error,
    sent_at = coalesce(m.sent_at, n.sent_at),
    deadline_at = case n.verdict
      when 'sent' then ${sentDeadlineMs}
      when 'released' then m.deadline_at - make_interval(secs => ${graceSeconds})
    end,
    holder = null,
    steps = ${appended('m', 'n.steps')},
    carrier = case when n.verdict = 'released' and not n.may_have_left then null else m.carrier end,
    retry_at = n.retry_at,
    charged = ${staysCharged('m', { status: 'n.verdict', hasLeft: 'n.may_have_left', error: 'n.error', period: 'n.period' })}
  from numbered n
  where m.account_id = n.account_id and m.id = n.id and ${isClaimed}
  returning n.ord, n.verdict, m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = greatest(a.last_seq, s.seq), texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where not charged)::int4 as refunds
    from changed group by account_id
  ) s
  where a.id = s.account_id
)
select ${row} from input i left join changed c on c.ord = i.ord order by i.ord`,
  }),
);

/** The steps of a text, as lines of its row; null for none. */
function stepsOf({ parts, refused, verdict, error, retryAtMs }: Conclusion, atMs: number): string | null {
  const steps: Step[] = [
    ...parts.map(({ part, total, state, ref, submittedAtMs }): Step => {
      const kind = state === 'accepted' ? 'part_accepted' : 'part_unknown';
      return { kind, atMs: submittedAtMs, part, total, detail: ref ?? '' };
    }),
    ...refused.map((part): Step => ({ ...part, kind: 'part_refused', atMs })),
  ].sort((one, other) => (one.part ?? 0) - (other.part ?? 0));
  if (verdict === 'failed') steps.push({ kind: 'failed', atMs, detail: error ?? '' });
  if (verdict === 'released') steps.push({ kind: 'another_try', atMs, detail: String(retryAtMs ?? atMs) });
  return steps.map(writeStep).join('') || null;
}

export const prepareConcludeSubmits = (batches: Batches) => ({
  /**
   * Records conclusions in one commit; each text may be in the list once. Returns the new seq of each text that changed
   * visibly, else null: it waits for another try, was recorded before, or ended meanwhile. `locked`: nothing was done,
   * because another statement has its account locked.
   */
  async concludeSubmits(
    conclusions: readonly Conclusion[],
    { nowMs, sentDeadlineMs, sendingGraceMs }: ConcludeTimes,
    atLock: AtLock = 'wait',
  ): Promise<(bigint | null | 'locked')[]> {
    const parts = conclusions.flatMap(({ accountId, id, identity, carrier, parts }) =>
      parts.map((part) => {
        const ago = Math.max(0, Math.round(nowMs - part.submittedAtMs));
        return { ...part, accountId, id, identity, carrier, ago };
      }),
    );
    const concluding = {
      conclusions: conclusions.map((one) => ({ ...one, steps: stepsOf(one, nowMs) })),
      parts,
      sentDeadlineMs,
      graceSeconds: Math.round(sendingGraceMs / 1000),
    };
    const { rows } = await conclude.run(batches, concluding, atLock);
    batches.countRows(parts.length);
    return rows.map(({ seq, isLocked }) => (isLocked ? 'locked' : seq));
  },
});
