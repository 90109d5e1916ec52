// The consequences of a received text's keyword, as parts of the statement that stores the text: it sets or lifts the
// opt-out, and notes the answer to be sent.

import { type AnsweredKeyword, type Keyword, keywordRules } from '../../domain/opt_outs/keyword.ts';
import type { Database } from '../postgres/database.ts';
import { hops } from '../postgres/hops.ts';
import { bool, instant, int4, int8, int8Array, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { list, statement } from '../postgres/statement.ts';
import { formsOf, isOptedOut } from './judge_opt_outs.ts';

const stop: AnsweredKeyword = 'stop';

/** The time between two answers of a kind to one recipient. */
const answerEvery = '24 hours';

/** How keywords are obeyed: an SQL expression each, which may name columns of the text. */
interface Obeyed {
  /** The instant that they take effect. */
  at: string;
  /** Whether the text may have an answer. */
  mayAnswer: string;
  /** The other person who may have written it; null for none. */
  otherSender: string;
}

/**
 * SQL: the keyword of a received text, by its plain words and by their meaning to every account; `text` has both, and
 * its account.
 */
export const keywordFor = (text: string): string => `case
      when (${text}.common_keyword is null or ${text}.common_keyword = 'maybe_stop') and ${text}.plain_words <> '' and exists (
        select from opt_out_settings s where s.account_id = ${text}.account_id and ${text}.plain_words = any (s.stop_words)
      ) then '${stop}'
      else ${text}.common_keyword
    end`;

/**
 * The parts of a statement that obey the keywords of `texts`, one of its tables, whose accounts are locked. Of a
 * person's texts in one batch, the last word counts. A stop whose sender may be one of two people is the stop of both. A
 * start lifts only an opt-out from an earlier stop, and that of the other person only where their own stop did not set it.
 * Answers go only to phone numbers: short codes and names are machines.
 */
export const obeyKeywords = (
  texts: string,
  { at, mayAnswer, otherSender }: Obeyed,
): string => `last_word as materialized (
  select distinct on (account_id, address_norm) account_id, address_norm, ${otherSender} as other_sender, id, keyword, ${at} as at
  from ${texts} where keyword in ('stop', 'start') order by account_id, address_norm, id desc
), opted_out as (
  insert into opt_out as o (account_id, address_norm, since, source, message_id, ends_waiting, is_assumed)
  select distinct on (w.account_id, p.address_norm) w.account_id, p.address_norm, w.at, 'keyword', w.id, true, p.is_assumed
  from last_word w
  cross join lateral (values (w.address_norm, false), (w.other_sender, true)) as p (address_norm, is_assumed)
  where w.keyword = 'stop' and p.address_norm is not null and not ${isOptedOut('w.account_id', 'p.address_norm', 'and (p.is_assumed or not x.is_assumed)')}
  order by w.account_id, p.address_norm, p.is_assumed, w.id
  on conflict (account_id, address_norm) do update set message_id = excluded.message_id, is_assumed = false
  where o.is_assumed and not excluded.is_assumed
  returning account_id, address_norm, since, source, message_id
), lifted as (
  delete from opt_out o using last_word w
  where o.account_id = w.account_id and o.source = 'keyword' and o.message_id < w.id and w.keyword = 'start'
    and (o.address_norm = any (${formsOf('w.address_norm')}) or o.address_norm = w.other_sender and o.is_assumed)
), asked as (
  select distinct on (account_id, address_norm, keyword) account_id, address_norm, keyword, id, ${at} as at
  from ${texts} t
  where keyword in ('stop', 'start', 'help') and address_norm ~ '^\\+[0-9]' and ${mayAnswer} and exists (
    select from opt_out_settings s where s.account_id = t.account_id and case t.keyword
      when 'stop' then s.stop_answer when 'start' then s.start_answer else s.help_answer end is not null)
    and (keyword = 'help' or exists (
      select from last_word w where w.account_id = t.account_id and w.address_norm = t.address_norm and w.id = t.id))
  order by account_id, address_norm, keyword, id desc
), answering as (
  insert into keyword_answer as k (account_id, address_norm, keyword, message_id, at, is_pending)
  select account_id, address_norm, keyword, id, at, true from asked
  on conflict (account_id, address_norm, keyword) do update set
    message_id = excluded.message_id, at = excluded.at, is_pending = true
  where excluded.at >= k.at + interval '${answerEvery}'
)`;

// A core of an older version stored texts by other keywords, or by none. A newer core judges them again, as of the
// moment at which they came: of a stop and a start of one recipient the later one counts, whichever core took it in.
/** An older text is no longer answered. */
const answeredFor = '1 hour';

const isUnjudged = (text: string) => `${text}.direction = 'in' and ${text}.keyword_rules is null`;

/** A received text that is to be judged again. */
const unjudged = { accountId: int8('u.account_id'), id: int8('m.id'), body: text('m.body') };

// Accounts take turns, so that none waits for another. The index of these texts is empty but for upgrades.
const listUnjudged = statement({
  takes: { without: int8Array, accounts: int4, each: int4 },
  gives: unjudged,
  text: ({ without, accounts, each, row }) => `
with recursive ${hops('turn', 'account_id', 'message', isUnjudged('t'))}
select ${row} from (
  select account_id from turn where account_id is not null and account_id <> all (${without}) limit ${accounts}
) u
cross join lateral (
  select m.id, m.body from message m where m.account_id = u.account_id and ${isUnjudged('m')} order by m.id limit ${each}
) m
order by u.account_id, m.id`,
});

const judgedText = { accountId: int8, id: int8, plainWords: text, commonKeyword: word<Keyword>().orNull };

const judged = {
  accountId: int8('account_id'),
  /** The account's newest seq; null where no text changed. */
  seq: int8.orNull('max(seq) filter (where is_changed)'),
  /** How many were judged. */
  texts: int4('count(*)::int4'),
  /** True when they have consequences: see follow_keywords.ts. */
  hasSequel: bool("bool_or(is_changed and keyword in ('stop', 'start', 'help'))"),
};

// The older core's own work stays: it has obeyed the keywords that it found. If another core judged a text meanwhile,
// its row shows that. Readers of the feed see a text again if its keyword changed.
const judge = statement({
  takes: { texts: list(judgedText), nowMs: instant },
  gives: judged,
  text: ({ texts, nowMs, row }) => `
with input as (
  select * from ${texts.as('t')}
), locked as materialized (
  select id, last_seq from account where id in (select account_id from input) order by id for update skip locked
), read as materialized (
  select r.*, l.last_seq + row_number() over (partition by r.account_id order by r.id) as seq
  from (select i.account_id, i.id, ${keywordFor('i')} as keyword from input i) r join locked l on l.id = r.account_id
), marked as (
  update message m set
    keyword_rules = ${keywordRules},
    keyword = coalesce(r.keyword, m.keyword),
    seq = case when r.keyword is null or r.keyword = m.keyword then m.seq else r.seq end
  from read r
  where m.account_id = r.account_id and m.id = r.id and ${isUnjudged('m')}
  returning m.account_id, m.id, m.address_norm, m.created_at, m.seq, r.keyword, m.seq = r.seq as is_changed
), heeded as materialized (
  select k.* from marked k
  where k.is_changed and not (k.keyword = 'stop' and exists (
    select from message s
    where s.account_id = k.account_id and s.address_norm = k.address_norm and s.direction = 'in' and s.id > k.id
      and s.keyword = 'start'))
), ${obeyKeywords('heeded', { at: 'created_at', mayAnswer: `created_at > ${nowMs} - interval '${answeredFor}'`, otherSender: 'null::text' })}, moved as (
  update account a set last_seq = c.seq, opt_out_changes = a.opt_out_changes + c.changes
  from (
    select account_id, max(seq) as seq, count(*) filter (where keyword in ('stop', 'start')) as changes
    from marked where is_changed group by account_id
  ) c
  where a.id = c.account_id
)
select ${row} from marked group by account_id`,
});

export const prepareJudgeAnew = ({ reads, batches }: Database) => ({
  /** The oldest of these texts, at most `each` for up to `accounts` accounts except `without`; by account, then id. */
  listUnjudged: (without: readonly bigint[], accounts: number, each: number) =>
    listUnjudged.run(reads, { without, accounts, each }),

  /** Returns a row for each account whose texts were judged. Accounts that something else has locked are left out. */
  judgeAnew: (texts: readonly ValuesOf<typeof judgedText>[], nowMs: number) =>
    judge.run(batches, { texts, nowMs }),
});
