// The events that endpoints are brought: changes of texts, and notices. How a request says them is its format's: formats/.
import { createHash } from 'node:crypto';
import type { Message } from '../store/messages/message_fields.ts';
import type { ChangedText } from '../store/messages/read_messages.ts';
import type { NoticeRow } from '../store/subscriptions/notices.ts';

/** One event. */
export interface WebhookEvent {
  /** The same whenever it comes. */
  id: string;
  type: string;
  atMs: number;
  /** The text that changed, or what else is to be said. */
  about: { text: ChangedText } | { text?: undefined; data: Record<string, unknown>; noticeId?: bigint };
}

/** Hexadecimal digits of a hash that is a name. */
const idDigits = 32;

/** The type of the event that a text makes. */
const typeOf = ({ direction }: Pick<Message, 'direction'>) =>
  direction === 'in' ? 'text.received' : 'text.updated';

/**
 * The name of a change: the text's id and seq, for people, and a hash of the text's random identity and of all that changes
 * move. The same change always has the same name. A restored database gives ids and seqs again, to other texts and to other
 * changes of the same text: their names are others all the same. A text from before there were identities is known by its id,
 * which no newer one has without an identity.
 */
function eventId(message: ChangedText): string {
  const { accountId, id, identity, seq, status, route, error, sendAtMs, sentAtMs, deliveredAtMs } = message;
  const change = [identity ?? `${accountId}/${id}`, String(seq), status, route, error];
  const hash = createHash('sha256').update(JSON.stringify([...change, sendAtMs, sentAtMs, deliveredAtMs]));
  return `${id}.${seq}.${hash.digest('hex').slice(0, idDigits)}`;
}

/** A change of a text. */
export const eventOf = (text: ChangedText): WebhookEvent => ({
  id: eventId(text),
  type: typeOf(text),
  atMs: Math.max(text.createdAtMs, text.sentAtMs ?? 0, text.deliveredAtMs ?? 0),
  about: { text },
});

/** Something else that happened. One from before notices had identities keeps its old name. */
export const eventOfNotice = ({ id, identity, type, atMs, data }: NoticeRow): WebhookEvent => ({
  ...{ id: `notice.${identity ?? id}`, type, atMs },
  about: { data, noticeId: id },
});

/** The id of a request: the same for the same events to the same endpoint, so that a repeat is known as one. */
export function requestId(accountId: bigint, name: string, events: readonly WebhookEvent[]): string {
  const hash = createHash('sha256').update(`${accountId}/${name}`);
  for (const { id } of events) hash.update(` ${id}`);
  return `evt_${hash.digest('hex').slice(0, idDigits)}`;
}
