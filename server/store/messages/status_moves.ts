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
const isUnknown = (error: string) => `${error} like '${unknown.replace('_', '\\_')}%'`;

/**
 * Whether a text may move to this status. It becomes sending from queued (a text that a carrier gets again is sending
 * already: see `waitsForCarrier`); sent from sending; delivered from sending, sent, or a failure with unknown outcome;
 * failed from anything before delivered.
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

/** Waits for a carrier: for the first time, or, sending and not claimed, for another try. A cast has the same effect. */
export const waitsForCarrier = (message: string, status = `${message}.status`): string =>
  `${message}.route = 'gateway' and ${message}.holder is null and ${status} in ('queued', 'sending')`;

/** Whether a text, or the rest of one, waits and is claimed by none. */
export const waitsToLeave = (message: string, status = `${message}.status`): string =>
  `${message}.direction = 'out' and (${status} in ('queued', '${scheduled}') or (${status} = 'sending'
    and ${message}.route = 'gateway' and ${message}.holder is null))`;

/** Whether a device holds it, and has not said yet that it left. The cast has the same effect. */
export const isAtDevice = (message: string): string =>
  `${message}.status::text = 'sending' and ${message}.route = 'device'`;

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
