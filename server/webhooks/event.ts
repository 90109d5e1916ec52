// Events as endpoints get them. The data of a text is what the public interface answers of it.
import { createHash } from 'node:crypto';
import type { Message } from '../store/messages/message_fields.ts';

/** One event in a request. */
export interface WebhookEvent {
  id: string;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

const instant = (atMs: number) => new Date(atMs).toISOString();
const instantOrNull = (atMs: number | null) => (atMs === null ? null : instant(atMs));

/** The type of the event that a text makes. */
export const typeOf = ({ direction }: Message) => (direction === 'in' ? 'text.received' : 'text.updated');

/** A change of a text, named by text and seq: the same change always has the same id. */
export function eventOf(message: Message, withBody: boolean): WebhookEvent {
  const { id, seq, createdAtMs, sentAtMs, deliveredAtMs } = message;
  return {
    id: `${id}.${seq}`,
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

/** Something else that happened. */
export const eventOfNotice = (notice: {
  id: bigint;
  type: string;
  atMs: number;
  data: Record<string, unknown>;
}): WebhookEvent => ({
  id: `notice.${notice.id}`,
  type: notice.type,
  at: instant(notice.atMs),
  data: notice.data,
});

/** The id of a request: the same for the same events to the same endpoint, so that a repeat is known as one. */
export function requestId(accountId: bigint, name: string, events: readonly WebhookEvent[]): string {
  const hash = createHash('sha256').update(`${accountId}/${name}`);
  for (const { id } of events) hash.update(` ${id}`);
  return `evt_${hash.digest('hex').slice(0, 32)}`;
}
