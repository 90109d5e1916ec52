// Standard Webhooks 1.0.0: up to 100 events in a request, as JSON. The data of a text is what the public interface answers of
// it, made from the list of its fields; test/contract/text_fields.test.ts holds the two to each other.
import { signWebhook } from '../../domain/subscriptions/webhook_signature.ts';
import { type Message, messageFields } from '../../store/messages/message_fields.ts';
import { instant as instantKind, sqlNameOf } from '../../store/postgres/kinds.ts';
import { requestId, type WebhookEvent } from '../event.ts';
import { type Endpoint, type Format, isOfTypes } from './format.ts';

const instant = (atMs: number) => new Date(atMs).toISOString();

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

/** An event as a request has it. */
export function shownEvent({ id, type, atMs, about }: WebhookEvent, withBody: boolean) {
  const event = { id, type, at: instant(atMs) };
  if (about.text === undefined) return { ...event, data: about.data };
  const { body, ...data } = publicText(about.text);
  return { ...event, data: withBody ? { ...data, body } : data };
}

/** The headers of a request whose body is sent at `nowMs`. While a secret is replaced both sign. */
function signedHeaders(
  { secret, previousSecret, previousUntilMs }: Endpoint,
  id: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const atSeconds = Math.floor(nowMs / 1000);
  const isRotating = previousSecret !== null && previousUntilMs !== null && nowMs < previousUntilMs;
  const secrets = isRotating ? [secret, previousSecret] : [secret];
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': signWebhook(secrets, { id, atSeconds, body }),
  };
}

export const standardFormat: Format = {
  mostEvents: 100,
  isAsked: isOfTypes,
  requestOf(endpoint, events, nowMs) {
    const { accountId, name, url, withBody } = endpoint;
    const body = JSON.stringify({ events: events.map((event) => shownEvent(event, withBody)) });
    return { url, headers: signedHeaders(endpoint, requestId(accountId, name, events), body, nowMs), body };
  },
};
