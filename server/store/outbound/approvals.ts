// What people decide about texts that wait for them. Approving, rejecting and expiring are one statement: of all that come at once,
// of cancels too, exactly one wins, on the text's own row, under its account's lock. An approved text is scheduled for when it may
// leave, and the release judges it as any other: see release_texts.ts.
import { approvalAwaited, type Decision } from '../../domain/messages/approval.ts';
import { failure } from '../../domain/messages/message.ts';
import { liveStatuses } from '../../domain/plans/quota.ts';
import { scheduled, staysCharged } from '../messages/status_moves.ts';
import { appended, textLine } from '../messages/steps.ts';
import type { Database } from '../postgres/database.ts';
import {
  bool,
  columnsOf,
  count,
  date,
  instant,
  int4Array,
  int8,
  int8Array,
  text,
  textArray,
  word,
} from '../postgres/kinds.ts';
import { locking } from '../postgres/locking.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';
import { leavesAt } from './rules/time_rules.ts';

/** A decision about one text. */
export interface Decided {
  accountId: bigint;
  id: bigint;
  decision: Exclude<Decision, 'withdrawn'>;
  /** The person who decides; null for a link, a service and the time. */
  userId: bigint | null;
  /** The hash of the link that decides, SHA-256 in hex; null for any other. */
  tokenHash: string | null;
}

/** The result of a decision; `over` if the text no longer waits. */
export type DecisionVerdict =
  | 'done'
  | 'locked'
  | 'unknown'
  | 'over'
  | 'suspended'
  | 'no_plan'
  | 'no_subscription'
  | 'cap_reached';

/** The plans on offer, and the current month. */
interface PlanContext {
  nowMs: number;
  month: string;
  plans: readonly string[];
  caps: readonly number[];
}

const errors = {
  rejected: failure('approval_rejected', 'a person decided that the text is not to leave'),
  expired: failure('approval_expired', 'nobody approved the text in time'),
};

const awaits = (message: string) =>
  `${message}.status = '${scheduled}' and ${message}.awaiting = '${approvalAwaited}' and ${message}.send_at is null`;

const ofTexts = {
  accountId: int8,
  id: int8,
  decision: word<Decided['decision']>(),
  userId: int8.orNull,
  tokenHash: text.orNull,
};

const instantDetail = '((extract(epoch from j.leaves_at) * 1000)::int8)::text';
const approvedLines = `${textLine('approved', 'now()')} || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then ${textLine('quiet_hours', 'now()', instantDetail)}
      else ${textLine('scheduled', 'now()', instantDetail)} end`;
const error = `case j.decision when 'rejected' then '${errors.rejected}' else '${errors.expired}' end`;
const quiet = { zone: 'l.quiet_zone', from: 'l.quiet_from', until: 'l.quiet_until' };

// A unit counts in the month of its acceptance. By then the account may have lost its plan or a part of it, or a month may have
// begun: a text is approved only while the account might send it now.
const mayBeApproved = (live: string) => `case
      when l.suspended_at is not null then 'suspended'
      when l.exempt then null
      when l.plan is null then 'no_plan'
      when l.subscription_status is null or l.subscription_status <> all (${live}) then 'no_subscription'
      when case when l.counted_month = l.month then l.used > l.cap else l.used >= l.cap end then 'cap_reached'
    end`;

