// A text that waits for an instant has a status of its own in the database, so that nothing that looks for queued texts finds
// it and no index of the queue holds it. Readers are shown it as queued.
import type { MessageStatus } from '../../domain/message.ts';
import { wordShown } from '../postgres/kinds.ts';

/** The status of a text that is not to leave yet. */
export const scheduled = 'scheduled';

const shown: Readonly<Record<typeof scheduled, MessageStatus>> = { scheduled: 'queued' };

/** A status as readers are shown it. */
export const shownStatus = wordShown<MessageStatus>('message_status', shown);

/** SQL: the same of a column, as a text. */
export const shownStatusOf = (status: string): string =>
  `case ${status} when '${scheduled}' then '${shown.scheduled}' else ${status}::text end`;
