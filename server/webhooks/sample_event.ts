// Events as a test sends them: of each type one that might have happened. Their ids begin with "test.", so that no receiver
// takes them for what did happen.
import { randomUUID } from 'node:crypto';
import type { EventType } from '../domain/subscriptions/event.ts';
import { type ChangedText, nothingKnown } from '../store/messages/read_messages.ts';
import type { WebhookEvent } from './event.ts';

/** A number that nobody has. */
const nobody = '+15005550006';
const device = { device_id: 1, name: 'Shop phone' };

/** What notices of each type say. */
const notices: Partial<Record<EventType, Record<string, unknown>>> = {
  'device.offline': device,
  'device.online': device,
  'recipient.opted_out': { address_norm: nobody, source: 'asked' },
  'usage.near_cap': { texts_used: 400, texts_cap: 500, percent: 80 },
};

const received = { direction: 'in', status: 'received', body: 'This is a test.', clientRef: null } as const;
const sent = (nowMs: number) => ({ status: 'sent', sentAtMs: nowMs }) as const;

/** How the text of a type differs from one that was delivered. */
function differenceOf(type: EventType, nowMs: number): Partial<ChangedText> {
  if (type === 'text.received' || type === 'sms:received') return received;
  if (type === 'sms:sent') return { ...sent(nowMs), deliveredAtMs: null };
  if (type === 'sms:failed')
    return { status: 'failed', error: 'rejected_by_network: test', deliveredAtMs: null };
  return {};
}

function sampleText(accountId: bigint, type: EventType, nowMs: number): ChangedText {
  return {
    ...nothingKnown,
    ...{ accountId, id: 1n, seq: 1n, direction: 'out', status: 'delivered', route: 'device' },
    ...{ address: nobody, addressNorm: nobody, body: 'This is a test.', segments: 1, encoding: 'gsm7' },
    ...{ clientRef: 'test', createdAtMs: nowMs, sentAtMs: nowMs, deliveredAtMs: nowMs },
    ...{ identity: randomUUID(), deviceId: 1n, sim: 1 },
    ...differenceOf(type, nowMs),
  };
}

/** An event of a type; the general one, which says nothing but that it is a test, for null. */
export function sampleEvent(accountId: bigint, type: EventType | null, nowMs: number): WebhookEvent {
  const id = `test.${randomUUID()}`;
  if (type === null) return { id, type: 'webhook.test', atMs: nowMs, about: { data: {} } };
  const data = notices[type];
  return { id, type, atMs: nowMs, about: data ? { data } : { text: sampleText(accountId, type, nowMs) } };
}
