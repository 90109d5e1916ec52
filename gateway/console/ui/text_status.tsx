// The state of a text, in words.
import type { Message } from '../api/types.ts';
import { nowMs } from '../clock.ts';

type Status = Message['status'] | 'cancelled';
type Text = Pick<Message, 'status' | 'error'>;

const statuses: Record<Status, { words: string; look: string }> = {
  queued: { words: 'Waiting', look: 'status-warn' },
  sending: { words: 'Sending', look: 'status-warn' },
  sent: { words: 'Sent', look: 'status-quiet' },
  delivered: { words: 'Delivered', look: 'status-good' },
  received: { words: 'Received', look: 'status-quiet' },
  failed: { words: 'Failed', look: 'status-bad' },
  cancelled: { words: 'Cancelled', look: 'status-quiet' },
};

/** The interface calls a cancelled text failed; nothing went wrong with it. */
export const statusOf = ({ status, error }: Text): Status =>
  status === 'failed' && error?.startsWith('cancelled:') ? 'cancelled' : status;

export const wordsOfStatus = (text: Text): string => statuses[statusOf(text)].words;

/** The statuses that the log can be filtered by, in words. */
export const filterWords = Object.fromEntries(
  Object.entries(statuses).flatMap(([status, { words }]) =>
    status === 'cancelled' ? [] : [[status, status === 'failed' ? 'Failed or cancelled' : words]],
  ),
);

/** When a text leaves that waits for that; null for any other. */
export const leavesAt = ({ status, send_at }: Pick<Message, 'status' | 'send_at'>): string | null =>
  status === 'queued' && send_at !== null && Date.parse(send_at) > nowMs() ? send_at : null;

/** Why it failed, without the stable code before the colon; null when it did not, or was cancelled. */
export const failureOf = ({ status, error }: Text): string | null => {
  if (error === null || statusOf({ status, error }) === 'cancelled') return null;
  const sentence = error.replace(/^[a-z_]+:\s*/, '');
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
};

export const TextStatus = ({ text }: { text: Text }) => {
  const { words, look } = statuses[statusOf(text)];
  return <span className={`status ${look}`}>{words}</span>;
};
