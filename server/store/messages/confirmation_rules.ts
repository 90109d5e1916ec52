// Texts that wait for a person, as parts of the statement that accepts texts whose keys have policies. Such a text is scheduled for
// no instant, so that nothing releases it, of whatever version a core is; the instant that it was sent for is kept beside it.
import { confirmationAwaited, confirmationHours } from '../../domain/confirmation.ts';
import { scheduled } from './status_moves.ts';
import { textLine } from './steps.ts';

/** When a person can confirm a text no more that is accepted at `nowMs`. */
const expiresAt = (nowMs: string) => `(${nowMs} + interval '${confirmationHours} hours')`;

/**
 * SQL: whether a text has to be confirmed, by the policy of its key. It reads by the older snapshot, by which somebody may still be
 * new who is not any more: such a text waits.
 */
export const hasToWait = (policy: string, text: string): string => `case ${policy}->>'confirm'
      when 'always' then true
      when 'new_recipients' then not exists (
        select from message known where known.account_id = ${text}.account_id and known.address_norm = ${text}.address_norm
          and (known.direction = 'in' or known.sent_at is not null)
      )
      else false
    end`;

/** What a statement stores of a text that may have to wait, as columns of `message`. */
export interface Leaving {
  /** Further columns, each with a comma before it. */
  columns: string;
  values: string;
  status: string;
  deadline: (nowMs: string, deadlineMs: string) => string;
  sendAt: string;
  /** The step that it begins with; `otherwise` for a text that does not wait. */
  line: (nowMs: string, otherwise: string) => string;
}

const usualDeadline = (nowMs: string, deadlineMs: string) => `greatest(${deadlineMs}, leaves_at +
      make_interval(secs => extract(epoch from ${deadlineMs} - ${nowMs})::float8))`;

/** Of statements whose texts never wait. */
export const leavingUnasked: Leaving = {
  columns: '',
  values: '',
  status: `case when leaves_at > now() then '${scheduled}' else 'queued' end`,
  deadline: usualDeadline,
  sendAt: 'leaves_at',
  line: (_nowMs, otherwise) => otherwise,
};

/** Of a statement whose texts may have `has_to_wait`. */
export const leavingConfirmed: Leaving = {
  columns: ', awaiting',
  values: `, case when has_to_wait then '${confirmationAwaited}' end`,
  status: `case when has_to_wait or leaves_at > now() then '${scheduled}' else 'queued' end`,
  // The time is over at the confirmation; this ends a text whose confirmation nothing ended.
  deadline: (nowMs, deadlineMs) => `case when has_to_wait
      then ${expiresAt(nowMs)} + make_interval(secs => extract(epoch from ${deadlineMs} - ${nowMs})::float8)
      else ${usualDeadline(nowMs, deadlineMs)} end`,
  sendAt: 'case when has_to_wait then null else leaves_at end',
  line: (nowMs, otherwise) => {
    const until = `((extract(epoch from ${expiresAt(nowMs)}) * 1000)::int8)::text`;
    return `case when has_to_wait then ${textLine('awaits_confirmation', nowMs, until)} else ${otherwise} end`;
  },
};

/** The step that writes down what a person has to confirm, with a comma before it. */
export const writtenConfirmation = (nowMs: string): string => `, written_confirmation as (
  insert into confirmation (account_id, message_id, key_id, created_at, expires_at, send_at, is_urgent)
  select account_id, last_message_id + n, key_id, ${nowMs}, ${expiresAt(nowMs)}, send_at, is_urgent
  from decided where verdict = 'accepted' and has_to_wait
)`;
