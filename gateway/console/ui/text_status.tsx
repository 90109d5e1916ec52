// What became of a text, in words.
import type { Message, Status } from '../api/types.ts';

const words: Record<Status, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  received: 'Received',
  failed: 'Failed',
};

const looks: Record<Status, string> = {
  queued: 'status-warn',
  sending: 'status-warn',
  sent: 'status-quiet',
  delivered: 'status-good',
  received: 'status-quiet',
  failed: 'status-bad',
};

export const statusWords = (status: Status): string => words[status];

/** Why it failed, without the stable code before the colon; null when it did not. */
export const failureOf = ({ error }: Pick<Message, 'error'>): string | null => {
  if (error === null) return null;
  const sentence = error.replace(/^[a-z_]+:\s*/, '');
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
};

export const TextStatus = ({ status }: { status: Status }) => (
  <span className={`status ${looks[status]}`}>{words[status]}</span>
);
