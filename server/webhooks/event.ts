// Events as endpoints get them. The data of a text is what the public interface answers of it.
import { createHash } from 'node:crypto';
import type { Message } from '../store/messages/message_fields.ts';
import type { IdentifiedMessage } from '../store/messages/read_changes.ts';
import type { NoticeRow } from '../store/places/notices.ts';

/** One event in a request. */
export interface WebhookEvent {
  id: string;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

/** Hexadecimal digits of a hash that is a name. */
const idDigits = 32;

const instant = (atMs: number) => new Date(atMs).toISOString();
const instantOrNull = (atMs: number | null) => (atMs === null ? null : instant(atMs));

/** The type of the event that a text makes. */
export const typeOf = ({ direction }: Message) => (direction === 'in' ? 'text.received' : 'text.updated');

/**
 * The name of a change: the text's id and seq, for people, and a hash of the text's random identity and of all that changes
 * move. The same change always has the same name. A restored database gives ids and seqs again, to other texts and to other
 * changes of the same text: their names are others all the same. A text from before there were identities is known by its id,
 * which no newer one has without an identity.
 */
function changeId(message: IdentifiedMessage): string {
  const { accountId, id, identity, seq, status, route, error, sendAtMs, sentAtMs, deliveredAtMs } = message;
  const change = [identity ?? `${accountId}/${id}`, String(seq), status, route, error];
  const hash = createHash('sha256').update(JSON.stringify([...change, sendAtMs, sentAtMs, deliveredAtMs]));
  return `${id}.${seq}.${hash.digest('hex').slice(0, idDigits)}`;
}

/** A change of a text. */
export function eventOf(message: IdentifiedMessage, withBody: boolean): WebhookEvent {
  const { id, seq, createdAtMs, sentAtMs, deliveredAtMs } = message;
  return {
    id: changeId(message),
    type: typeOf(message),
    at: instant(Math.max(createdAtMs, sentAtMs ?? 0, deliveredAtMs ?? 0)),
    data: {
      id: Number(id),
      seq: Number(seq),
      direction: message.direction,
      address: message.address,
      address_norm: message.addressNorm,
      ...(withBody && { body: message.body }),
      status: message.status,
      route: message.route,
      error: message.error,
      created_at: instant(createdAtMs),
      send_at: instantOrNull(message.sendAtMs),
      sent_at: instantOrNull(sentAtMs),
      delivered_at: instantOrNull(deliveredAtMs),
      segments: message.segments,
      encoding: message.encoding,
      client_ref: message.clientRef,
      keyword: message.keyword,
      from: message.sender,
    },
  };
}

/** Something else that happened. One from before notices had identities keeps its old name. */
export const eventOfNotice = ({ id, identity, type, atMs, data }: NoticeRow): WebhookEvent => ({
  id: `notice.${identity ?? id}`,
  type,
  at: instant(atMs),
  data,
});

/** The id of a request: the same for the same events to the same endpoint, so that a repeat is known as one. */
export function requestId(accountId: bigint, name: string, events: readonly WebhookEvent[]): string {
  const hash = createHash('sha256').update(`${accountId}/${name}`);
  for (const { id } of events) hash.update(` ${id}`);
  return `evt_${hash.digest('hex').slice(0, idDigits)}`;
}
