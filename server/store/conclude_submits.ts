// The one statement that records what became of texts in a replica's hand: which parts left, and what follows for each
// text. Doing it twice changes nothing, so that it may be repeated until it is answered.
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

/** A part that left, or of which nobody can know. */
export interface SubmittedPart {
  part: number;
  /** How many parts the text has on this carrier; 1 for a whole text. */
  total: number;
  state: 'accepted' | 'unknown';
  /** The carrier's name for it; null when it gave none, or nobody heard. */
  ref: string | null;
  /** The moment before it was submitted, by this core's clock; only how long ago that is goes into the table. */
  submittedAtMs: number;
}

/** What became of a text. */
export interface Conclusion {
  accountId: bigint;
  id: bigint;
  /** The replica and the claim that had it in hand: for any other the text itself is left as it is. */
  holder: bigint;
  attempt: number;
  /** As it was claimed: a text that has the same id in a database that was restored meanwhile is another one. */
  identity: string | null;
  carrier: string;
  /** `released` waits for another try. */
  verdict: 'sent' | 'failed' | 'released';
  /** The stored error of a failed text; null otherwise. */
  error: string | null;
  /** A released one's next try; null for at once. */
  retryAtMs: number | null;
  /** When the first part left for certain, now or before; null when none did. */
  sentAtMs: number | null;
  /** Some part left or may have left, now or before: the unit is used up, and only this carrier may go on. */
  mayHaveLeft: boolean;
  parts: readonly SubmittedPart[];
}

/** Instants by this core's clock, and how much longer than its expiry a text may be in hand, in milliseconds. */
export interface ConcludeTimes {
  nowMs: number;
  sentDeadlineMs: number;
  sendingGraceMs: number;
}

// A part that left is written down whatever became of its text meanwhile: a receipt may still come for it; not for another
// text, to which a restored database gave the same id. The text
// moves only for the claim that had it in hand, judged on the row under its lock. Waiting for another try is no change
// that anybody is told. When a part was submitted is kept by the database's clock, by which receipts are dated: those of
// two cores may be any time apart. The unit goes back for a text that failed without having left, while its month is still the
// account's. The cast of the status keeps the planner from comparing each text with everything that is being sent.
const isInHand = (message: string, move: string) =>
  `${message}.status::text = 'sending' and ${message}.holder is not distinct from ${move}.holder and ${message}.attempt = ${move}.attempt
    and ${message}.identity is not distinct from ${move}.identity`;

const statement = `
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::int2[], $5::text[], $6::text[], $7::timestamptz[],
    $8::timestamptz[], $9::bool[], $21::uuid[]) with ordinality
    as t (account_id, id, holder, attempt, verdict, error, retry_at, sent_at, may_have_left, identity, ord)
), locked as materialized (
  select id, period, last_seq from account where id in (select account_id from input) order by id for update
), written as (
  insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
  select p.account_id, p.id, p.part, p.total, p.carrier, p.ref, p.state::submission_state,
    now() - p.ago * interval '1 millisecond'
  from unnest($10::int8[], $11::int8[], $12::int2[], $13::int2[], $14::text[], $15::text[], $16::text[],
    $17::int8[], $22::uuid[]) as p (account_id, id, part, total, carrier, ref, state, ago, identity)
  join locked l on l.id = p.account_id
  cross join lateral (
    select m.id from message m
    where m.account_id = p.account_id and m.id = p.id and m.identity is not distinct from p.identity limit 1
  ) m
  on conflict do nothing
), hit as materialized (
  select i.*, l.period,
    l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq
  from input i
  join locked l on l.id = i.account_id
  cross join lateral (
    select m.id from message m where m.account_id = i.account_id and m.id = i.id and ${isInHand('m', 'i')} limit 1
  ) m
), changed as (
  update message m set
    seq = case when h.verdict = 'released' then m.seq else h.seq end,
    status = case when h.verdict = 'released' then m.status else h.verdict::message_status end,
    error = h.error,
    sent_at = coalesce(m.sent_at, h.sent_at),
    deadline_at = case h.verdict
      when 'sent' then $18::timestamptz
      when 'released' then m.deadline_at - make_interval(secs => $19::int4)
    end,
    holder = null,
    carrier = case when h.verdict = 'released' and not h.may_have_left then null else m.carrier end,
    retry_at = h.retry_at,
    charged = m.charged and not (
      h.verdict = 'failed' and not h.may_have_left
      and date_trunc('month', m.created_at at time zone 'UTC')::date = h.period
    )
  from hit h
  where m.account_id = h.account_id and m.id = h.id and ${isInHand('m', 'h')}
  returning h.ord, h.verdict, m.account_id, m.seq, m.charged
), moved as (
  update account a set last_seq = greatest(a.last_seq, s.seq), texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where verdict = 'failed' and not charged)::int4 as refunds
    from changed group by account_id
  ) s
  where a.id = s.account_id
)
select $20::text, case when c.verdict <> 'released' then c.seq end
from input i left join changed c on c.ord = i.ord order by i.ord`;

/**
 * Records conclusions, each text at most once in the list; all of it is one commit. Answers the new seq of each text
 * that changed visibly, else null: it waits for another try, was recorded before, or ended meanwhile.
 */
export async function concludeSubmits(
  batches: Batches,
  conclusions: readonly Conclusion[],
  { nowMs, sentDeadlineMs, sendingGraceMs }: ConcludeTimes,
): Promise<(bigint | null)[]> {
  const nonce = createNonce();
  const time = (atMs: number | null) => (atMs === null ? null : instantLiteral(atMs));
  const text = <T extends string | number | bigint | boolean | null>(pick: (each: Conclusion) => T) =>
    arrayLiteral(conclusions.map(pick));
  const parts = conclusions.flatMap(({ accountId, id, identity, carrier, parts }) =>
    parts.map((part) => ({ ...part, accountId, id, identity, carrier })),
  );
  const part = <T extends string | number | bigint | null>(pick: (each: (typeof parts)[number]) => T) =>
    arrayLiteral(parts.map(pick));
  const rows = await batches.run(statement, [
    text((each) => each.accountId),
    text((each) => each.id),
    text((each) => each.holder),
    text((each) => each.attempt),
    text((each) => each.verdict),
    text((each) => each.error),
    text((each) => time(each.retryAtMs)),
    text((each) => time(each.sentAtMs)),
    text((each) => each.mayHaveLeft),
    part((each) => each.accountId),
    part((each) => each.id),
    part((each) => each.part),
    part((each) => each.total),
    part((each) => each.carrier),
    part((each) => each.ref),
    part((each) => each.state),
    part((each) => Math.max(0, Math.round(nowMs - each.submittedAtMs))),
    instantLiteral(sentDeadlineMs),
    Math.round(sendingGraceMs / 1000),
    nonce,
    text((each) => each.identity),
    part((each) => each.identity),
  ]);
  checkNonce(nonce, rows, conclusions.length);
  batches.countRows(parts.length);
  return rows.map((row) => row[1] as bigint | null);
}
