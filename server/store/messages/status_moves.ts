// The statuses of texts as they are stored, and how texts move, as conditions for statements: forward only, whoever reports. Each
// condition is judged on a text's own row, under its lock. `message` and the like are SQL: a table's name, or an expression.
import type { FailurePrefix, MessageStatus } from '../../domain/message.ts';
import { wordShown } from '../postgres/kinds.ts';

/** The status of a text that is not to leave yet. */
export const scheduled = 'scheduled';

const shown: Readonly<Record<typeof scheduled, MessageStatus>> = { scheduled: 'queued' };

/** A status as readers are shown it. */
export const shownStatus = wordShown<MessageStatus>('message_status', shown);

/** SQL: the same of a column, as a text. */
export const shownStatusOf = (status: string): string =>
  `case ${status} when '${scheduled}' then '${shown.scheduled}' else ${status}::text end`;

const unknown: FailurePrefix = 'outcome_unknown';

/** The error of a text of which nobody knows whether it left. */
const isUnknown = (error: string) => `${error} like '${unknown.replace('_', '\\_')}%'`;

/**
 * Whether a text may become this. A text is handed over while it is queued; what a carrier gets again is sending already
 * (see `waitsForCarrier`). Sent comes from sending; delivered from sending, sent or a failure whose outcome was unknown;
 * failed from anything before delivered, and while it waits for an instant.
 */
export const mayBecome = {
  sending: (message: string) => `${message}.status = 'queued'`,
  sent: (message: string) => `${message}.status = 'sending'`,
  delivered: (message: string) =>
    `(${message}.status in ('sending', 'sent') or (${message}.status = 'failed' and ${isUnknown(`${message}.error`)}))`,
  failed: (message: string) => `${message}.status in ('queued', '${scheduled}', 'sending', 'sent')`,
};

/** Waits for a device. A cast of the status keeps the planner from walking through the queue's own index. */
export const waitsForDevice = (message: string, status = `${message}.status`): string =>
  `${status} = 'queued' and ${message}.route = 'device'`;

/** Waits for a carrier: for the first time, or, sending and claimed by nobody, for another try. The same holds for a cast. */
export const waitsForCarrier = (message: string, status = `${message}.status`): string =>
  `${message}.route = 'gateway' and ${message}.holder is null and ${status} in ('queued', 'sending')`;

/** Whether nobody has a text: it waits to leave, or what is left of it waits for another try. */
export const waitsToLeave = (message: string, status = `${message}.status`): string =>
  `${message}.direction = 'out' and (${status} in ('queued', '${scheduled}') or (${status} = 'sending'
    and ${message}.route = 'gateway' and ${message}.holder is null))`;

/** Whether something may have left of a text that nobody has: only then it has its carrier while it waits. */
export const mayHaveLeft = (message: string): string => `(${message}.carrier is not null)`;

/** Whether a text may be cancelled: nobody has it, and nothing of it can have left. */
export const mayBeCancelled = (message: string, status = `${message}.status`): string =>
  `${waitsToLeave(message, status)} and not ${mayHaveLeft(message)}`;

/**
 * Whether a text still counts against its month after a move. The unit goes back for one that fails without having left,
 * now or before, when that is known, and while its month is still the account's. A receipt that fails a text gives nothing
 * back: what a receipt comes for had left.
 */
export const staysCharged = (
  message: string,
  move: { status: string; hasLeft: string; error: string; period: string },
): string => `${message}.charged and not (
      ${move.status} = 'failed' and ${message}.sent_at is null and not ${move.hasLeft} and not ${isUnknown(move.error)}
      and date_trunc('month', ${message}.created_at at time zone 'UTC')::date = ${move.period}
    )`;
