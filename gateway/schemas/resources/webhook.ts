// An endpoint that events are delivered to, and the attempts to.
import { Type } from 'typebox';
import {
  DisabledReason,
  type Endpoint,
  type NamedPlace,
  type TestWebhookResponse,
  type WebhookAttempt,
} from '../../../proto/gen/textrelay/v1/place_service_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, nullable, nullableOneOf, oneOf, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, renderInstant, resource } from '../resource.ts';

/** What an endpoint may ask for. */
export const eventTypes = [
  'text.received',
  'text.updated',
  'device.offline',
  'device.online',
  'recipient.opted_out',
  'usage.near_cap',
] as const;

const reasons: Readonly<Record<number, 'asked' | 'gone' | 'failing' | 'operator' | null>> = {
  [DisabledReason.UNSPECIFIED]: null,
  [DisabledReason.ASKED]: 'asked',
  [DisabledReason.GONE]: 'gone',
  [DisabledReason.FAILING]: 'failing',
  [DisabledReason.OPERATOR]: 'operator',
};

/** A place with an endpoint. */
type Webhook = NamedPlace & Omit<Endpoint, '$typeName'>;
const field = fieldOf<Webhook>();

const {
  Shape: WebhookShape,
  render,
  example: exampleWebhook,
} = resource('Webhook', 'An endpoint that events are delivered to.', {
  name: field(text('Its name.'), ({ name }) => name, 'orders'),
  url: field(text('Where events are delivered to.'), ({ url }) => url, 'https://shop.example/texts'),
  types: field(
    Type.Array(oneOf(eventTypes, 'A type of event.'), { description: 'What it gets.' }),
    ({ types }) => types as (typeof eventTypes)[number][],
    ['text.received', 'text.updated'],
  ),
  body: field(flag('Whether it sees the words of texts.'), ({ withBody }) => withBody, true),
  cursor: field(
    integer(0, 'Changes of texts up to this seq were delivered, or not asked for.'),
    ({ cursor }) => toNumber(cursor),
    45,
  ),
  behind: field(integer(0, 'By how many seqs it is behind the newest.'), ({ behind }) => toNumber(behind), 0),
  moved_at: field(
    instant('When something was last delivered, or it was made.'),
    ({ movedAt }) => renderInstant(movedAt ?? missing()),
    '2026-11-21T08:31:02.900Z',
  ),
  created_at: field(
    instant('When it was made.'),
    ({ createdAt }) => renderInstant(createdAt ?? missing()),
    '2026-11-20T12:00:00.000Z',
  ),
  disabled_reason: field(
    nullableOneOf(
      ['asked', 'gone', 'failing', 'operator'],
      'Why nothing is delivered any more: asked for, the endpoint answered 410, it failed for 5 days, or the operator did ' +
        'it. Null while it is active.',
    ),
    ({ disabledReason }) => reasons[disabledReason] ?? null,
    null,
  ),
  disabled_at: field(
    nullable(instant('Since when; null while it is active.')),
    ({ disabledAt }) => instantOrNull(disabledAt),
    null,
  ),
  failures: field(integer(0, 'Attempts that failed in a row.'), ({ failures }) => failures, 0),
  failing_since: field(
    nullable(instant('Since when they fail; null when the last one did not.')),
    ({ failingSince }) => instantOrNull(failingSince),
    null,
  ),
  next_attempt_at: field(
    nullable(instant('Not tried again before; null when nothing delays it.')),
    ({ nextAttemptAt }) => instantOrNull(nextAttemptAt),
    null,
  ),
  previous_secret_until: field(
    nullable(instant('Until when a replaced secret signs as well; null without one.')),
    ({ previousSecretUntil }) => instantOrNull(previousSecretUntil),
    null,
  ),
});

export { exampleWebhook, WebhookShape };

/** Throws for a place without an endpoint. */
export const renderWebhook = (place: NamedPlace) => render({ ...(place.endpoint ?? missing()), ...place });

const ofAttempt = fieldOf<WebhookAttempt>();

export const {
  Shape: AttemptShape,
  render: renderAttempt,
  example: exampleAttempt,
} = resource('WebhookAttempt', 'One request to an endpoint.', {
  number: ofAttempt(integer(1, 'Counts the attempts.'), ({ number }) => toNumber(number), 12),
  at: ofAttempt(
    instant('When it ended.'),
    ({ at }) => renderInstant(at ?? missing()),
    '2026-11-21T08:31:02.900Z',
  ),
  event_count: ofAttempt(integer(1, 'Events in it.'), ({ eventCount }) => eventCount, 1),
  first_event: ofAttempt(
    text('The id of the first one.'),
    ({ firstEvent }) => firstEvent,
    '18.45.5b1f0c9a7e3d42688c1d90f2ab64e7c3',
  ),
  last_event: ofAttempt(
    text('The id of the last one.'),
    ({ lastEvent }) => lastEvent,
    '18.45.5b1f0c9a7e3d42688c1d90f2ab64e7c3',
  ),
  took_ms: ofAttempt(integer(0, 'How long it took, in milliseconds.'), ({ tookMs }) => tookMs, 84),
  status: ofAttempt(
    nullable(integer(100, 'The HTTP status; null when no answer came.')),
    ({ status }) => status ?? null,
    200,
  ),
  error: ofAttempt(
    nullable(text('Why it failed; null when it was acknowledged.')),
    ({ error }) => error ?? null,
    null,
  ),
  answer: ofAttempt(text('The first 256 bytes of the answer.'), ({ answer }) => answer, 'ok'),
});

const ofTest = fieldOf<TestWebhookResponse>();

export const {
  Shape: WebhookTestShape,
  render: renderWebhookTest,
  example: exampleWebhookTest,
} = resource('WebhookTest', 'What an endpoint said to a test.', {
  acknowledged: ofTest(flag('Whether it answered 2xx.'), ({ acknowledged }) => acknowledged, true),
  status: ofTest(
    nullable(integer(100, 'The HTTP status; null when no answer came.')),
    ({ status }) => status ?? null,
    200,
  ),
  error: ofTest(
    nullable(text('Why it failed; null when it was acknowledged.')),
    ({ error }) => error ?? null,
    null,
  ),
  took_ms: ofTest(integer(0, 'How long it took, in milliseconds.'), ({ tookMs }) => tookMs, 84),
  answer: ofTest(text('The first 256 bytes of the answer.'), ({ answer }) => answer, 'ok'),
});
