// The statuses of texts as they are stored, and their moves, as conditions for statements: forward only, whatever is
// reported. Each condition is judged on a text's own row, under its lock. `message` and the like are SQL: a table's
// name, or an expression.
import type { FailurePrefix, MessageStatus } from '../../domain/messages/message.ts';
import { wordShown } from '../postgres/kinds.ts';

/** The status of a text that is not to leave yet. */
export const scheduled = 'scheduled';

const shown: Readonly<Record<typeof scheduled, MessageStatus>> = { scheduled: 'queued' };

/** A status as readers are shown it. */
export const shownStatus = wordShown<MessageStatus>('message_status', shown);

/** SQL: a column with such statuses, as a text. */
export const shownStatusOf = (status: string): string =>
  `case ${status} when '${scheduled}' then '${shown.scheduled}' else ${status}::text end`;

const unknown: FailurePrefix = 'outcome_unknown';

/** The error of a text that may have left. */
export const isUnknown = (error: string) => `${error} like '${unknown.replace('_', '\\_')}%'`;

/** Whether a failed text may have left. */
export const isUnknownFailure = (message: string): string => isUnknown(`${message}.error`);

/**
 * Whether a text may move to this status. It becomes sending when a device or a carrier claims it: see `waitsForDevice` and
 * `waitsForCarrier`; sent from sending, or once, when its device says so late, from a failure with unknown outcome;
 * delivered from sending, sent, or such a failure; failed from anything before delivered.
 */
export const mayBecome = {
  sent: (message: string) =>
    `(${message}.status = 'sending' or (${message}.status = 'failed' and ${message}.sent_at is null and ${isUnknown(`${message}.error`)}))`,
  delivered: (message: string) =>
    `(${message}.status in ('sending', 'sent') or (${message}.status = 'failed' and ${isUnknown(`${message}.error`)}))`,
  failed: (message: string) => `${message}.status in ('queued', '${scheduled}', 'sending', 'sent')`,
};

/** Whether its device has handed it back without having sent it: sending to its readers, it waits for another. */
const isHandedBack = (message: string, status: string) =>
  `${status} = 'sending' and ${message}.retry_at is not null`;

/**
 * Waits for a device: for the first time, or because one has handed it back. A cast of the status keeps the planner from
 * walking through the queue's own index.
 */
export const waitsForDevice = (message: string, status = `${message}.status`): string =>
  `${message}.route = 'device' and (${status} = 'queued' or ${isHandedBack(message, status)})`;

/** Waits for a carrier: for the first time, or, sending and not claimed, for another try. A cast has the same effect. */
export const waitsForCarrier = (message: string, status = `${message}.status`): string =>
  `${message}.route = 'gateway' and ${message}.holder is null and ${status} in ('queued', 'sending')`;

/** Whether a text that was claimed once waits to be claimed again. */
export const waitsAgain = (message: string, status = `${message}.status`): string =>
  `(${status} = 'sending' and case ${message}.route when 'device' then ${message}.retry_at is not null
    else ${message}.holder is null end)`;

/** Whether a text, or the rest of one, waits and is claimed by none. */
export const waitsToLeave = (message: string, status = `${message}.status`): string =>
  `${message}.direction = 'out' and (${status} in ('queued', '${scheduled}') or ${waitsAgain(message, status)})`;

/** Whether a device holds it, and has not said yet that it left. The cast has the same effect. */
export const isAtDevice = (message: string): string =>
  `${message}.status::text = 'sending' and ${message}.route = 'device' and ${message}.retry_at is null`;

/** Whether some part of a waiting text may have left: only then it has its carrier. */
export const mayHaveLeft = (message: string): string => `(${message}.carrier is not null)`;

/** Whether a text may be cancelled: it waits, and no part of it can have left. */
export const mayBeCancelled = (message: string, status = `${message}.status`): string =>
  `${waitsToLeave(message, status)} and not ${mayHaveLeft(message)}`;

/**
 * Whether a text still counts against its month after a move. It gives its unit back if it fails and certainly never
 * left, while its month is still the account's. A failure by a receipt gives nothing back: the text had left.
 */
export const staysCharged = (
  message: string,
  move: { status: string; hasLeft: string; error: string; period: string },
): string => `${message}.charged and not (
      ${move.status} = 'failed' and ${message}.sent_at is null and not ${move.hasLeft} and not ${isUnknown(move.error)}
      and date_trunc('month', ${message}.created_at at time zone 'UTC')::date = ${move.period}
    )`;
