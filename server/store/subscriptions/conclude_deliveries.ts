// The outcomes of deliveries: cursor, next attempt and the log of attempts, in one statement for many endpoints. A claim that
// has been superseded changes nothing, and a row that somebody has locked is left, so that no other one waits for it.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';
import type { DisabledReason } from './webhooks.ts';

/** How many attempts are kept for each endpoint. */
const keptAttempts = 50;

const conclusion = {
  accountId: int8,
  name: text,
  claim: int8,
  cursorSeq: int8,
  cursorNotice: int8,
  /** The new end of the claim; null releases it. */
  untilMs: instant.orNull,
  failures: int4,
  failingSinceMs: instant.orNull,
  isSlow: bool,
  nextAttemptAtMs: instant.orNull,
  disabledReason: word<DisabledReason>().orNull,
  /** The attempt; 0 events where nothing was sent, and nothing is logged. */
  eventCount: int4,
  firstEvent: text,
  lastEvent: text,
  atMs: instant,
  tookMs: int4,
  status: int4.orNull,
  error: text.orNull,
  answer: text,
  payload: text,
  /** What the first event is about: a text or a notice, and the conversation that either names. */
  messageId: int8.orNull,
  noticeId: int8.orNull,
  addressNorm: text.orNull,
};

/** The outcome of one delivery. */
export type Conclusion = ValuesOf<typeof conclusion>;

/** Whether it was written; `locked` may be tried again. */
export type Outcome = 'kept' | 'superseded' | 'locked';

// Of a text or a notice that was erased while its request was under way nothing is written down. An erasure writes to the account's
// webhooks before it searches their attempts: a statement with an older snapshot finds another version of the row, and runs again.
const isKnown = `(i.message_id is null or exists (select from message m where m.account_id = i.account_id and m.id = i.message_id))
    and (i.notice_id is null or exists (
      select from notice n where n.account_id = i.account_id and n.id = i.notice_id and n.data <> '{}'))`;

const conclude = statement({
  takes: { conclusions: list(conclusion) },
  gives: {
    outcome: word<Outcome>()(`case when k.account_id is not null then 'kept' when exists (
      select from webhook w where w.account_id = i.account_id and w.name = i.name and w.claim = i.claim
    ) then 'locked' else 'superseded' end`),
  },
  expects: 'conclusions',
  text: ({ conclusions, row }) => `
with input as (
  select * from ${conclusions.as('t', 'ord')}
), locked as (
  select w.account_id, w.name from webhook w join input i using (account_id, name)
  where w.claim = i.claim
    and w.xmin = (select v.xmin from webhook v where v.account_id = i.account_id and v.name = i.name)
  order by w.account_id, w.name for update of w skip locked
), kept as (
  update webhook w set
    cursor_seq = i.cursor_seq, cursor_notice = i.cursor_notice,
    moved_at = case when (i.cursor_seq, i.cursor_notice) = (w.cursor_seq, w.cursor_notice) then w.moved_at else i.at end,
    claimed_until = i.until, failures = i.failures, failing_since = i.failing_since, is_slow = i.is_slow,
    next_attempt_at = i.next_attempt_at, disabled_reason = i.disabled_reason,
    disabled_at = case when i.disabled_reason is not null then i.at end,
    last_attempt = w.last_attempt + case when i.event_count > 0 then 1 else 0 end
  from input i join locked l using (account_id, name)
  where w.account_id = i.account_id and w.name = i.name and w.claim = i.claim
  returning i.ord, w.account_id, w.name, w.last_attempt
), logged as (
  insert into webhook_attempt as a
    (account_id, name, slot, number, at, event_count, first_event, last_event, took_ms, status, error, answer,
      payload, address_norm)
  select i.account_id, i.name, k.last_attempt % ${keptAttempts}, k.last_attempt, i.at, i.event_count, i.first_event,
    i.last_event, i.took_ms, i.status, i.error, case when s.is_known then i.answer else '' end,
    case when s.is_known then i.payload else '' end, case when s.is_known then i.address_norm end
  from kept k join input i using (ord) cross join lateral (select ${isKnown} as is_known) s where i.event_count > 0
  on conflict (account_id, name, slot) do update set
    number = excluded.number, at = excluded.at, event_count = excluded.event_count,
    first_event = excluded.first_event, last_event = excluded.last_event, took_ms = excluded.took_ms,
    status = excluded.status, error = excluded.error, answer = excluded.answer, payload = excluded.payload,
    address_norm = excluded.address_norm
)
select ${row} from input i left join kept k using (ord) order by i.ord`,
});

export const prepareConcludeDeliveries = ({ batches }: Pick<Database, 'batches'>) => ({
  /** Writes down the outcomes of deliveries; each endpoint is in the list once. */
  concludeDeliveries: async (conclusions: readonly Conclusion[]): Promise<Outcome[]> =>
    (await conclude.run(batches, { conclusions })).map(({ outcome }) => outcome),
});
