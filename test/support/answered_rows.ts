// A conversation as it is when an account has answered its recipient so many times in a row.
import type postgres from 'postgres';
import { answerMinutes } from '../../server/store/outbound/answers.ts';

/** Writes it down: `count` answers are counted in this moment, and `unanswered` received texts wait for theirs. */
export const setAnswers = (
  sql: postgres.Sql<{ bigint: bigint }>,
  accountId: bigint,
  address: string,
  { count, unanswered = 0 }: { count: number; unanswered?: number },
) => sql`with watched as (
    update account set answers_until = now() + ${count * answerMinutes * 60_000} * interval '1 ms' where id = ${accountId}
    returning id, answers_until
  ) insert into thread (account_id, address_norm, address, last_message_id, message_count, unanswered, answers_until)
  select id, ${address}, ${address}, 0, 0, ${unanswered}, answers_until from watched
  on conflict (account_id, address_norm) do update set answers_until = excluded.answers_until, unanswered = excluded.unanswered`;
