// The one statement that records what carriers say after a part's outcome was written down as unknown: it left, and has this name. Its
// text is sent once nothing about its parts is unknown. Doing it twice changes nothing.
import { isUnknownFailure } from '../messages/status_moves.ts';
import { appended, partLine } from '../messages/steps.ts';
import type { Batches } from '../postgres/database.ts';
import { bool, instant, int2, int8, text, uuid, type ValuesOf } from '../postgres/kinds.ts';
import { type AtLock, locking } from '../postgres/locking.ts';
import { list, statement } from '../postgres/statement.ts';

const lateAnswer = {
  accountId: int8,
  id: int8,
  /** As it was claimed: in a database that was restored meanwhile, a text with the same id is another one. */
  identity: uuid.orNull,
  part: int2,
  carrier: text,
  /** The carrier's name for it; null when it gave none. */
  ref: text.orNull,
  atMs: instant,
};

/** A part that left after all. */
export type LateAnswer = ValuesOf<typeof lateAnswer>;

const line = partLine('part_accepted', {
  at: 'i.at',
  part: 's.part',
  total: 's.total',
  detail: "coalesce(i.ref, '')",
});

// The parts that are unknown in the snapshot are counted against those that are known now: of one text two may come at once.
const accept = locking(({ skipLocked, isLeftOut }) =>
  statement({
    takes: { answers: list(lateAnswer), sentDeadlineMs: instant },
    gives: {
      seq: int8.orNull('c.seq'),
      isLocked: bool(isLeftOut('i.account_id')),
    },
    expects: 'answers',
    text: ({ answers, sentDeadlineMs, row }) => `
with input as (
  select * from ${answers.as('t', 'ord')}
), locked as materialized (
  select id, last_seq from account where id in (select account_id from input) order by id for update ${skipLocked}
), known as (
  update submission s set state = 'accepted', ref = i.ref
  from input i join locked l on l.id = i.account_id
  cross join lateral (
    select m.id from message m
    where m.account_id = i.account_id and m.id = i.id and m.identity is not distinct from i.identity limit 1
  ) m
  where s.account_id = i.account_id and s.message_id = i.id and s.part = i.part and s.carrier = i.carrier
    and s.state = 'unknown' and s.ref is null
  returning i.ord, s.account_id, s.message_id, s.total, s.submitted_at, l.last_seq, ${line} as line
), text as materialized (
  select g.*, g.last_seq + row_number() over (partition by g.account_id order by g.message_id) as seq
  from (
    select account_id, message_id, last_seq, total, count(*) as known, min(submitted_at) as submitted_at,
      string_agg(line, '' order by ord) as steps
    from known group by account_id, message_id, last_seq, total
  ) g
), changed as (
  update message m set
    status = 'sent', error = null, seq = t.seq, sent_at = coalesce(m.sent_at, t.submitted_at),
    deadline_at = ${sentDeadlineMs}, steps = ${appended('m', 't.steps')}
  from text t
  where m.account_id = t.account_id and m.id = t.message_id and m.status = 'failed' and ${isUnknownFailure('m')}
    and (t.total, t.known) = (
      select count(*), count(*) filter (where s.state = 'unknown') from submission s
      where s.account_id = t.account_id and s.message_id = t.message_id and s.state <> 'failed')
  returning m.account_id, m.id, m.seq
), moved as (
  update account a set last_seq = greatest(a.last_seq, s.seq)
  from (select account_id, max(seq) as seq from changed group by account_id) s
  where a.id = s.account_id
)
select ${row} from input i left join changed c on c.account_id = i.account_id and c.id = i.id order by i.ord`,
  }),
);

export const prepareLateAnswers = (batches: Batches) => ({
  /** Records them in one commit. Returns the new seq of each text that is sent now, else null; `locked`: nothing was done. */
  async acceptLate(
    answers: readonly LateAnswer[],
    sentDeadlineMs: number,
    atLock: AtLock = 'wait',
  ): Promise<(bigint | null | 'locked')[]> {
    const { rows } = await accept.run(batches, { answers, sentDeadlineMs }, atLock);
    return rows.map(({ seq, isLocked }) => (isLocked ? 'locked' : seq));
  },
});
