// Deletes what is not kept longer: texts, their words, and the logs of deliveries. A step looks at a bounded range of an account's
// texts, by their key, and remembers its place, so that it costs the same however old the account is. It takes no lock of the
// account and waits for no locked text: what it leaves behind is looked at again a day later.
import { isCountedAsIs, keptInSums, lockedCount } from '../figures/count_texts.ts';
import type { Database } from '../postgres/database.ts';
import { bool, columnsOf, instant, int4, int8, type ValuesOf } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
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
), unconfirmed as (
  delete from confirmation c using gone g where c.account_id = ${accountId} and c.message_id = g.id
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
/** What is walked for. */
type Place = 'texts' | 'words';

/** What a step did. */
interface KeptStep {
  /** Texts that it deleted, or of which it removed the words. */
  done: number;
  /** There is more to look at now. */
  hasMore: boolean;
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
    case when r.${place}_left is not null and r.${place}_again_at <= ${nowMs} then r.${place}_left else r.${place}_place end as place
  from retention r where r.account_id = ${accountId} for update skip locked
), seen as materialized (
  select m.id, m.created_at < ${beforeMs} as is_passed, ${agedFrom('m')} < ${beforeMs} as is_old, ${isDue('m')} as is_due
  from kept k cross join lateral (
    select * from message m where m.account_id = ${accountId} and m.id >= k.place order by m.id limit ${most}
  ) m
), reached as materialized (
  select s.* from seen s where not exists (select from seen n where n.id <= s.id and not n.is_passed)
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
    ${place}_place = coalesce((select max(s.id) + 1 from reached s), k.place),
    ${place}_left = l.id,
    ${place}_again_at = case
      when l.id is null then null
      when k.begins_again or k.again_at is null then ${nowMs} + interval '1 day'
      else k.again_at
    end${more}
  from kept k cross join left_behind l where r.account_id = ${accountId}
)`;

const results = {
  done: int4('(select count(*)::int4 from going)'),
  hasMore: bool('coalesce((select count(*) from reached) = (select most from kept), false)'),
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

// Which of a page of accounts have a rule, and what each has to do: the first text at a place is one entry of the key.
const isDue = (place: Place, nowMs: string) => `(a.${place}_days is not null and (
    coalesce((
      select m.created_at from message m where m.account_id = a.id and m.id >= a.${place}_place order by m.id limit 1
    ) < ${nowMs} - make_interval(days => a.${place}_days), false)
    or coalesce(a.${place}_again_at <= ${nowMs}, false)))`;

const keptDays = (kind: string, byDefault: string) =>
  `nullif(coalesce(r.${kind}_days, ${byDefault}), 0) as ${kind}_days`;

const days = { textsDays: int4.orNull, wordsDays: int4.orNull, logsDays: int4.orNull };

/** Days that texts, their words and the logs of deliveries are kept; null for ever, or for as is usual. */
export type KeptDays = ValuesOf<typeof days>;

/** An account that was looked at. */
export type KeepingAccount = RowOf<typeof keeping>;
const keeping = {
  accountId: int8('a.id'),
  ...columnsOf(days, 'a'),
  textsAreDue: bool,
  wordsAreDue: bool,
};

const listKeeping = statement({
  takes: { after: int8, most: int4, nowMs: instant, ...days },
  gives: keeping,
  text: ({ after, most, nowMs, textsDays, wordsDays, logsDays, rowOf }) => `
select ${rowOf({
    accountId: 'a.id',
    textsDays: 'a.texts_days',
    wordsDays: 'a.words_days',
    logsDays: 'a.logs_days',
    textsAreDue: isDue('texts', nowMs),
    wordsAreDue: isDue('words', nowMs),
  })} from (
  select a.id, ${keptDays('texts', textsDays)}, ${keptDays('words', wordsDays)}, ${keptDays('logs', logsDays)},
    coalesce(r.texts_place, 0) as texts_place, r.texts_again_at, coalesce(r.words_place, 0) as words_place, r.words_again_at
  from account a left join retention r on r.account_id = a.id
  where a.id > ${after} order by a.id limit ${most}
) a order by a.id`,
});

const begin = statement({
  takes: { accountId: int8 },
  text: ({ accountId }) => `insert into retention (account_id) values (${accountId}) on conflict do nothing`,
});

const takesLogs = { accountId: int8, beforeMs: instant, most: int4 };

const deleteAttempts = statement({
  takes: takesLogs,
  text: ({ accountId, beforeMs, most }) => `
delete from webhook_attempt where ctid = any (array (
  select t.ctid from webhook_attempt t where t.account_id = ${accountId} and t.at < ${beforeMs} limit ${most} for update skip locked
)) returning 1`,
});

const deleteChanges = statement({
  takes: takesLogs,
  text: ({ accountId, beforeMs, most }) => `
delete from account_change where ctid = any (array (
  select t.ctid from account_change t where t.account_id = ${accountId} and t.at < ${beforeMs} limit ${most} for update skip locked
)) returning 1`,
});

const deleteRefusals = statement({
  takes: takesLogs,
  text: ({ accountId, beforeMs, most }) => `
delete from key_refusal where ctid = any (array (
  select t.ctid from key_refusal t where t.account_id = ${accountId} and t.last_at < ${beforeMs} limit ${most} for update skip locked
)) returning 1`,
});

// The rows of a sending have the words and recipients of its texts once more. The sending itself stays, with its numbers.
const oldSending = (accountId: string, beforeMs: string, mark: string) => `old as materialized (
  select s.id from sending s where s.account_id = ${accountId} and s.ended_at < ${beforeMs} and s.${mark} is null
  order by s.id limit 1 for update skip locked
)`;

const clearSending = (mark: string, act: (rows: string) => string, isLeft: string) =>
  statement({
    takes: { ...takesLogs, nowMs: instant },
    text: ({ accountId, beforeMs, most, nowMs }) => `
with ${oldSending(accountId, beforeMs, mark)}, due as materialized (
  select r.number from old o join sending_row r on r.account_id = ${accountId} and r.sending_id = o.id
  where ${isLeft} order by r.number limit ${most}
), cleared as (
  ${act(`r.account_id = ${accountId} and r.sending_id = (select id from old) and r.number in (select number from due)`)}
), over as (
  update sending s set ${mark} = ${nowMs} from old o
  where s.account_id = ${accountId} and s.id = o.id and (select count(*) from due) < ${most}
)
select 1 from old`,
  });

const deleteRows = clearSending(
  'rows_removed_at',
  (rows) => `delete from sending_row r where ${rows}`,
  'true',
);
const removeRowWords = clearSending(
  'words_removed_at',
  (rows) => `update sending_row r set body = '' where ${rows}`,
  "r.body <> ''",
);

const find = statement({
  takes: { accountId: int8 },
  gives: columnsOf(days, 'r'),
  text: ({ accountId, row }) => `
select ${row} from account a left join retention r on r.account_id = a.id where a.id = ${accountId}`,
});

const set = statement({
  takes: { accountId: int8, ...days },
  text: ({ accountId, textsDays, wordsDays, logsDays }) => `
insert into retention (account_id, texts_days, words_days, logs_days)
select a.id, ${textsDays}, ${wordsDays}, ${logsDays} from account a where a.id = ${accountId}
on conflict (account_id) do update set
  texts_days = excluded.texts_days, words_days = excluded.words_days, logs_days = excluded.logs_days
returning 1`,
});

type Step = Omit<ValuesOf<typeof takes>, 'most'> & { most?: number };

/** Rows that a step looks at. */
export const stepRows = 1_000;

export const prepareKeepTexts = ({ figures, writes, reads }: Database) => {
  /** Steps go by the pool of figures, which no send waits behind. */
  const stepOf =
    (kept: typeof deleteTexts) =>
    async ({ most = stepRows, ...step }: Step): Promise<KeptStep> => {
      await begin.run(writes, { accountId: step.accountId });
      return (await kept.first(figures, { ...step, most })) as KeptStep;
    };
  return {
    /** An account's own days; undefined for an unknown account. */
    findKeptDays: (accountId: bigint) => find.first(reads, { accountId }),

    /** Returns false for an unknown account. */
    setKeptDays: (accountId: bigint, kept: KeptDays) => set.any(writes, { accountId, ...kept }),

    /** Up to `most` accounts after one, each with the days that hold for it: its own, or `usual`. */
    listKeeping: (after: bigint, most: number, nowMs: number, usual: KeptDays) =>
      listKeeping.run(reads, { after, most, nowMs, ...usual }),

    /** Looks at up to `most` texts of an account, and deletes those that are over and from before an instant. */
    deleteTexts: stepOf(deleteTexts),

    /** Looks at up to `most` texts of an account, and empties those that are over and from before an instant. */
    removeWords: stepOf(removeWords),

    /** Deletes up to `most` rows of an account's sending that ended before an instant; returns whether there was one. */
    deleteSendingRows: ({ most = stepRows, ...step }: Step) => deleteRows.any(figures, { ...step, most }),

    /** Empties the words of up to `most` such rows; returns whether there was such a sending. */
    removeSendingWords: ({ most = stepRows, ...step }: Step) =>
      removeRowWords.any(figures, { ...step, most }),

    /** Deletes the logs of what webhooks were brought, of what keys' policies refused, and of changes; returns how many rows. */
    async deleteLogs(accountId: bigint, beforeMs: number, most = stepRows): Promise<number> {
      const asked = { accountId, beforeMs, most };
      const gone = [];
      for (const logs of [deleteAttempts, deleteRefusals, deleteChanges])
        gone.push(await logs.run(figures, asked));
      return gone.flat().length;
    },
  };
};
