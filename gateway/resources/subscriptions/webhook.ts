// An endpoint that events are delivered to, and the attempts to.
import { Type } from 'typebox';
import {
  DisabledReason,
  type Endpoint,
  type Subscription,
  type TestWebhookResponse,
  type WebhookAttempt,
  WebhookFormat,
} from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { knownWord } from '../../errors/known_word.ts';
import {
  flag,
  instant,
  integer,
  nullable,
  nullableOneOf,
  oneOf,
  sentence,
  text,
} from '../../schemas/kinds.ts';
import { madeOf, missing } from '../../schemas/resource.ts';

/** Those of the format smsgate. */
export const smsgateEvents = ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed'] as const;

/** The events that an endpoint may ask for. */
export const eventTypes = [
  'text.received',
  'text.updated',
  'device.offline',
  'device.online',
  'recipient.opted_out',
  'usage.near_cap',
  ...smsgateEvents,
] as const;

/** The forms of requests. */
export const webhookFormats = ['standard', 'twilio', 'smsgate'] as const;
const formatNames: Readonly<Record<number, (typeof webhookFormats)[number]>> = {
  [WebhookFormat.STANDARD]: 'standard',
  [WebhookFormat.TWILIO]: 'twilio',
  [WebhookFormat.SMSGATE]: 'smsgate',
};
export const formatsByName: Readonly<Record<(typeof webhookFormats)[number], WebhookFormat>> = {
  standard: WebhookFormat.STANDARD,
  twilio: WebhookFormat.TWILIO,
  smsgate: WebhookFormat.SMSGATE,
};

const reasons: Readonly<Record<number, 'asked' | 'gone' | 'failing' | 'operator'>> = {
  [DisabledReason.ASKED]: 'asked',
  [DisabledReason.GONE]: 'gone',
  [DisabledReason.FAILING]: 'failing',
  [DisabledReason.OPERATOR]: 'operator',
};

/** A subscription with an endpoint. */
const { field, resource } = madeOf<Subscription & Omit<Endpoint, '$typeName'>>();

const { Shape: WebhookShape, render } = resource(
  'Webhook',
  'An endpoint that events are delivered to.',
  {
    name: text('Its name.'),
    url: text('Where events are delivered to.'),
    format: field(
      oneOf(webhookFormats, 'The form of its requests.'),
      ({ format }) => formatNames[format] ?? 'standard',
    ),
    types: field(
      Type.Array(oneOf(eventTypes, 'A type of event.'), { description: 'What it gets.' }),
      ({ types }) => types as (typeof eventTypes)[number][],
    ),
    body: field(flag('Whether it sees the words of texts.'), ({ withBody }) => withBody),
    cursor: integer(0, 'Changes of texts up to this seq were delivered, or not asked for.'),
    behind: integer(0, 'By how many seqs it is behind the newest.'),
    moved_at: instant('When something was last delivered, or it was made.'),
    created_at: instant('When it was made.'),
    disabled_reason: field(
      nullableOneOf(
        ['asked', 'gone', 'failing', 'operator'],
        'Why nothing is delivered any more: asked for, the endpoint answered 410, it failed for 5 days, or the operator did ' +
          'it. Null while it is active.',
      ),
      ({ disabledReason }) => reasons[disabledReason] ?? null,
    ),
    disabled_at: nullable(instant('Since when; null while it is active.')),
    failures: integer(0, 'Attempts that failed in a row.'),
    failing_since: nullable(instant('Since when they fail; null when the last one did not.')),
    next_attempt_at: nullable(instant('Not tried again before; null when nothing delays it.')),
    previous_secret_until: nullable(instant('Until when a replaced secret signs as well; null without one.')),
  },
  {
    name: 'orders',
    url: 'https://shop.example/texts',
    types: ['text.received', 'text.updated'],
    body: true,
    cursor: 43,
    behind: 2,
    moved_at: '2026-11-21T08:30:20.000Z',
    created_at: '2026-11-20T12:00:00.000Z',
  },
);

export { WebhookShape };

/** Throws for a subscription without an endpoint. */
export const renderWebhook = (subscription: Subscription) =>
  render({ ...(subscription.endpoint ?? missing()), ...subscription });

const status = nullable(integer(100, 'The HTTP status; null when no answer came.'));
/** The kinds of errors, as the core calls them. */
const deliveryErrors = [
  'endpoint_answered',
  'no_answer',
  'no_connection',
  'tls_failed',
  'connection_failed',
  'address_not_public',
  'address_not_https',
  'not_tried',
  'answer_not_followed',
  'other',
] as const;
const errorCode = nullableOneOf(
  deliveryErrors,
  'The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; ' +
    '`tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: ' +
    'the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: ' +
    'error says what. Null without an error.',
);
const errorCodeOf = ({ error, errorCode: said }: { error?: string; errorCode: string }) =>
  error === undefined ? null : knownWord(deliveryErrors, said);
const tookMs = integer(0, 'How long it took, in milliseconds.');
const answer = text('The first 256 bytes of the answer.');

const ofAttempt = madeOf<WebhookAttempt>();
export const { Shape: AttemptShape, render: renderAttempt } = ofAttempt.resource(
  'WebhookAttempt',
  'One request to an endpoint.',
  {
    number: integer(1, 'Counts the attempts.'),
    at: instant('When it ended.'),
    event_count: integer(1, 'Events in it.'),
    first_event: text('The id of the first one.'),
    last_event: text('The id of the last one.'),
    took_ms: tookMs,
    status,
    error: nullable(
      sentence(
        'Why it failed, or what of its answer was not followed; null when it was simply acknowledged.',
      ),
    ),
    error_code: ofAttempt.field(errorCode, errorCodeOf),
    answer,
    payload: text(
      'What is sent of its first event alone, without the words of texts: the first 2,000 characters. Empty for an attempt from ' +
        'before these were kept.',
    ),
  },
  {
    number: 12,
    first_event: '18.45.5b1f0c9a7e3d42688c1d90f2ab64e7c3',
    last_event: '18.45.5b1f0c9a7e3d42688c1d90f2ab64e7c3',
    took_ms: 84,
    status: 200,
    answer: 'ok',
    payload: '{"events":[{"id":"18.45.5b1f0c9a7e3d42688c1d90f2ab64e7c3","type":"text.updated"}]}',
  },
);

const ofTest = madeOf<TestWebhookResponse>();
export const { Shape: WebhookTestShape, render: renderWebhookTest } = ofTest.resource(
  'WebhookTest',
  'What an endpoint said to a test.',
  {
    acknowledged: flag('Whether it answered 2xx.'),
    status,
    error: nullable(sentence('Why it failed; null when it was acknowledged.')),
    error_code: ofTest.field(errorCode, errorCodeOf),
    ...{ took_ms: tookMs, answer },
  },
  { acknowledged: true, status: 200, took_ms: 84, answer: 'ok' },
);
