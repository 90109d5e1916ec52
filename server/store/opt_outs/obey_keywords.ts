// What the statement that takes in a text does about its keyword, in the same commit: the opt-out is set or lifted, and
// the answer that the account wrote is put down to be sent.

import type { AnsweredKeyword } from '../../domain/keyword.ts';
import { formsOf, isOptedOut } from './judge_opt_outs.ts';

const stop: AnsweredKeyword = 'stop';

/** How long the next answer of a kind to one recipient has to wait. */
const answerEvery = '24 hours';

/** How keywords are obeyed: an SQL expression each, which may name columns of the text. */
interface Obeyed {
  /** As of when. */
  at: string;
  /** Whether the text may have an answer. */
  mayAnswer: string;
}

/**
 * SQL: what a received text asks for, by its plain words and by what they are to every account; `text` has both and its account.
 */
export const keywordFor = (text: string): string => `case
      when (${text}.common_keyword is null or ${text}.common_keyword = 'maybe_stop') and ${text}.plain_words <> '' and exists (
        select from opt_out_settings s where s.account_id = ${text}.account_id and ${text}.plain_words = any (s.stop_words)
      ) then '${stop}'
      else ${text}.common_keyword
    end`;

/**
 * The parts of a statement that obey the keywords of `texts`, one of its tables, whose accounts are locked. Of what a
 * person wrote in one batch, the last word counts. A start lifts only what an earlier stop had set. Answers go to phone numbers
 * alone: short codes and names are machines.
 */
export const obeyKeywords = (texts: string, { at, mayAnswer }: Obeyed): string => `last_word as materialized (
  select distinct on (account_id, address_norm) account_id, address_norm, id, keyword, ${at} as at
  from ${texts} where keyword in ('stop', 'start') order by account_id, address_norm, id desc
), opted_out as (
  insert into opt_out (account_id, address_norm, since, source, message_id, ends_waiting)
  select account_id, address_norm, at, 'keyword', id, true from last_word w
  where keyword = 'stop' and not ${isOptedOut('w.account_id', 'w.address_norm')}
  on conflict (account_id, address_norm) do nothing
  returning account_id, address_norm, since, source, message_id
), lifted as (
  delete from opt_out o using last_word w
  where o.account_id = w.account_id and o.address_norm = any (${formsOf('w.address_norm')}) and o.source = 'keyword'
    and o.message_id < w.id
    and w.keyword = 'start'
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
