// The state of a text, in words.
import type { Message } from '../api/types.ts';
import { nowMs } from '../clock.ts';
import { stats } from '../words/en/stats.ts';
import { texts as say } from '../words/en/texts.ts';
import { capitalised, type English } from '../words/english.ts';
import { served, wordOf } from '../words/language.ts';

type Status = Message['status'] | 'cancelled';
interface Failed {
  status: Message['status'];
  /** A stable code, a colon, and a sentence in English. */
  error: English | string | null;
}

const looks: Record<Status, string> = {
  queued: 'status-warn',
  sending: 'status-warn',
  sent: 'status-quiet',
  delivered: 'status-good',
  received: 'status-quiet',
  failed: 'status-bad',
  cancelled: 'status-quiet',
};

/** The interface calls a cancelled text failed; nothing went wrong with it. */
export const statusOf = ({ status, error }: Failed): Status =>
  status === 'failed' && String(error).startsWith('cancelled:') ? 'cancelled' : status;

export const wordsOfStatus = (text: Failed): string => say.status[statusOf(text)];

/** The statuses that the log can be filtered by, in words. */
export const filterWords = (): [status: Message['status'], words: string][] =>
  Object.keys(looks).flatMap((status) => {
    if (status === 'cancelled') return [];
    const words = status === 'failed' ? say.status.failedOrCancelled : say.status[status as Status];
    return [[status as Message['status'], words]];
  });

/** When a text leaves that waits for that; null for any other. */
export const leavesAt = ({ status, send_at }: Pick<Message, 'status' | 'send_at'>): string | null =>
  status === 'queued' && send_at !== null && Date.parse(send_at) > nowMs() ? send_at : null;

/** Why it failed, without the stable code before the colon; null when it did not, or was cancelled. */
export const failureOf = ({ status, error: said }: Failed): string | null => {
  const error = said && String(said);
  if (error === null || statusOf({ status, error }) === 'cancelled') return null;
  const [, code = '', sentence = error] = /^([a-z_]+):\s*(.*)$/s.exec(error) ?? [];
  return served(capitalised(sentence), wordOf(stats.reasons, code, ''));
};

export const TextStatus = ({ text }: { text: Failed }) => {
  const status = statusOf(text);
  return <span className={`status ${looks[status]}`}>{say.status[status]}</span>;
};
