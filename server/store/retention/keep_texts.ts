// Deletes texts that are not kept longer, or their words. A step looks at a bounded range of an account's
// texts, by their key, and remembers its place, so that it costs the same however old the account is. It takes no lock of the
// account and waits for no locked text: what it leaves behind is looked at again a day later.

import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, type ValuesOf } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import { isCountedAsIs, keptInSums, lockedCount } from '../stats/count_texts.ts';
import { receivedName, sentName } from './deleted_texts.ts';

/** SQL: whether nothing more can become of a text. What is deleted is judged by it under the text's own lock. */
export const isOver = (text: string): string =>
  `${text}.status in ('delivered', 'failed', 'received') and ${text}.deadline_at is null and ${text}.holder is null`;

/**
 * SQL: the steps that delete the texts `going (id)` of an account whose count is `counted`, with all that hangs on them. A
 * conversation goes with its newest text, and takes with it what people noted in it: a text that is written meanwhile is newer, so
 * that the conversation stays.
 */
export const goneTexts = (accountId: string): string => `gone as (
  delete from message m using going g where m.account_id = ${accountId} and m.id = g.id returning m.*
), ${keptInSums(accountId, 'gone')}, named as (
  insert into deleted_text (account_id, name, id, seq, status, route, created_at, sent_at, delivered_at)
  select ${accountId}, n.name, g.id, g.seq, g.status, g.route, g.created_at, g.sent_at, g.delivered_at
  from gone g cross join lateral (
    select ${sentName('g.client_ref')} as name where g.client_ref is not null
    union all select ${receivedName('g.device_id', 'g.inbound_id')} where g.inbound_id is not null
  ) n
  on conflict do nothing
), unsubmitted as (
  delete from submission s using gone g where s.account_id = ${accountId} and s.message_id = g.id
), unapproved as (
  delete from approval c using gone g where c.account_id = ${accountId} and c.message_id = g.id
), ended as (
  delete from thread t using gone g
  where t.account_id = ${accountId} and t.address_norm = g.address_norm and t.last_message_id = g.id
  returning t.address_norm
), unread as (
  delete from thread_read t using ended e where t.account_id = ${accountId} and t.address_norm = e.address_norm
), undecided as (
  delete from thread_state t using ended e where t.account_id = ${accountId} and t.address_norm = e.address_norm
), unnoted as (
  delete from thread_note t using ended e where t.account_id = ${accountId} and t.address_norm = e.address_norm
)`;

/** SQL: since when a text is as old as it is. One for later counts from when it left. */
const agedFrom = (text: string) => `greatest(${text}.created_at, ${text}.send_at)`;

const takes = { accountId: int8, nowMs: instant, beforeMs: instant, most: int4 };
type Takes = Record<keyof typeof takes, string>;
/** SQL: larger than any id. */
const endless = "'9223372036854775807'::int8";

/** What is walked for. */
export type Place = 'texts' | 'words';

/** What a step did. */
interface KeptStep {
  /** Texts that it deleted, or of which it removed the words. */
  rows: number;
  /** There is more to look at now. */
  hasMore: boolean;
  /** It had the account's row: false where there is none yet, or another one has it locked. */
  isTurn: boolean;
}

