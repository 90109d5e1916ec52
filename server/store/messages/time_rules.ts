// The rules about time, as parts of the steps in judge_texts.ts. Few accounts have quiet hours, or answers that are looked at, or
// are suspended, and few texts ask for an instant; but what reckons these costs each statement a tenth of its time. So a send
// that asks for none of it is judged without them: its account's locked row shows whether there are any, the text is refused
// as `untimed`, and judged once more with them.
import { answersAtBound, isWatched } from './answers.ts';
import { leavesAt, mostDaysAhead, pastSeconds } from './leaving_time.ts';

/** SQL. `text` is a text, `account` its account. */
export interface TimeRules {
  /** What is read of an account's row under its lock. */
  columns: string;
  /** The steps before the texts are judged, each with a comma behind it. */
  steps: (lock: string) => string;
  /** The columns is_suspended, leaves_at and next_answer_at of a text. */
  values: string;
  /** What has them, as a join. */
  join: string;
  /** Why a text is refused before anything else about it is looked at: branches of a case. */
  refusals: string;
  /** Whether it is an answer too many. */
  isLoop: string;
}

export const withoutTime: TimeRules = {
  columns: `quiet_zone is not null or suspended_at is not null or ${isWatched('account')} as asks_more`,
  steps: () => '',
  values: 'false as is_suspended, null::timestamptz as leaves_at, null::timestamptz as next_answer_at',
  join: '',
  refusals: "when account.asks_more then 'untimed'",
  isLoop: 'false',
};

const quietHours = { zone: 'account.quiet_zone', from: 'account.quiet_from', until: 'account.quiet_until' };

export const withTime: TimeRules = {
  columns: `suspended_at, quiet_zone, quiet_from, quiet_until, ${isWatched('account')} as is_watched`,
  steps: (lock) => `${answersAtBound('known_account', lock === '' ? '' : 'for update')}, `,
  values: `account.suspended_at is not null as is_suspended,
    ${leavesAt('text.send_at', 'text.is_urgent', quietHours)} as leaves_at, answer.next_at as next_answer_at`,
  join: 'left join answer on answer.ord = text.ord',
  refusals: `when account.suspended_at is not null then 'suspended'
      when text.send_at < now() - interval '${pastSeconds} seconds' then 'send_at_past'
      when text.send_at > now() + interval '${mostDaysAhead * 24} hours' then 'send_at_far'`,
  isLoop: 'coalesce(answer.is_over, false)',
};
