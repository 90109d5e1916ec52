// Texts that wait for a person, as parts of the statement that accepts texts. Such a text is scheduled for no instant,
// so that no core of any version releases it; the instant that it was sent for is kept beside it.
import { approvalHours } from '../../../domain/messages/approval.ts';
import type { Conversation } from '../../messages/readable.ts';

// A scalar subquery is never answered by reading all texts, as one with `exists` may be while they are few.
/**
 * SQL: whether a text has to be approved, by the policy of its key. It reads by the older snapshot, by which somebody may still be
 * new who is not any more: such a text waits.
 */
export const hasToWait = (
  policy: string,
  { accountId, addressNorm }: Conversation,
): string => `case ${policy}->>'requireApproval'
      when 'always' then true
      when 'new_recipients' then (
        select true from message known where known.account_id = ${accountId} and known.address_norm = ${addressNorm}
          and (known.direction = 'in' or known.sent_at is not null) limit 1
      ) is null
      else false
    end`;

/** SQL: the last moment at which a person can approve a text that is accepted at `nowMs`. */
export const approvableUntil = (nowMs: string): string => `(${nowMs} + interval '${approvalHours} hours')`;

/** The step that writes down what a person has to approve. */
export const writtenApproval = (nowMs: string): string => `written_approval as (
  insert into approval (account_id, message_id, key_id, created_at, expires_at, send_at, is_urgent)
  select account_id, last_message_id + n, sender_key_id, ${nowMs}, ${approvableUntil(nowMs)}, send_at, is_urgent
  from decided where verdict = 'accepted' and has_to_wait
)`;
