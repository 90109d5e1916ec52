// The bound of answers, which ends a loop of programs that answer each other. A text is an answer if its recipient
// wrote to the account and got no text since; a conversation counts both. Each answer moves an instant forward by the
// time that it counts, and none is accepted that would move it too far: a fixed number in a row, and then one at a
// time.

import { textLine } from '../messages/steps.ts';
import { mayCount } from './rules/rule_steps.ts';

/** Most answers to one recipient in a row: two people who answer each other four times a minute need 26 minutes for them. */
export const mostAnswers = 100;
/** How long an answer counts, in minutes. At the bound one more is accepted each time this has passed. */
export const answerMinutes = 5;
/**
 * From this many answers on, a conversation is watched. A received text notes that in its account; too few answers can
 * follow before the next received text to pass the bound.
 */
const watchedFrom = mostAnswers / 2;
/** Most received texts of a conversation that count as waiting for an answer. */
export const mostUnanswered = mostAnswers - watchedFrom;

const each = `interval '${answerMinutes} minutes'`;
const ahead = (answers: number) => `now() + interval '${answers * answerMinutes} minutes'`;

/** SQL: whether an account has a watched conversation. */
export const isWatched = (account: string) =>
  `coalesce(${account}.answers_until > ${ahead(watchedFrom)}, false)`;

/** SQL: the accounts that have one among `threads`, which texts were received in. */
export const watched = (threads: string) =>
  `select account_id, max(answers_until) as answers_until from ${threads} where answers_until > ${ahead(watchedFrom)} group by account_id`;

/** The verdict about an answer over the bound. */
export const answersOver = 'loop_suspected';

/**
 * The step `answer_budget` of a statement that judges texts: those that count on the bound among `ruled_text`, in the batch's
 * order. A conversation is read under its lock, as new as its account's. Where all its questions can be answered before the bound,
 * its units are null; otherwise it has as many as it takes to reach it, and no text more: a refused one leaves its question
 * unanswered, so that those behind it are refused as well.
 */
export const answerBudget = (lock: string): string => `answer_budget as materialized (
  select *, case when unanswered > possible then possible end as units
  from (
    select text.*, t.unanswered, greatest(t.answers_until, now()) as base,
      floor(extract(epoch from ${ahead(mostAnswers)} - greatest(t.answers_until, now())) / ${answerMinutes * 60})::int4 as possible
    from (
      select ord, account_id, lot, address_norm, confirms_stop,
        (row_number() over (partition by lot, address_norm order by ord))::int4 as nth
      from ruled_text where is_watched and ${mayCount}
    ) text
    cross join lateral (
      select unanswered, answers_until from thread t
      where t.account_id = text.account_id and t.address_norm = text.address_norm limit 1 ${lock}
    ) t
  ) bound
)`;

/** SQL: the instant from which one more answer is accepted, for the `nth` text of a conversation that reaches the bound. */
export const nextAnswerAt = (nth: string): string =>
  `case when ${nth} between possible and unanswered
      then base + (${nth} - ${mostAnswers - 1}) * ${each} end`;

/** The budget of a text where recipients alone have bounds. */
export const ownAnswerBudget = `select case when nth > units and not text.confirms_stop then '${answersOver}' end as over_budget,
    ${nextAnswerAt('nth')} as next_answer_at
  from answer_budget where ord = text.ord`;

/** The effect of accepted texts on their conversation `t`; `excluded` counts them. */
export const answered = `
    unanswered = greatest(t.unanswered - excluded.message_count, 0),
    answers_until = case
      when t.unanswered > 0 then greatest(t.answers_until, now()) + least(t.unanswered, excluded.message_count) * ${each}
      else t.answers_until
    end`;

/** The effect of received texts on it. */
export const written = `unanswered = least(t.unanswered + excluded.unanswered, ${mostUnanswered})`;

/** SQL: the step of a text after which the bound is reached; null for any other. */
export const stoppedLine = (at: string): string =>
  `case when next_answer_at is not null then ${textLine('answers_stopped', at, '((extract(epoch from next_answer_at) * 1000)::int8)::text')} end`;
