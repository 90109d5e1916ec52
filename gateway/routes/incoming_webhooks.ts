// What an incoming webhook would make of a call. Calls themselves come in by gateway/incoming_webhooks.
import { Type } from 'typebox';
import {
  IncomingWebhookService,
  IncomingWebhookSettingsSchema,
  PreviewIncomingWebhookResponseSchema,
} from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { invalidRequest } from '../errors/errors.ts';
import { nestedBody } from '../interface/bodies.ts';
import { resource } from '../interface/resources.ts';
import { type Route, route } from '../interface/route.ts';
import { nullable, text } from '../schemas/kinds.ts';
import { pathText } from '../schemas/parameters.ts';

const { previewIncomingWebhook: method } = IncomingWebhookService.method;
const settingsBody = nestedBody(IncomingWebhookSettingsSchema);
const preview = resource(PreviewIncomingWebhookResponseSchema);

/** A body that was parsed is written again, so that the core reads it as it reads those of calls. */
function bytesOf(body: unknown): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(body));
  } catch {
    throw invalidRequest('body must not be nested so deeply');
  }
}

export const previewIncomingWebhook: Route = route('POST /api/v1/incoming-webhooks/:name/preview', {
  id: 'previewIncomingWebhook',
  tag: 'Incoming webhooks',
  summary: 'See what an incoming webhook would make of a call. Nothing is sent.',
  admittedFor: method,
  refusals: ['invalid_address'],
  path: { name: pathText(Type.String({ maxLength: 64, description: 'The incoming webhook’s name.' })) },
  body: Type.Object(
    {
      body: Type.Unknown({ description: 'The body of the call: an object or a list.' }),
      headers: Type.Optional(
        nullable(
          Type.Object(
            {
              'x-github-event': Type.Optional(text('The event of GitHub.')),
              'x-github-delivery': Type.Optional(text('The id of a delivery of GitHub.')),
              'idempotency-key': Type.Optional(text('Names the event where event_id is empty.')),
            },
            {
              title: 'IncomingWebhookHeaders',
              description: 'The headers of the call that an incoming webhook looks at.',
            },
          ),
        ),
      ),
      settings: Type.Optional(nullable(settingsBody.schema)),
    },
    { title: 'PreviewIncomingWebhook', description: 'A call, and the settings to try on it.' },
  ),
  answer: Type.Object({ preview: preview.Shape }, { title: 'PreviewedIncomingWebhook' }),
  handler: async (request, { ask }) => {
    const { body, headers, settings } = request.body;
    const texts = Object.entries(headers ?? {}).filter(([, value]) => typeof value === 'string');
    const asked = {
      call: { body: bytesOf(body), headers: Object.fromEntries(texts) },
      ...(settings != null && { settings: settingsBody.read(settings as Record<string, unknown>) }),
    };
    const named = { accountId: accountOf(request), ...request.params };
    return { preview: preview.render(await ask(method, { ...named, ...asked })) };
  },
});