// Two that delete at once: the row of `retention` is locked, and who comes second does nothing. The place moves to the first text
// that is not old enough. A text that was not over, or was locked, stays behind it, and a day later the walk begins there again.
const walk = (
  place: Place,
  { accountId, nowMs, beforeMs, most }: Takes,
  isDue: (text: string) => string,
  { steps = '', isFree = 'true' } = {},
) => `
with kept as materialized (
  select r.${place}_left is not null and r.${place}_again_at <= ${nowMs} as begins_again, r.${place}_left as left_at,
    r.${place}_again_at as again_at, ${most} as most,
    case when r.${place}_left is not null and r.${place}_again_at <= ${nowMs} then r.${place}_left else r.${place}_cursor end as place
  from retention r where r.account_id = ${accountId} for update skip locked
), seen as materialized (
  select m.id, m.created_at < ${beforeMs} as is_passed, ${agedFrom('m')} < ${beforeMs} as is_old, ${isDue('m')} as is_due
  from kept k cross join lateral (
    select * from message m where m.account_id = ${accountId} and m.id >= k.place order by m.id limit ${most}
  ) m
), reached as materialized (
  select s.* from seen s where s.id < coalesce((select min(n.id) from seen n where not n.is_passed), ${endless})
), ${steps}going as materialized (
  select m.id from message m
  where m.account_id = ${accountId} and m.id = any (array(select r.id from reached r where r.is_old and r.is_due))
    and ${isOver('m')} and ${isFree} for update skip locked
)`;

const moved = (place: Place, { accountId, nowMs }: Takes, more = '') => `left_behind as materialized (
  select least(case when k.begins_again then null else k.left_at end, (
    select min(s.id) from reached s where s.is_due and s.id not in (select g.id from going g)
  )) as id
  from kept k
), moved as (
  update retention r set
    ${place}_cursor = coalesce((select max(s.id) + 1 from reached s), k.place),
    ${place}_left = l.id,
    ${place}_again_at = case
      when l.id is null then null
      when k.begins_again or k.again_at is null then ${nowMs} + interval '1 day'
      else k.again_at
    end${more}
  from kept k cross join left_behind l where r.account_id = ${accountId}
)`;

const results = {
  rows: int4('(select count(*)::int4 from going)'),
  hasMore: bool('coalesce((select count(*) from reached) = (select most from kept), false)'),
  isTurn: bool('exists (select from kept)'),
};

const deleteTexts = statement({
  takes,
  gives: results,
  expects: 'one',
  text: ({ row, ...names }) => `${walk('texts', names, () => 'true', {
    steps: `${lockedCount(names.accountId)}, `,
    isFree: isCountedAsIs('m'),
  })}, ${goneTexts(names.accountId)}, ${moved('texts', names, ', deleted_seq = greatest(r.deleted_seq, (select max(g.seq) from gone g))')}
select ${row}`,
});

// The row stays with its states; its seq does not move, because nothing became of the text.
const removeWords = statement({
  takes,
  gives: results,
  expects: 'one',
  text: ({ row, ...names }) =>
    `${walk('words', names, (text) => `${text}.body_removed_at is null`)}, gone as (
  update message m set body = '', body_removed_at = ${names.nowMs} from going g
  where m.account_id = ${names.accountId} and m.id = g.id returning m.id
), ${moved('words', names)}
select ${row}`,
});

const begin = statement({
  takes: { accountId: int8 },
  text: ({ accountId }) => `insert into retention (account_id) values (${accountId}) on conflict do nothing`,
});

type Step = Omit<ValuesOf<typeof takes>, 'most'> & { most?: number };

/** Texts that a step looks at: a send waits behind at most one. With 1,000 the slowest of a hundred sends took half as long again. */
const stepTexts = 100;

export const prepareKeepTexts = ({ stats, writes }: Database) => {
  /** Steps go by the pool of stats, which no send waits behind. */
  const stepOf =
    (kept: typeof deleteTexts) =>
    async ({ most = stepTexts, ...step }: Step): Promise<KeptStep> => {
      const first = (await kept.first(stats, { ...step, most })) as KeptStep;
      if (first.isTurn) return first;
      await begin.run(writes, { accountId: step.accountId });
      return (await kept.first(stats, { ...step, most })) as KeptStep;
    };
  return {
    /** Looks at up to `most` texts of an account, and deletes those that are over and from before an instant. */
    deleteTexts: stepOf(deleteTexts),

    /** Looks at up to `most` texts of an account, and empties those that are over and from before an instant. */
    removeWords: stepOf(removeWords),
  };
};
