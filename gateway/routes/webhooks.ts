// Webhooks: endpoints that events are delivered to.
import { Type } from 'typebox';
import {
  type Subscription,
  SubscriptionService,
  SubscriptionType,
} from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { type Route, route } from '../interface/route.ts';
import {
  AttemptShape,
  eventTypes,
  formatsByName,
  renderAttempt,
  renderWebhook,
  renderWebhookTest,
  WebhookShape,
  WebhookTestShape,
  webhookFormats,
} from '../resources/subscriptions/webhook.ts';
import { like } from '../schemas/example.ts';
import { flag, nullable, nullableOneOf, oneOf, text } from '../schemas/kinds.ts';
import { optionalWord } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { namedIn, subscriptionPath, subscriptionRoutes } from './subscriptions.ts';

const { method } = SubscriptionService;

const tag = 'Webhooks';
const path = subscriptionPath('webhook');
const secret = like(
  text('The secret that requests are signed with. It is shown this once.'),
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
);
const WebhookAnswer = Type.Object({ webhook: WebhookShape }, { title: 'OneWebhook' });
const answer = ({ subscription }: { subscription?: Subscription | undefined }) => ({
  webhook: renderWebhook(subscription ?? missing()),
});

const shared = subscriptionRoutes({
  type: SubscriptionType.WEBHOOK,
  tag,
  what: 'webhook',
  One: WebhookAnswer,
  Many: Type.Object(
    { webhooks: Type.Array(WebhookShape, { description: 'In order of name.' }) },
    { title: 'Webhooks' },
  ),
  answer,
  answerAll: (subscriptions) => ({ webhooks: subscriptions.map(renderWebhook) }),
  read: 'Read a webhook: how far it has got, and whether it fails.',
  move: { verb: 'replay', summary: 'Deliver again from a position in the feed.' },
});

const PutWebhookBody = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Where events are delivered to: https, without credentials, on a public address.',
    }),
    format: Type.Optional(
      nullableOneOf(
        webhookFormats,
        'The form of its requests: standard for Standard Webhooks 1.0.0, twilio for a program written for Twilio, smsgate ' +
          'for one written for SMS Gateway for Android. An old webhook keeps its own when it is left out; a new one is ' +
          'standard then.',
      ),
    ),
    types: Type.Optional(
      nullable(
        Type.Array(oneOf(eventTypes, 'A type of event.'), {
          minItems: 1,
          maxItems: 20,
          description:
            'The types of events that it gets; left out, all types of its format. Types that begin with sms are those of the ' +
            'format smsgate, of which a webhook has exactly one.',
        }),
      ),
    ),
    body: Type.Optional(nullable(flag('False leaves out the words of texts. True when left out.'))),
    secret: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description:
            'whsec_ and the base64 of 24 to 64 bytes; for another format than standard, 16 to 128 printable characters ' +
            'without spaces. A new webhook gets a random one when it is left out; an old one keeps its own.',
        }),
      ),
    ),
  },
  { title: 'PutWebhook', description: 'An endpoint.' },
);

const putWebhook = route('PUT /api/v1/webhooks/:name', {
  id: 'putWebhook',
  tag,
  summary: 'Make a webhook, or change the one of that name.',
  description:
    'A new one begins at the feed’s end, and its secret is shown in this answer only. A name has 1 to 64 letters, ' +
    'digits, dots, hyphens and underscores; an account has at most 20 webhooks. Requests are signed as Standard ' +
    'Webhooks 1.0.0, hold up to 100 events in order of seq, and are repeated until they are answered 2xx. A program that ' +
    'was written for Twilio has a format of its own, described in the guide at /docs/twilio.',
  admittedFor: method.putWebhook,
  path,
  body: PutWebhookBody,
  answer: Type.Object(
    { webhook: WebhookShape, secret: Type.Optional(secret) },
    { title: 'ChangedWebhook', description: 'The webhook, and its secret where it got a new one.' },
  ),
  handler: async (request, { ask }) => {
    const { url, format, types, body, secret: own } = request.body;
    const form = format == null ? {} : { format: formatsByName[format] };
    const asked = { ...form, url, types: types ?? [], withoutBody: body === false, secret: own ?? undefined };
    const put = await ask(method.putWebhook, { ...namedIn(request), ...asked });
    return { ...answer(put), ...(put.secret !== undefined && { secret: put.secret }) };
  },
});

const listAttempts = route('GET /api/v1/webhooks/:name/attempts', {
  id: 'listWebhookAttempts',
  tag,
  summary: 'Read the last attempts to deliver, newest first.',
  admittedFor: method.listWebhookAttempts,
  path,
  answer: Type.Object(
    { attempts: Type.Array(AttemptShape, { description: 'The newest first; 50 at most.' }) },
    { title: 'WebhookAttempts' },
  ),
  handler: async (request, { ask }) => {
    const { attempts } = await ask(method.listWebhookAttempts, namedIn(request));
    return { attempts: attempts.map(renderAttempt) };
  },
});

const rotateWebhook = route('POST /api/v1/webhooks/:name/rotate', {
  id: 'rotateWebhook',
  tag,
  summary: 'Give a webhook a new secret; both sign for 24 hours.',
  admittedFor: method.rotateWebhook,
  path,
  answer: Type.Object(
    { webhook: WebhookShape, secret },
    { title: 'RotatedWebhook', description: 'The webhook and its new secret.' },
  ),
  handler: async (request, { ask }) => {
    const rotated = await ask(method.rotateWebhook, namedIn(request));
    return { ...answer(rotated), secret: rotated.secret };
  },
});

const testType = optionalWord(
  eventTypes,
  'The type of event, with what it says as an example; one that the webhook’s format has. webhook.test without it.',
);

const testWebhook = route('POST /api/v1/webhooks/:name/test', {
  id: 'testWebhook',
  tag,
  summary: 'Send a test event now and read what the endpoint said.',
  description:
    'One that is acknowledged ends the wait for the next attempt. The id of a test event begins with test.',
  admittedFor: method.testWebhook,
  path,
  query: { type: testType },
  answer: WebhookTestShape,
  handler: async (request, { ask }) =>
    renderWebhookTest(await ask(method.testWebhook, { ...namedIn(request), ...request.query })),
});

const switchWebhook = (verb: 'enable' | 'disable', summary: string) =>
  route(`POST /api/v1/webhooks/:name/${verb}`, {
    id: `${verb}Webhook`,
    tag,
    summary,
    admittedFor: method.switchWebhook,
    path,
    answer: WebhookAnswer,
    handler: async (request, { ask }) =>
      answer(await ask(method.switchWebhook, { ...namedIn(request), active: verb === 'enable' })),
  });

export const webhookRoutes: readonly Route[] = [
  ...shared,
  putWebhook,
  listAttempts,
  rotateWebhook,
  testWebhook,
  switchWebhook('enable', 'Deliver again, at once, from where it stood.'),
  switchWebhook('disable', 'Deliver nothing until it is enabled.'),
];
