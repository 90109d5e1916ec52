// Webhooks of the format smsgate: each has one type of event, and its name is its id.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { SubscriptionService, WebhookFormat } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { longestId } from '../../runtime/interfaces/smsgate_words.ts';
import { accountOf } from '../edge/app.ts';
import { invalidRequest, notFound, Refusal } from '../errors/errors.ts';
import { type Route, route, type Services } from '../interface/route.ts';
import { nullable, text } from '../schemas/kinds.ts';
import { pathText } from '../schemas/parameters.ts';
import { idTaken, notServed, smsgateDoor } from './door.ts';
import { webhookPath } from './paths.ts';

const { method } = SubscriptionService;
/** The types of events that a webhook of this format may have. */
const events: readonly string[] = ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed'];

interface WebhookAnswer {
  id: string;
  deviceId: null;
  url: string;
  event: string;
  /** The key that its requests are signed with; only in the answer that made it. */
  signingKey?: string;
}

const WebhookBody = Type.Object(
  {
    id: Type.Optional(nullable(text('Its id; made here when left out.'))),
    deviceId: Type.Optional(nullable(text('Not served: a webhook is of all devices.'))),
    url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where requests go.' }),
    event: text('The type of its events.'),
  },
  { title: 'SmsgateWebhook', description: 'A webhook.' },
);

/** The format of the webhook of a name; undefined for none. */
async function formatOf(accountId: bigint, name: string, { ask }: Services) {
  try {
    return (await ask(method.getWebhook, { accountId, name })).webhook?.format;
  } catch (error) {
    if (error instanceof Refusal && error.code === ErrorCode.NOT_FOUND) return undefined;
    throw error;
  }
}

const list = route(`GET ${webhookPath}`, {
  id: 'smsgateListWebhooks',
  foreign: smsgateDoor,
  summary: 'List the webhooks.',
  admittedFor: method.listWebhooks,
  answer: Type.Unsafe<WebhookAnswer[]>({}),
  handler: async (request, { ask }) => {
    const { webhooks } = await ask(method.listWebhooks, { accountId: accountOf(request) });
    return webhooks
      .filter(({ format }) => format === WebhookFormat.SMSGATE)
      .map(({ name, url, types }) => ({ id: name, deviceId: null, url, event: types[0] ?? '' }));
  },
});

const put = route(`POST ${webhookPath}`, {
  id: 'smsgatePutWebhook',
  foreign: smsgateDoor,
  summary: 'Make a webhook, or change the one of that id.',
  admittedFor: method.putWebhook,
  body: WebhookBody,
  answer: Type.Unsafe<WebhookAnswer>({}),
  handler: async (request, services, reply) => {
    const { id, deviceId, url, event } = request.body;
    const accountId = accountOf(request);
    if (deviceId)
      throw notServed('webhooks of one device are', 'leave deviceId out, and read it in each request');
    if (!events.includes(event))
      throw invalidRequest(`event must be one of ${events.join(', ')}; others are not served`);
    if (id && !/^[A-Za-z0-9._-]+$/.test(id))
      throw invalidRequest('id must have letters, digits, dots, hyphens and underscores only');
    if (id && id.length > longestId) throw invalidRequest(`id must have at most ${longestId} characters`);
    const name = id || randomUUID();
    const before = await formatOf(accountId, name, services);
    if (before !== undefined && before !== WebhookFormat.SMSGATE) throw idTaken();
    const asked = { accountId, name, url, types: [event], format: WebhookFormat.SMSGATE };
    const { secret } = await services.ask(method.putWebhook, asked);
    reply.code(201);
    return { id: name, deviceId: null, url, event, ...(secret !== undefined && { signingKey: secret }) };
  },
});

const remove = route(`DELETE ${webhookPath}/:id`, {
  id: 'smsgateRemoveWebhook',
  foreign: smsgateDoor,
  summary: 'Remove a webhook.',
  admittedFor: method.deleteWebhook,
  path: { id: pathText(Type.String({ description: 'The webhook’s id.' })) },
  answer: Type.Unsafe<undefined>({}),
  handler: async (request, services, reply) => {
    const [accountId, name] = [accountOf(request), request.params.id];
    if ((await formatOf(accountId, name, services)) !== WebhookFormat.SMSGATE) throw notFound('webhook');
    await services.ask(method.deleteWebhook, { accountId, name });
    reply.code(204);
    return undefined;
  },
});

export const webhookRoutes: readonly Route[] = [list, put, remove];
