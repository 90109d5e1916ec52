// What the core of the command line's tests answers.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { DeadLetterReason } from '../../../proto/gen/textrelay/v1/carrier_pb.ts';
import { Direction, MessageStatus, Route } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { DisabledReason, WebhookFormat } from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { EventKind, WaitKind } from '../../../proto/gen/textrelay/v1/timeline_pb.ts';

export const accountId = 421_000_000_000_017n;

export const at = (time: string) => timestampFromDate(new Date(time));
export const createdAt = at('2026-11-20T10:00:00Z');
export const account = {
  id: accountId,
  name: 'Acme\u001b[31m',
  plan: 'starter',
  subscriptionStatus: 'active',
};
export const record = { ...account, country: 'US', exempt: false, createdAt };
export const key = { id: 3n, accountId, label: 'ci', hint: 'svc_live_ab...6789', createdAt };
export const refusedOfKey = {
  ...{ code: 'recipient_not_allowed', addressNorm: '+12015550124', times: 3n },
  message: 'the key may write only to those who have written to the account',
  ...{ firstAt: createdAt, lastAt: createdAt },
};
export const platformKey = { id: 7n, name: 'Bolt\u001b[31m', hint: 'svc_platform_...6789', createdAt };
export const device = {
  id: 1n,
  accountId,
  name: 'desk',
  online: true,
  createdAt,
  agentVersion: '0.1.0',
  driver: 'simulated',
  ok: false,
  detail: 'The SIM asks for its\u001b[31m PIN.',
  signalPercent: 61,
  queueLength: 2,
  givesReceipts: true,
  sims: [
    { slot: 1, perMinute: 10, perMonth: 5000, usedMinute: 3, usedDay: 40, usedMonth: 1200, present: true },
    { slot: 2, usedMinute: 0, usedDay: 0, usedMonth: 7, present: false },
  ],
};

export const text = {
  id: 41n,
  seq: 90n,
  direction: Direction.OUT,
  address: '(201) 555-0123',
  addressNorm: '+12015550123',
  body: 'a word of the account',
  status: MessageStatus.SENDING,
  route: Route.DEVICE,
  createdAt,
  segments: 1,
  clientRef: 'order-7',
  deviceId: 1n,
  sim: 2,
};
export const steps = [
  { kind: EventKind.ACCEPTED, at: createdAt, meaning: 'The service has it.' },
  {
    kind: EventKind.HANDED_OVER,
    at: at('2026-11-20T10:00:01Z'),
    deviceId: 1n,
    sim: 2,
    meaning: 'desk\u001b[31m has it.',
  },
];
export const waitingFor = { what: WaitKind.DEVICE_AWAY, meaning: 'It waits for desk to come back.' };

export const tier = {
  plan: 'starter',
  name: 'Starter',
  textsCap: 500n,
  priceCents: 1900n,
  currency: 'usd',
  interval: 'month',
};

export const carriers = [
  {
    name: 'main',
    kind: 'smpp',
    priority: 10,
    sharedSender: '+12015550100',
    up: true,
    detail: '2 of 2 bound',
    capacity: 40,
  },
  { name: 'spare', kind: 'http', priority: 50, detail: 'the company\u001b[31m answers 503' },
];
export const deadLetter = {
  id: 12n,
  carrier: 'spare',
  source: 'texts',
  reason: DeadLetterReason.INCOMPLETE,
  raw: '{"msisdn":"12015550123"}',
  receivedAt: createdAt,
};
export const carrierNumber = { carrier: 'main', number: '+12015550123', accountId, assignedAt: createdAt };

export const webhook = {
  accountId,
  name: 'shop',
  cursor: 3n,
  behind: 7n,
  movedAt: createdAt,
  createdAt,
  url: 'https://shop.example/secret-path',
  format: WebhookFormat.TWILIO,
  types: ['text.received'],
  failures: 3,
  failingSince: createdAt,
  nextAttemptAt: at('2026-11-20T12:00:00Z'),
};
export const disabled = {
  ...{ accountId, name: 'old', behind: 2n, movedAt: createdAt, createdAt },
  ...{ url: 'https://old.example/', nextAttemptAt: createdAt },
  ...{ disabledReason: DisabledReason.OPERATOR, disabledAt: createdAt },
};
export const healthy = {
  ...{ accountId, name: 'good', movedAt: createdAt, createdAt },
  url: 'https://good.example/',
};
export const taken = {
  ...{ number: 8n, at: createdAt, eventCount: 1, firstEvent: '3.3', lastEvent: '3.3', tookMs: 12 },
  ...{ status: 200, answer: 'ok' },
};
export const failed = {
  ...{ number: 9n, at: createdAt, eventCount: 2, firstEvent: '4.4', lastEvent: '5.5', tookMs: 84 },
  ...{ status: 503, error: 'the endpoint answered 503\u001b[31m', answer: 'down' },
};
export const incomingWebhook = {
  ...{ accountId, name: 'alerts', createdAt, lastRefusal: 'opted_out' },
  ...{ template: '{{status}}', recipients: ['+15005550006'], textsPerHour: 30, urgent: true },
  lastRefusedAt: at('2026-11-20T12:00:00Z'),
};
export const consumer = {
  ...{ name: 'billing', cursor: 43n, behind: 2n, movedAt: createdAt, createdAt },
  leaseUntil: at('2026-11-20T12:00:00Z'),
};
