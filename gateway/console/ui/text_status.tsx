// What became of a text, in words.
import type { Message } from '../api/types.ts';
import { nowMs } from '../clock.ts';

type Status = Message['status'];

export const statusWords: Record<Status, string> = {
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

/** When a text leaves that waits for that; null for any other. */
export const leavesAt = ({ status, send_at }: Pick<Message, 'status' | 'send_at'>): string | null =>
  status === 'queued' && send_at !== null && Date.parse(send_at) > nowMs() ? send_at : null;

/** Why it failed, without the stable code before the colon; null when it did not. */
export const failureOf = ({ error }: Pick<Message, 'error'>): string | null => {
  if (error === null) return null;
  const sentence = error.replace(/^[a-z_]+:\s*/, '');
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
};

export const TextStatus = ({ status }: { status: Status }) => (
  <span className={`status ${looks[status]}`}>{statusWords[status]}</span>
);
