// Incoming webhooks as an account arranges them. Their calls come in by gateway/hooks.
import { Type } from 'typebox';
import { IncomingWebhookService } from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { accountOf, ofKeyAtDoor } from '../edge/app.ts';
import { invalidRequest } from '../errors/errors.ts';
import { type Route, route } from '../interface/route.ts';
import {
  IncomingWebhookPreviewShape,
  IncomingWebhookShape,
  incomingWebhookSettings,
  readIncomingWebhookSettings,
  renderIncomingWebhook,
  renderIncomingWebhookPreview,
} from '../resources/incoming_webhooks/incoming_webhook.ts';
import { DoneAnswer, done } from '../schemas/answers.ts';
import { decidedByCore, integer, nullable, text } from '../schemas/kinds.ts';
import { pathText } from '../schemas/parameters.ts';
import { namedIn } from './subscriptions.ts';

const { method } = IncomingWebhookService;

const tag = 'Incoming webhooks';
const path = { name: pathText(Type.String({ maxLength: 64, description: 'The incoming webhook’s name.' })) };
const IncomingWebhookAnswer = Type.Object(
  { incoming_webhook: IncomingWebhookShape },
  { title: 'OneIncomingWebhook' },
);

const listIncomingWebhooks = route('GET /api/v1/incoming-webhooks', {
  id: 'listIncomingWebhooks',
  tag,
  summary: 'List the incoming webhooks.',
  admittedFor: method.listIncomingWebhooks,
  answer: Type.Object(
    { incoming_webhooks: Type.Array(IncomingWebhookShape, { description: 'In order of name; at most 50.' }) },
    { title: 'IncomingWebhooks' },
  ),
  handler: async (request, { ask }) => {
    const { incomingWebhooks } = await ask(method.listIncomingWebhooks, { accountId: accountOf(request) });
    return { incoming_webhooks: incomingWebhooks.map(renderIncomingWebhook) };
  },
});

const getIncomingWebhook = route('GET /api/v1/incoming-webhooks/:name', {
  id: 'getIncomingWebhook',
  tag,
  summary: 'Read an incoming webhook: what it does, and when it was last used and refused.',
  admittedFor: method.getIncomingWebhook,
  path,
  answer: IncomingWebhookAnswer,
  handler: async (request, { ask }) => ({
    incoming_webhook: renderIncomingWebhook(
      (await ask(method.getIncomingWebhook, namedIn(request))).incomingWebhook,
    ),
  }),
});

const putIncomingWebhook = route('PUT /api/v1/incoming-webhooks/:name', {
  id: 'putIncomingWebhook',
  tag,
  summary: 'Make an incoming webhook, or change the one of that name.',
  description:
    'A name has 1 to 64 letters, digits, dots, hyphens and underscores; an account has at most 50 incoming webhooks. What is left out has ' +
    'its usual value, but for the secret. Signed calls send for the key that last changed the incoming webhook, within its policy. The ' +
    'guide at /docs/incoming-webhooks has the settings for several programs.',
  admittedFor: method.putIncomingWebhook,
  refusals: ['invalid_address'],
  path,
  body: Type.Object(
    {
      ...incomingWebhookSettings,
      secret: Type.Optional(
        nullable(
          decidedByCore(
            text(
              'By which callers sign, as X-Hub-Signature-256 of GitHub: 16 to 128 printable characters without spaces. Empty: none. ' +
                'An incoming webhook keeps its own when it is left out.',
            ),
            { pattern: '^([!-~]{16,128})?$' },
          ),
        ),
      ),
      key_id: Type.Optional(
        nullable(
          integer(
            1,
            'The key that signed calls send with. Only people may set it: a key that changes an incoming webhook becomes that key itself.',
          ),
        ),
      ),
    },
    { title: 'PutIncomingWebhook', description: 'The incoming webhook’s settings.' },
  ),
  answer: IncomingWebhookAnswer,
  handler: async (request, { ask }) => {
    const { secret, key_id: keyId } = request.body;
    const { admittedKey } = ofKeyAtDoor(request);
    if (admittedKey !== undefined && keyId != null)
      throw invalidRequest('key_id is for people: an incoming webhook that a key changes sends for that key');
    const signedFor =
      admittedKey !== undefined
        ? { case: 'admittedKey' as const, value: admittedKey }
        : keyId == null
          ? { case: undefined }
          : { case: 'keyId' as const, value: BigInt(keyId) };
    const asked = {
      settings: readIncomingWebhookSettings(request.body),
      signedFor,
      ...(secret != null && { secret }),
    };
    return {
      incoming_webhook: renderIncomingWebhook(
        (await ask(method.putIncomingWebhook, { ...namedIn(request), ...asked })).incomingWebhook,
      ),
    };
  },
});

const deleteIncomingWebhook = route('DELETE /api/v1/incoming-webhooks/:name', {
  id: 'deleteIncomingWebhook',
  tag,
  summary: 'Remove an incoming webhook. Its texts stay.',
  admittedFor: method.deleteIncomingWebhook,
  path,
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    await ask(method.deleteIncomingWebhook, namedIn(request));
    return done;
  },
});

/** A body that was parsed is written again, so that the core reads it as it reads those of calls. */
function bytesOf(body: unknown): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(body));
  } catch {
    throw invalidRequest('body must not be nested so deeply');
  }
}

const previewIncomingWebhook = route('POST /api/v1/incoming-webhooks/:name/preview', {
  id: 'previewIncomingWebhook',
  tag,
  summary: 'See what an incoming webhook would make of a call. Nothing is sent.',
  admittedFor: method.previewIncomingWebhook,
  refusals: ['invalid_address'],
  path,
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
      settings: Type.Optional(
        nullable(
          Type.Object(incomingWebhookSettings, {
            title: 'TriedIncomingWebhook',
            description:
              'Settings to try. Left out: those of the incoming webhook of that name, which must be there.',
          }),
        ),
      ),
    },
    { title: 'PreviewIncomingWebhook', description: 'A call, and the settings to try on it.' },
  ),
  answer: Type.Object({ preview: IncomingWebhookPreviewShape }, { title: 'PreviewedIncomingWebhook' }),
  handler: async (request, { ask }) => {
    const { body, headers, settings } = request.body;
    const texts = Object.entries(headers ?? {}).filter(([, value]) => typeof value === 'string');
    const call = { body: bytesOf(body), headers: Object.fromEntries(texts) };
    const asked = {
      call,
      ...(settings && { settings: readIncomingWebhookSettings(settings) }),
    };
    return {
      preview: renderIncomingWebhookPreview(
        await ask(method.previewIncomingWebhook, { ...namedIn(request), ...asked }),
      ),
    };
  },
});

export const incomingWebhookRoutes: readonly Route[] = [
  listIncomingWebhooks,
  getIncomingWebhook,
  putIncomingWebhook,
  deleteIncomingWebhook,
  previewIncomingWebhook,
];
