// Events as endpoints get them. The data of a text is what the public interface answers of it, made from the list of its
// fields; test/contract/text_fields.test.ts holds the two to each other.
import { createHash } from 'node:crypto';
import { signWebhook } from '../domain/webhook_signature.ts';
import { type Message, messageFields } from '../store/messages/message_fields.ts';
import type { IdentifiedMessage } from '../store/messages/read_messages.ts';
import type { NoticeRow } from '../store/places/notices.ts';
import type { WebhookSecrets } from '../store/places/webhooks.ts';
import { instant as instantKind, sqlNameOf } from '../store/postgres/kinds.ts';

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

/** The fields of a text with their public names: they are stored under the same, but for who sends it. */
const publicFields = Object.entries(messageFields)
  .filter(([field]) => field !== 'accountId')
  .map(([field, kind]) => ({
    field: field as keyof Message,
    name: field === 'sender' ? 'from' : sqlNameOf(field, kind),
    isInstant: kind.suffix === instantKind.suffix,
  }));

/** A text as the public interface shows it. */
function publicText(message: Message): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const { field, name, isInstant } of publicFields) {
    const value = message[field];
    if (typeof value === 'bigint') shown[name] = Number(value);
    else shown[name] = isInstant && typeof value === 'number' ? instant(value) : value;
  }
  return shown;
}

/** A change of a text. */
export function eventOf(message: IdentifiedMessage, withBody: boolean): WebhookEvent {
  const { createdAtMs, sentAtMs, deliveredAtMs } = message;
  const { body, ...data } = publicText(message);
  return {
    id: changeId(message),
    type: typeOf(message),
    at: instant(Math.max(createdAtMs, sentAtMs ?? 0, deliveredAtMs ?? 0)),
    data: withBody ? { ...data, body } : data,
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

/**
 * The headers of a request whose body is sent at `nowMs`. While a secret is replaced both sign.
 * As Standard Webhooks 1.0.0 has it.
 */
export function signedHeaders(
  { secret, previousSecret, previousUntilMs }: Omit<WebhookSecrets, 'url'>,
  id: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const atSeconds = Math.floor(nowMs / 1000);
  const isRotating = previousSecret !== null && previousUntilMs !== null && nowMs < previousUntilMs;
  const secrets = isRotating ? [secret, previousSecret] : [secret];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': signWebhook(secrets, { id, atSeconds, body }),
  };
}
