// Requests as SMS Gateway for Android makes them: one event in each, as JSON, signed with X-Signature. Our feed has the newest
// state of a text, and theirs has an event for each: that a text was sent is said at its receipt as well, where it was not said before.
import { createHash, createHmac } from 'node:crypto';
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import { readRef, smsgateState } from '../../../runtime/interfaces/smsgate_words.ts';
import { readTimes } from '../../domain/messages/timeline.ts';
import type { SmsgateEvent } from '../../domain/subscriptions/event.ts';
import type { ChangedText } from '../../store/messages/read_messages.ts';
import type { WebhookEvent } from '../event.ts';
import type { Endpoint, Format, WebhookRequest } from './format.ts';

/** Texts that were said to be sent and are remembered; beyond it the oldest is forgotten, and may be said so again. */
const mostRemembered = 10_000;

const identityOf = ({ identity, accountId, id }: ChangedText) => identity ?? `${accountId}/${id}`;

/** Whether a text, as it is now, is what those want who ask for an event. */
function hasHappened(event: string, text: ChangedText): boolean {
  if (text.direction === 'in') return event === 'sms:received';
  const state = smsgateState(text);
  if (event === 'sms:sent') return text.sentAtMs !== null;
  if (event === 'sms:delivered') return state === 'Delivered';
  return event === 'sms:failed' && state === 'Failed';
}

const instant = (atMs: number) => new Date(atMs).toISOString();

/** The fields of an event besides its text. */
function detailsOf(event: SmsgateEvent, text: ChangedText, withBody: boolean): Record<string, unknown> {
  switch (event) {
    case 'sms:received':
      return { ...(withBody && { message: text.body }), receivedAt: instant(text.createdAtMs) };
    case 'sms:sent':
      return { partsCount: text.segments, sentAt: instant(text.sentAtMs ?? text.createdAtMs) };
    case 'sms:delivered':
      return { deliveredAt: instant(text.deliveredAtMs ?? text.createdAtMs) };
    case 'sms:failed':
      return {
        reason: text.error,
        failedAt: instant(readTimes(text.steps).failedAtMs ?? text.sentAtMs ?? text.createdAtMs),
      };
  }
}

function payloadOf(event: SmsgateEvent, text: ChangedText, withBody: boolean): Record<string, unknown> {
  const other = text.addressNorm;
  const isReceived = text.direction === 'in';
  return {
    messageId: readRef(text.clientRef)?.id ?? `text-${text.id}`,
    sender: isReceived ? other : null,
    recipient: isReceived ? text.ownNumber : other,
    phoneNumber: other,
    simNumber: text.sim,
    ...detailsOf(event, text, withBody),
  };
}

/** The body of a request. Its id is the same for the same event of the same text, however often it comes. */
function bodyOf({ name, types, withBody }: Endpoint, { id, type, about }: WebhookEvent): string {
  const { text } = about;
  const event = text === undefined ? type : (types[0] ?? type);
  const named = text === undefined ? id : `${identityOf(text)} ${event}`;
  const hash = createHash('sha256').update(`${name} ${named}`).digest('base64url');
  return JSON.stringify({
    id: hash.slice(0, 21),
    webhookId: name,
    event,
    deviceId: text?.deviceId ? String(text.deviceId) : '',
    payload: text === undefined ? {} : payloadOf(event as SmsgateEvent, text, withBody),
  });
}

function requestOf(endpoint: Endpoint, event: WebhookEvent, nowMs: number): WebhookRequest {
  const body = bodyOf(endpoint, event);
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', endpoint.secret).update(body).update(timestamp).digest('hex');
  return {
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    body,
  };
}

/** Makes the format, which remembers the texts that it said were sent. */
export function createSmsgateFormat(): Format {
  const said = new BoundedMap<string, true>(mostRemembered);
  const keyOf = ({ accountId, name }: Endpoint, text: ChangedText) =>
    `${accountId} ${name} ${identityOf(text)}`;

  return {
    mostEvents: 1,
    isAsked(endpoint, { about: { text } }) {
      const [event = ''] = endpoint.types;
      if (text === undefined || !hasHappened(event, text)) return false;
      return event !== 'sms:sent' || text.status === 'sent' || !said.has(keyOf(endpoint, text));
    },
    requestOf: (endpoint, events, nowMs) => requestOf(endpoint, events[0] as WebhookEvent, nowMs),
    onTaken(endpoint, { about: { text } }) {
      if (text === undefined || endpoint.types[0] !== 'sms:sent') return;
      said.set(keyOf(endpoint, text), true);
    },
  };
}
