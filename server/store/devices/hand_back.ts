// The one statement that takes texts back from a device that has not sent them and will not: its phone is gone, or it was
// unpaired. Such a text waits for another device, as long as it would have waited for this one. To its readers it stays
// sending, and nothing changes. What its account or its recipient no longer wants ends instead.
import { failure } from '../../domain/messages/message.ts';
import { isAtDevice, staysCharged } from '../messages/status_moves.ts';
import { appended, lastLineAt, textLine } from '../messages/steps.ts';
import { haveOptOutsMoved, isRefused, refusedError, refusedStep } from '../opt_outs/judge_opt_outs.ts';
import type { Batches } from '../postgres/database.ts';
import { bool, instant, int2, int4, int8, text, uuid, type ValuesOf } from '../postgres/kinds.ts';
import { type AtLock, locking } from '../postgres/locking.ts';
import { list, statement } from '../postgres/statement.ts';

/** A text that a device hands back. */
export type HandedBack = ValuesOf<typeof handedBack>;
const handedBack = {
  accountId: int8,
  /** The device that says so: only the one that the text was handed over to counts. */
  deviceId: int8,
  id: int8,
  attempt: int2,
  /** Null where the report names none, as about a text without one. */
  identity: uuid.orNull,
  atMs: instant,
  /** Why, in a few words. */
  reason: text,
};

/** The outcome for one text. */
interface HandBackOutcome {
  /** Whether it waits, or has ended; false for a report that came late or twice, or from another device. */
  isTaken: boolean;
  /** The text's new seq, where it has ended. */
  seq: bigint | null;
  /** Nothing was done, because another statement has its account locked, or changed its opt-outs meanwhile. */
  isLocked: boolean;
}

const cancelledError = failure('cancelled', 'the account cancelled the text before it left');

// The attempt counts on, so that no later report of this hand-over is believed. As with a release, the queue begins again
// at the first of these texts, and a claim that goes by an older snapshot does not move that place forward. What its SIM has not
// sent counts no more in the SIM's budget, as far as that still counts the minute, day or month of the hand-over.
const handBack = locking(({ skipLocked, isLeftOut }) =>
  statement({
    takes: { texts: list(handedBack), graceSeconds: int4 },
    gives: {
      isTaken: bool('c.ord is not null'),
      seq: int8.orNull('c.ended_seq'),
      isLocked: bool(
        `${isLeftOut('i.account_id')} or exists (select from stale s where s.id = i.account_id)`,
      ),
    },
    expects: 'texts',
    text: ({ texts, graceSeconds, row }) => `
with input as (
  select * from ${texts.as('t', 'ord')}
), locked as materialized (
  select id, period, last_seq, opt_out_changes from account where id in (select account_id from input) order by id for update ${skipLocked}
), stale as materialized (
  select l.id from locked l where ${haveOptOutsMoved('l')}
), found as materialized (
  select i.ord, i.at, i.reason, m.account_id, m.id, l.period, m.device_id, coalesce(m.sim, 1) as slot, m.segments::int4 as parts,
    to_timestamp(${lastLineAt('m', 'handed_over')} / 1000.0) as claimed_at,
    l.last_seq + row_number() over (partition by m.account_id order by i.ord) as seq,
    case when ${isRefused('l', 'm')} then ${refusedError} when m.wanted_back_at is not null then '${cancelledError}' end as ending,
    case when ${isRefused('l', 'm')} then ${refusedStep}
      when m.wanted_back_at is not null then ${textLine('failed', 'now()', `'${cancelledError}'`)}
      else ${textLine('another_try', 'i.at', 'i.reason')} end as step
  from input i join locked l on l.id = i.account_id and l.id not in (select id from stale)
  join message m on m.account_id = i.account_id and m.id = i.id and m.attempt = i.attempt and m.device_id = i.device_id
    and m.identity is not distinct from i.identity
), changed as (
  update message m set
    seq = case when f.ending is null then m.seq else f.seq end,
    status = case when f.ending is null then 'sending' else 'failed' end::message_status,
    error = f.ending,
    attempt = case when f.ending is null then m.attempt + 1 else m.attempt end,
    device_id = case when f.ending is null then null else m.device_id end,
    sim = case when f.ending is null then null else m.sim end,
    retry_at = case when f.ending is null then f.at end,
    deadline_at = case when f.ending is null then m.deadline_at - make_interval(secs => ${graceSeconds}) end,
    steps = ${appended('m', 'f.step')},
    charged = case when f.ending is null then m.charged
      else ${staysCharged('m', { status: "'failed'", hasLeft: 'false', error: 'f.ending', period: 'f.period' })} end
  from found f where m.account_id = f.account_id and m.id = f.id and ${isAtDevice('m')}
  returning f.ord, m.account_id, m.id, m.charged, f.device_id, f.slot, f.parts, f.claimed_at,
    case when f.ending is not null then f.seq end as ended_seq
), counted_sim as materialized (
  select account_id, device_id, slot, minute, day, month from sim
  where (account_id, device_id, slot) in (select account_id, device_id, slot from changed) order by 1, 2, 3 for update
), uncounted as (
  update sim s set used_minute = s.used_minute - u.minute, used_day = s.used_day - u.day, used_month = s.used_month - u.month
  from (
    select account_id, device_id, slot,
      coalesce(sum(parts) filter (where claimed_at >= minute), 0)::int4 as minute,
      coalesce(sum(parts) filter (where (claimed_at at time zone 'UTC')::date >= day), 0)::int4 as day,
      coalesce(sum(parts) filter (where (claimed_at at time zone 'UTC')::date >= month), 0)::int4 as month
    from changed join counted_sim using (account_id, device_id, slot) group by account_id, device_id, slot
  ) u where s.account_id = u.account_id and s.device_id = u.device_id and s.slot = u.slot
), moved as (
  update account a set
    waits_from = least(a.waits_from, c.first_id),
    releases = a.releases + (c.first_id is not null)::int,
    last_seq = greatest(a.last_seq, c.seq),
    texts_used = a.texts_used - c.refunds
  from (
    select account_id, min(id) filter (where ended_seq is null) as first_id, max(ended_seq) as seq,
      count(*) filter (where not charged)::int4 as refunds
    from changed group by account_id
  ) c where a.id = c.account_id
)
select ${row} from input i left join changed c on c.ord = i.ord order by i.ord`,
  }),
);

export const prepareHandBack = (batches: Batches) => ({
  /**
   * Takes back texts, each at most once in the list; all of it in one commit. `graceMs` is how much longer than its expiry each
   * might have stayed with its device.
   */
  async handBackTexts(
    texts: readonly HandedBack[],
    graceMs: number,
    atLock: AtLock = 'wait',
  ): Promise<HandBackOutcome[]> {
    const asked = { texts, graceSeconds: Math.round(graceMs / 1000) };
    return (await handBack.run(batches, asked, atLock)).rows;
  },
});