const decide = locking(({ skipLocked }) =>
  statement({
    takes: {
      texts: list(ofTexts),
      ...{ nowMs: instant, month: date, plans: textArray, caps: int4Array, live: textArray },
    },
    gives: { seq: int8.orNull('c.seq'), verdict: word<DecisionVerdict>() },
    expects: 'texts',
    text: ({ texts, nowMs, month, plans, caps, live, row }) => `
with input as materialized (
  select * from ${texts.as('t', 'ord')}
), locked as materialized (
  select id, plan, subscription_status, exempt, suspended_at, period, texts_used, last_seq, quiet_zone, quiet_from, quiet_until
  from account where id in (select account_id from input) order by id for update ${skipLocked}
), asked as materialized (
  select i.*, l.id as locked_id, l.period, l.suspended_at, l.plan, l.subscription_status, l.exempt,
    l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq,
    greatest(l.period, ${month}) as month, case when l.period < ${month} then 0 else l.texts_used end as used,
    coalesce(tier.cap, 0) as cap, date_trunc('month', c.created_at at time zone 'UTC')::date as counted_month,
    c.message_id, c.decided_at, c.expires_at, c.send_at as asked_at, c.is_urgent,
    l.quiet_zone, l.quiet_from, l.quiet_until
  from input i
  left join locked l on l.id = i.account_id
  left join unnest(${plans}, ${caps}) as tier (plan, cap) on tier.plan = l.plan
  left join approval c on c.account_id = i.account_id and c.message_id = i.id
    and (i.token_hash is null or c.token_hash = decode(i.token_hash, 'hex'))
), judged as materialized (
  select l.*,
    greatest(${leavesAt('coalesce(l.asked_at, now())', 'l.is_urgent', quiet)}, now()) as leaves_at,
    case
      when l.message_id is null then 'unknown'
      when l.locked_id is null then 'locked'
      when l.decided_at is not null or (l.decision = 'expired') <> (l.expires_at <= ${nowMs}) then 'over'
      when l.decision = 'approved' then ${mayBeApproved(live)}
    end as refusal
  from asked l
), changed as (
  update message m set
    seq = j.seq,
    awaiting = null,
    status = case when j.decision = 'approved' then m.status else 'failed' end,
    error = case when j.decision <> 'approved' then ${error} end,
    send_at = case when j.decision = 'approved' then j.leaves_at end,
    deadline_at = case when j.decision = 'approved' then m.deadline_at + (j.leaves_at - j.expires_at) end,
    steps = ${appended('m', `case when j.decision = 'approved' then ${approvedLines} else ${textLine('failed', 'now()', error)} end`)},
    charged = ${staysCharged('m', {
      status: "case when j.decision = 'approved' then 'queued' else 'failed' end",
      hasLeft: 'false',
      error,
      period: 'j.period',
    })}
  from judged j
  where j.refusal is null and m.account_id = j.account_id and m.id = j.id and ${awaits('m')}
  returning j.ord, m.account_id, m.id, m.seq, m.charged, j.decision, j.user_id, j.token_hash
), moved as (
  update account a set last_seq = s.seq, texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where not charged)::int4 as refunds from changed group by account_id
  ) s where a.id = s.account_id
), closed as (
  update approval c set decision = coalesce(w.decision, 'withdrawn'), decided_at = ${nowMs},
    user_id = w.user_id, by_link = w.token_hash is not null
  from judged j
  left join changed w on w.ord = j.ord
  left join message m on m.account_id = j.account_id and m.id = j.id
  where c.account_id = j.account_id and c.message_id = j.id and c.decided_at is null
    and (w.ord is not null or (j.refusal is null and j.decision = 'expired' and not (${awaits('m')})))
)
select ${row} from (
  select j.ord, case when w.ord is not null then 'done' else coalesce(j.refusal, 'over') end as verdict
  from judged j left join changed w on w.ord = j.ord
) v left join changed c on c.ord = v.ord order by v.ord`,
  }),
);

const approvalRow = {
  accountId: int8,
  messageId: int8,
  keyId: int8,
  createdAtMs: instant,
  expiresAtMs: instant,
  /** The instant that it was sent for; null for at once. */
  sendAtMs: instant.orNull,
  decision: word<Decision>().orNull,
  decidedAtMs: instant.orNull,
  userId: int8.orNull,
  byLink: bool,
};

