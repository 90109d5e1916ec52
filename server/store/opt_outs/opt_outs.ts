// The opt-outs that an account keeps itself, and its answers to keywords.
import type { AnsweredKeyword } from '../../domain/opt_outs/keyword.ts';
import type { OptOutSettings, OptOutSource } from '../../domain/opt_outs/opt_out.ts';
import type { Database } from '../postgres/database.ts';
import { hops } from '../postgres/hops.ts';
import {
  bool,
  count,
  instant,
  int4,
  int8,
  int8Array,
  json,
  text,
  textArray,
  type ValuesOf,
  word,
} from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';
import { coversText, isBeingErased } from '../retention/erased_recipients.ts';
import { formsOf, isOptedOut } from './judge_opt_outs.ts';

/** Most opt-outs of an account, without those that recipients set themselves: a stop is never refused. */
export const maxOptOuts = 1_000_000;
/** Most opt-outs that one call adds. */
const maxAdded = 10_000;

// The account's lock orders it with sends: a text that is accepted after its commit has seen it. No statement claims a
// text from before, and end_waiting.ts ends it. Counting a million rows takes a tenth of a second: it is done only if
// the account's opt-outs have changed often enough for the bound to be near. A count of an older snapshot than the lock
// is used only if nothing changed since.
const add = statement({
  takes: {
    addresses: list({ addressNorm: text }),
    accountId: int8,
    source: word<OptOutSource>(),
    nowMs: instant,
    most: count,
    countsFrom: count,
  },
  gives: {
    added: count('(select count(*) from added)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    isStale: bool('exists (select from locked) and not exists (select from open)'),
  },
  expects: 'one',
  text: ({ addresses, accountId, source, nowMs, most, countsFrom, row }) => `
with asked as materialized (
  select address_norm from ${addresses.as('i')}
), seen as materialized (
  select a.id, a.opt_out_changes, a.opt_out_changes >= ${countsFrom} and (
    select count(*) from opt_out o where o.account_id = a.id
  ) + (
    select count(*) from asked i where not exists (
      select from opt_out o where o.account_id = a.id and o.address_norm = i.address_norm)
  ) > ${most} as is_full
  from account a where a.id = ${accountId}
), locked as materialized (
  select id, opt_out_changes from account where id = ${accountId} for update
), open as materialized (
  select l.id from locked l join seen s on s.id = l.id
  where not s.is_full and (l.opt_out_changes < ${countsFrom} or l.opt_out_changes = s.opt_out_changes)
), added as (
  insert into opt_out (account_id, address_norm, since, source, message_id, ends_waiting)
  select l.id, i.address_norm, ${nowMs}, ${source}, null, true from open l cross join asked i
  where not ${isOptedOut('l.id', 'i.address_norm')}
  on conflict (account_id, address_norm) do nothing
  returning account_id
), moved as (
  update account a set opt_out_changes = a.opt_out_changes + 1
  from (select distinct account_id from added) d where a.id = d.account_id
)
select ${row}`,
});

const optOut = {
  addressNorm: text,
  sinceMs: instant,
  source: word<OptOutSource>(),
  messageId: int8.orNull,
};

/** A recipient to whom the account sends nothing. */
export type OptOut = ValuesOf<typeof optOut>;

/** The end of a page. */
export type OptOutPlace = Pick<OptOut, 'sinceMs' | 'addressNorm'>;

const listNewest = statement({
  takes: { accountId: int8, beforeMs: instant, beforeAddress: text, most: int4 },
  gives: optOut,
  text: ({ accountId, beforeMs, beforeAddress, most, row }) => `
select ${row} from opt_out
where account_id = ${accountId} and (since, address_norm) < (${beforeMs}, ${beforeAddress})
order by since desc, address_norm desc limit ${most}`,
});

const find = statement({
  takes: { accountId: int8, addressNorm: text },
  gives: optOut,
  text: ({ accountId, addressNorm, row }) =>
    `select ${row} from opt_out where account_id = ${accountId} and address_norm = any (${formsOf(addressNorm)})
      order by since limit 1`,
});

const remove = statement({
  takes: { accountId: int8, addressNorm: text },
  gives: optOut,
  text: ({ accountId, addressNorm, row }) => `
with locked as materialized (
  select id from account where id = ${accountId} for update
), removed as (
  delete from opt_out o using locked l where o.account_id = l.id and o.address_norm = any (${formsOf(addressNorm)})
  returning o.*
), moved as (
  update account a set opt_out_changes = a.opt_out_changes + 1 from (select distinct account_id from removed) r
  where a.id = r.account_id
)
select ${row} from removed order by since limit 1`,
});

const answers = { stopAnswer: text.orNull, startAnswer: text.orNull, helpAnswer: text.orNull };
const settings = { stopWords: json<readonly string[]>()('array_to_json(stop_words)'), ...answers };

const findSettings = statement({
  takes: { accountId: int8 },
  gives: settings,
  text: ({ accountId, row }) => `select ${row} from opt_out_settings where account_id = ${accountId}`,
});

const setSettings = statement({
  takes: { accountId: int8, stopWords: textArray, ...answers },
  gives: { accountId: int8 },
  text: ({ accountId, stopWords, stopAnswer, startAnswer, helpAnswer, row }) => `
insert into opt_out_settings (account_id, stop_words, stop_answer, start_answer, help_answer)
select a.id, ${stopWords}, ${stopAnswer}, ${startAnswer}, ${helpAnswer} from account a where a.id = ${accountId}
on conflict (account_id) do update set stop_words = excluded.stop_words, stop_answer = excluded.stop_answer,
  start_answer = excluded.start_answer, help_answer = excluded.help_answer
returning ${row}`,
});

const pendingAnswer = {
  accountId: int8('k.account_id'),
  addressNorm: text('k.address_norm'),
  keyword: word<AnsweredKeyword>()('k.keyword'),
  messageId: int8('k.message_id'),
  atMs: instant('k.at'),
  /** The account's newest erasure when it was read. */
  asOfErasure: int8('coalesce(a.last_erasure_id, 0)'),
  /** Null if the account has removed the answer since. */
  body: text.orNull(
    "case k.keyword when 'stop' then s.stop_answer when 'start' then s.start_answer else s.help_answer end",
  ),
};

/** An answer that is to be sent. */
export type PendingAnswer = RowOf<typeof pendingAnswer>;

// The walk hops from account to account in keyword_answer_waiting.
const listPendingAnswers = statement({
  takes: { without: int8Array, accounts: int4, most: int4 },
  gives: pendingAnswer,
  text: ({ without, accounts, most, row }) => `
with recursive ${hops('walk', 'account_id', 'keyword_answer', 't.is_pending')}
select ${row} from (
  select account_id from walk where account_id is not null and account_id <> all (${without}) limit ${accounts}
) w
cross join lateral (
  select * from keyword_answer p where p.account_id = w.account_id and p.is_pending
    and not ${isBeingErased('p.account_id', 'p.address_norm', coversText('p.message_id'))}
  order by p.at limit ${most}
) k
left join account a on a.id = k.account_id
left join opt_out_settings s on s.account_id = k.account_id
order by k.account_id, k.at`,
});

const finishAnswer = statement({
  takes: { accountId: int8, addressNorm: text, keyword: word<AnsweredKeyword>(), messageId: int8 },
  text: ({ accountId, addressNorm, keyword, messageId }) => `
update keyword_answer set is_pending = false
where account_id = ${accountId} and address_norm = ${addressNorm} and keyword = ${keyword} and message_id = ${messageId}`,
});

/** These reads go through `writes`, because they must see the writes before them. */
export const prepareOptOuts = ({ writes, reads }: Database) => ({
  /** Up to `most` opt-outs that are older than `place`, newest first. */
  listOptOuts: (accountId: bigint, place: OptOutPlace, most: number) =>
    listNewest.run(reads, {
      accountId,
      beforeMs: place.sinceMs,
      beforeAddress: place.addressNorm,
      most,
    }),

  findOptOut: (accountId: bigint, addressNorm: string) => find.first(writes, { accountId, addressNorm }),

  /**
   * Adds the addresses that are not there, each at most once in the list. Returns how many those were, or `full` if the
   * account would have too many. `most` is for tests.
   */
  async addOptOuts(
    accountId: bigint,
    addresses: readonly string[],
    source: OptOutSource,
    nowMs: number,
    most = maxOptOuts,
  ): Promise<number | 'full'> {
    const rows = addresses.map((addressNorm) => ({ addressNorm }));
    const countsFrom = Math.floor(most / maxAdded);
    for (;;) {
      const row = await add.first(writes, { addresses: rows, accountId, source, nowMs, most, countsFrom });
      if (row?.isFull) return 'full';
      if (!row?.isStale) return row?.added ?? 0;
    }
  },

  /** Returns the removed one; undefined for none. */
  removeOptOut: (accountId: bigint, addressNorm: string) => remove.first(writes, { accountId, addressNorm }),

  /** Undefined for an account that never set any. */
  findOptOutSettings: (accountId: bigint) => findSettings.first(writes, { accountId }),

  /** Returns false for an unknown account. */
  setOptOutSettings: (accountId: bigint, settings: OptOutSettings) =>
    setSettings.any(writes, { accountId, ...settings }),

  /** Up to `most` for each of up to `accounts` accounts except some, in the order of the accounts. */
  listPendingAnswers: (without: readonly bigint[], accounts: number, most: number) =>
    listPendingAnswers.run(writes, { without, accounts, most }),

  async finishAnswer(answer: Omit<PendingAnswer, 'atMs' | 'asOfErasure' | 'body'>): Promise<void> {
    await finishAnswer.run(writes, answer);
  },
});
