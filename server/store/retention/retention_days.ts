// How long accounts keep their texts, and which of them have something to do.
import type { Database } from '../postgres/database.ts';
import { bool, columnsOf, instant, int4, int8, type ValuesOf } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';
import type { Place } from './keep_texts.ts';

// Which of a page of accounts have a rule, and what each has to do: the first text at a place is one entry of the key.
const isDue = (place: Place, nowMs: string) => `(a.${place}_days is not null and (
    coalesce((
      select m.created_at from message m where m.account_id = a.id and m.id >= a.${place}_cursor order by m.id limit 1
    ) < ${nowMs} - make_interval(days => a.${place}_days), false)
    or coalesce(a.${place}_again_at <= ${nowMs}, false)))`;

const retentionDays = (kind: string, byDefault: string) =>
  `nullif(coalesce(r.${kind}_days, ${byDefault}), 0) as ${kind}_days`;

const days = { textsDays: int4.orNull, wordsDays: int4.orNull, logsDays: int4.orNull };

/** Days that texts, their words and the logs of deliveries are kept; null for ever, or for as is usual. */
export type RetentionDays = ValuesOf<typeof days>;

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
  select a.id, ${retentionDays('texts', textsDays)}, ${retentionDays('words', wordsDays)}, ${retentionDays('logs', logsDays)},
    coalesce(r.texts_cursor, 0) as texts_cursor, r.texts_again_at, coalesce(r.words_cursor, 0) as words_cursor, r.words_again_at
  from account a left join retention r on r.account_id = a.id
  where a.id > ${after} order by a.id limit ${most}
) a order by a.id`,
});

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

export const prepareRetentionDays = ({ reads, writes }: Database) => ({
  /** An account's own days; undefined for an unknown account. */
  findRetentionDays: (accountId: bigint) => find.first(reads, { accountId }),

  /** Returns false for an unknown account. */
  setRetentionDays: (accountId: bigint, days: RetentionDays) => set.any(writes, { accountId, ...days }),

  /** Up to `most` accounts after one, each with the days that hold for it: its own, or `usual`. */
  listKeeping: (after: bigint, most: number, nowMs: number, usual: RetentionDays) =>
    listKeeping.run(reads, { after, most, nowMs, ...usual }),
});
