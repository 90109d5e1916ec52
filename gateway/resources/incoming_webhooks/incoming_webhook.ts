// An incoming webhook, its settings as they are asked for, and what it would make of a call.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import type {
  IncomingWebhook,
  IncomingWebhookSettings,
  IncomingWebhookSettingsSchema,
  PreviewIncomingWebhookResponse,
} from '../../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { boundedText, flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf, missing } from '../../schemas/resource.ts';
import { requireText } from '../../schemas/text_rules.ts';

const words = {
  template:
    'The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A ' +
    'number is the place in a list, and * each of a list.',
  recipients: 'Who gets the texts: at most 20 numbers; empty where recipients_field names them.',
  recipients_field:
    'The path of a number, or of a list of at most 20, in the body; null where recipients has them.',
  event_id:
    'Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for ' +
    'an incoming webhook whose calls are all new, unless they have an Idempotency-Key.',
  texts_per_hour: 'Most texts in an hour of UTC, 1 to 1000.',
  from: 'The sender that the texts leave by, as the from of a text; null for any.',
  urgent: 'True for texts that quiet hours do not delay.',
};

const ofIncomingWebhook = madeOf<IncomingWebhook>();
const settingsOf = ({ settings }: IncomingWebhook): IncomingWebhookSettings => settings ?? missing();

export const { Shape: IncomingWebhookShape, render: renderIncomingWebhook } = ofIncomingWebhook.resource(
  'IncomingWebhook',
  'What becomes of other programs’ calls to /hooks/{name}.',
  {
    name: text('Its name.'),
    template: ofIncomingWebhook.field(
      text(words.template),
      (incomingWebhook) => settingsOf(incomingWebhook).template,
    ),
    recipients: ofIncomingWebhook.field(
      Type.Array(Type.String(), { description: words.recipients }),
      (incomingWebhook) => settingsOf(incomingWebhook).recipients,
    ),
    recipients_field: ofIncomingWebhook.field(
      nullable(text(words.recipients_field)),
      (incomingWebhook) => settingsOf(incomingWebhook).recipientsField ?? null,
    ),
    event_id: ofIncomingWebhook.field(
      text(words.event_id),
      (incomingWebhook) => settingsOf(incomingWebhook).eventId,
    ),
    texts_per_hour: ofIncomingWebhook.field(
      integer(1, words.texts_per_hour),
      (incomingWebhook) => settingsOf(incomingWebhook).textsPerHour,
    ),
    from: ofIncomingWebhook.field(
      nullable(text(words.from)),
      (incomingWebhook) => settingsOf(incomingWebhook).from ?? null,
    ),
    urgent: ofIncomingWebhook.field(
      flag(words.urgent),
      (incomingWebhook) => settingsOf(incomingWebhook).urgent,
    ),
    has_secret: flag('Whether calls may be signed instead of bringing a key.'),
    key_id: nullable(integer(1, 'The key for which signed calls send; null without a secret.')),
    created_at: instant('When it was made.'),
    last_used_at: nullable(instant('When it last sent a text; null for never.')),
    last_refused_at: nullable(instant('When a call was last refused; null for never.')),
    last_refusal: nullable(text('The code of that refusal; null for none.')),
  },
  {
    name: 'alerts',
    template: '{{status}}: {{commonAnnotations.summary}}',
    recipients: ['+15005550006'],
    event_id: '{{groupKey}} {{status}} {{alerts.0.startsAt}}',
    texts_per_hour: 30,
    urgent: true,
    last_used_at: '2026-11-21T09:12:40.100Z',
  },
);

/** The settings of an incoming webhook as they are asked for. */
export const incomingWebhookSettings = {
  template: boundedText(1, 1_600, words.template),
  recipients: Type.Optional(
    nullable(
      Type.Array(Type.String(), { maxItems: 20, description: `${words.recipients} Left out: empty.` }),
    ),
  ),
  recipients_field: Type.Optional(nullable(text(`${words.recipients_field} Left out: null.`))),
  event_id: Type.Optional(nullable(boundedText(0, 500, `${words.event_id} Left out: empty.`))),
  texts_per_hour: Type.Optional(
    nullable(
      Type.Integer({ minimum: 1, maximum: 1_000, description: `${words.texts_per_hour} Left out: 60.` }),
    ),
  ),
  from: Type.Optional(nullable(boundedText(1, 64, `${words.from} Left out: null.`))),
  urgent: Type.Optional(nullable(flag(`${words.urgent} Left out: false.`))),
};

const AskedIncomingWebhook = Type.Object(incomingWebhookSettings);

/** Reads the settings that are asked for. Throws INVALID_REQUEST. */
export function readIncomingWebhookSettings(
  asked: Static<typeof AskedIncomingWebhook>,
): MessageInitShape<typeof IncomingWebhookSettingsSchema> {
  const { template, recipients, recipients_field: field, event_id: eventId, texts_per_hour: perHour } = asked;
  return {
    template: requireText(template, 'template'),
    recipients: (recipients ?? []).map((each) => requireText(each, 'recipients')),
    eventId: requireText(eventId ?? '', 'event_id'),
    textsPerHour: perHour ?? 0,
    urgent: asked.urgent === true,
    ...(field != null && { recipientsField: requireText(field, 'recipients_field') }),
    ...(asked.from != null && { from: requireText(asked.from, 'from') }),
  };
}

export const { Shape: IncomingWebhookPreviewShape, render: renderIncomingWebhookPreview } =
  madeOf<PreviewIncomingWebhookResponse>().resource(
    'IncomingWebhookPreview',
    'What an incoming webhook would make of a call. Nothing is sent.',
    {
      body: text(
        'The words of the texts. A field that the call does not have stands there as in the template.',
      ),
      is_cut: flag('Whether they were cut at 1600 characters.'),
      recipients: Type.Array(Type.String(), { description: 'Who would get them.' }),
      event_id: text('What the call is about; empty where nothing says so.'),
      missing: Type.Array(Type.String(), {
        description: 'The paths that lead to nothing in this call; one of event_id has a call refused.',
      }),
    },
    {
      body: 'firing: The disk of db-1 is nearly full',
      recipients: ['+15005550006'],
      event_id: '{}:{alertname="DiskFull"} firing 2026-11-21T09:12:38.000Z',
      missing: [],
    },
  );
