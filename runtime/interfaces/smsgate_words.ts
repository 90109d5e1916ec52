// Names of texts and states in the interface of SMS Gateway for Android. The gateway reads and answers these names, and
// the core writes the same ones into webhooks. A message of theirs has an id and several recipients; a text of ours has
// one.

/** Recipients of a message, at most. */
export const mostRecipients = 100;
/** Characters of a message's id, at most. */
export const longestId = 36;

const separator = '\u001f';
const parted = new Map([
  [':', separator],
  [separator, ':'],
]);
const swap = (id: string) =>
  id.includes(':') || id.includes(separator) ? [...id].map((one) => parted.get(one) ?? one).join('') : id;

/**
 * How the client_refs of a message's texts begin, before the recipient's number. A colon in the id is written as U+001F, and the other
 * way round: those of the message `a:1` do not begin as those of `a` do.
 */
export const seriesOf = (id: string): string => `smsgate:${swap(id)}:`;

/**
 * The client_ref of the text to one recipient of a message; recipients count from 1. An id and a position always mean
 * the same text.
 */
export const refOf = (id: string, position: number): string => `${seriesOf(id)}${position}`;

/** The message and the recipient that a client_ref stands for; undefined for any other client_ref. */
export function readRef(ref: string | null | undefined): { id: string; position: number } | undefined {
  const [, id, position] = /^smsgate:(.{1,36}):([1-9]\d?|100)$/su.exec(ref ?? '') ?? [];
  return id === undefined ? undefined : { id: swap(id), position: Number(position) };
}

/** The states of a recipient. */
export type SmsgateState = 'Pending' | 'Processed' | 'Sent' | 'Delivered' | 'Failed' | 'Cancelled';

const states: Readonly<Record<string, SmsgateState>> = {
  queued: 'Pending',
  sending: 'Processed',
  sent: 'Sent',
  delivered: 'Delivered',
};

/** The state of a text in their words. */
export function smsgateState({ status, error }: { status: string; error: string | null }): SmsgateState {
  return states[status] ?? (error?.startsWith('cancelled:') ? 'Cancelled' : 'Failed');
}
