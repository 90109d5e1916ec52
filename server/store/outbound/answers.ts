// The bound of answers, which ends a loop of programs that answer each other. A text is an answer if its recipient
// wrote to the account and got no text since; a conversation counts both. Each answer moves an instant forward by the
// time that it counts, and none is accepted that would move it too far: a fixed number in a row, and then one at a
// time.

import { textLine } from '../messages/steps.ts';
import { nullRow } from './rules/rule_steps.ts';

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

/** For batches in which no account is known to have a watched conversation. */
export const noAnswerRule = nullRow({ is_over: 'bool', next_at: 'timestamptz' });

/**
 * The step `answer` of a statement that judges texts. It finds the answers at the bound among `input`: those over it,
 * and those that reach it, with the instant from which one more is accepted. A conversation is read under its lock, as
 * new as its account's. All earlier texts of the batch count against a text, accepted or not; a refused one leaves its
 * question unanswered, so that those behind it are refused as well.
 */
export const answersAtBound = (lock: string): string => `answer as materialized (
  select ord, until > ${ahead(mostAnswers)} as is_over, until - interval '${(mostAnswers - 1) * answerMinutes} minutes' as next_at
  from (
    select a.ord, a.nth, a.unanswered, a.base + a.unanswered * ${each} as all_until, a.base + a.nth * ${each} as until
    from (
      select i.ord, t.unanswered, greatest(t.answers_until, now()) as base,
        row_number() over (partition by i.account_id, i.address_norm order by i.ord) as nth
      from (select id from known_account where is_watched) s
      join input i on i.account_id = s.id
      cross join lateral (
        select t.unanswered, t.answers_until from thread t
        where t.account_id = s.id and t.address_norm = i.address_norm limit 1 ${lock}
      ) t
    ) a
  ) b
  where until > ${ahead(mostAnswers - 1)} and (nth <= unanswered or all_until > ${ahead(mostAnswers)})
)`;

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