const shown = {
  ...columnsOf(approvalRow, 'c'),
  keyLabel: text.orNull('k.label'),
  accountName: text('a.name'),
  addressNorm: text('m.address_norm'),
  body: text('m.body'),
  /** It waits for a person. */
  isWaiting: bool(awaits('m')),
  error: text.orNull('m.error'),
};

/** A text that waits, or waited, for a person. */
export type ApprovalRow = RowOf<typeof shown>;

const source = `approval c
  join message m on m.account_id = c.account_id and m.id = c.message_id
  join account a on a.id = c.account_id
  left join api_key k on k.account_id = c.account_id and k.id = c.key_id`;

const listOf = (condition: string, order: string) =>
  statement({
    takes: { accountId: int8, keyId: int8.orNull, from: int8, most: count },
    gives: shown,
    text: ({ accountId, keyId, from, most, row }) => `
select ${row} from ${source}
where c.account_id = ${accountId} and (${keyId} is null or c.key_id = ${keyId}) and ${condition.replace('$from', from)}
order by c.message_id ${order} limit ${most}`,
  });

const listPending = listOf(`c.decided_at is null and ${awaits('m')} and c.message_id > $from`, 'asc');
const listDecided = listOf('c.decided_at is not null and c.message_id < $from', 'desc');

const find = statement({
  takes: { accountId: int8, id: int8 },
  gives: shown,
  text: ({ accountId, id, row }) =>
    `select ${row} from ${source} where c.account_id = ${accountId} and c.message_id = ${id}`,
});

const findByToken = statement({
  takes: { tokenHash: text },
  gives: shown,
  text: ({ tokenHash, row }) =>
    `select ${row} from ${source} where c.token_hash = decode(${tokenHash}, 'hex')`,
});

const setToken = statement({
  takes: { accountId: int8, id: int8, tokenHash: text, nowMs: instant },
  gives: { expiresAtMs: instant('c.expires_at') },
  text: ({ accountId, id, tokenHash, nowMs, row }) => `
update approval c set token_hash = decode(${tokenHash}, 'hex') from message m
where c.account_id = ${accountId} and c.message_id = ${id} and c.decided_at is null and c.expires_at > ${nowMs}
  and m.account_id = c.account_id and m.id = c.message_id and ${awaits('m')}
returning ${row}`,
});

const listExpired = statement({
  takes: { nowMs: instant, most: count, without: int8Array },
  gives: { accountId: int8('c.account_id'), id: int8('c.message_id') },
  text: ({ nowMs, most, without, row }) => `
select ${row} from approval c where c.decided_at is null and c.expires_at <= ${nowMs}
  and c.account_id <> all (select unnest(${without})) order by c.expires_at limit ${most}`,
});

export const prepareApprovals = ({ reads, writes, batches }: Database) => ({
  /** Decides about texts, each at most once in the list, in one commit; a verdict for each, with its new seq. */
  decideApprovals: async (
    texts: readonly Decided[],
    context: PlanContext,
    atLock: 'wait' | 'skip' = 'wait',
  ) => (await decide.run(batches, { texts, ...context, live: liveStatuses }, atLock)).rows,
  findApproval: (accountId: bigint, id: bigint) => find.first(reads, { accountId, id }),
  findApprovalByToken: (tokenHash: string) => findByToken.first(reads, { tokenHash }),
  /** `keyId` is null for those of all keys. */
  listPendingApprovals: (accountId: bigint, keyId: bigint | null, after: bigint, most: number) =>
    listPending.run(reads, { accountId, keyId, from: after, most }),
  listDecidedApprovals: (accountId: bigint, keyId: bigint | null, before: bigint, most: number) =>
    listDecided.run(reads, { accountId, keyId, from: before, most }),
  setApprovalToken: (accountId: bigint, id: bigint, tokenHash: string, nowMs: number) =>
    setToken.first(writes, { accountId, id, tokenHash, nowMs }),
  listExpiredApprovals: (nowMs: number, most: number, without: readonly bigint[]) =>
    listExpired.run(reads, { nowMs, most, without }),
});
