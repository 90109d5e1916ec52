// Webhooks: endpoints that events are delivered to.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Operation } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Webhook } from '../../proto/gen/textrelay/v1/webhook_service_pb.ts';
import type { DeliveryCore } from '../core/delivery_client.ts';
import { type App, accountOf } from '../edge/app.ts';
import { unavailable } from '../edge/errors.ts';
import {
  AttemptsAnswer,
  DoneAnswer,
  PutWebhookAnswer,
  RotateWebhookAnswer,
  WebhookAnswer,
  WebhooksAnswer,
} from '../schemas/delivery_answers.ts';
import { FeedPlaceBody, PutWebhookBody, requirePlace } from '../schemas/delivery_bodies.ts';
import {
  renderAttempt,
  renderWebhook,
  renderWebhookTest,
  WebhookTestShape,
} from '../schemas/resources/webhook.ts';
import { requireText } from '../schemas/text_rules.ts';
import { namedIn } from './consumers.ts';

const path = { name: Type.String({ maxLength: 64, description: 'The webhook’s name.' }) };

const answer = ({ webhook }: { webhook?: Webhook | undefined }) => {
  if (!webhook) throw unavailable();
  return { webhook: renderWebhook(webhook) };
};

export function addWebhookRoutes(app: App, { core }: { core: DeliveryCore }): void {
  const tag = 'Webhooks' as const;
  const read = Operation.READ_MESSAGES;
  const arrange = Operation.ARRANGE_DELIVERY;

  app.route({
    method: 'GET',
    url: '/api/v1/webhooks',
    config: { id: 'listWebhooks', tag, summary: 'List the webhooks.', operation: read },
    schema: { response: { 200: WebhooksAnswer } },
    handler: async (request) => {
      const { webhooks } = await core.listWebhooks({ accountId: accountOf(request) });
      return { webhooks: webhooks.map(renderWebhook) };
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/v1/webhooks/:name',
    config: {
      id: 'putWebhook',
      tag,
      summary: 'Make a webhook, or change the one of that name.',
      description:
        'A new one begins at the feed’s end, and its secret is shown in this answer only. A name has 1 to 64 letters, ' +
        'digits, dots, hyphens and underscores; an account has at most 20 webhooks. Requests are signed as Standard ' +
        'Webhooks 1.0.0, hold up to 100 events in order of seq, and are repeated until they are answered 2xx.',
      operation: arrange,
      parameters: { path },
    },
    schema: { body: PutWebhookBody, response: { 200: PutWebhookAnswer } },
    handler: async (request) => {
      const { url, types, body, secret } = request.body;
      const put = await core.putWebhook({
        ...namedIn(request),
        url: requireText(url, 'url'),
        types: types ?? [],
        withoutBody: body === false,
        ...(secret != null && { secret: requireText(secret, 'secret') }),
      });
      return { ...answer(put), ...(put.secret !== undefined && { secret: put.secret }) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/webhooks/:name',
    config: {
      id: 'getWebhook',
      tag,
      summary: 'Read a webhook: how far it is, and whether it fails.',
      operation: read,
      parameters: { path },
    },
    schema: { response: { 200: WebhookAnswer } },
    handler: async (request) => answer(await core.getWebhook(namedIn(request))),
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/webhooks/:name',
    config: {
      id: 'deleteWebhook',
      tag,
      summary: 'Remove a webhook.',
      operation: arrange,
      parameters: { path },
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      await core.deleteWebhook(namedIn(request));
      return { ok: true };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/webhooks/:name/attempts',
    config: {
      id: 'listWebhookAttempts',
      tag,
      summary: 'Read the last attempts to deliver, newest first.',
      operation: read,
      parameters: { path },
    },
    schema: { response: { 200: AttemptsAnswer } },
    handler: async (request) => {
      const { attempts } = await core.listWebhookAttempts(namedIn(request));
      return { attempts: attempts.map(renderAttempt) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/webhooks/:name/rotate',
    config: {
      id: 'rotateWebhook',
      tag,
      summary: 'Give a webhook a new secret; both sign for 24 hours.',
      operation: arrange,
      parameters: { path },
    },
    schema: { response: { 200: RotateWebhookAnswer } },
    handler: async (request) => {
      const rotated = await core.rotateWebhook(namedIn(request));
      return { ...answer(rotated), secret: rotated.secret };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/webhooks/:name/test',
    config: {
      id: 'testWebhook',
      tag,
      summary: 'Send a webhook.test event now and read what the endpoint said.',
      description: 'One that is acknowledged ends the wait for the next attempt.',
      operation: arrange,
      parameters: { path },
    },
    schema: { response: { 200: WebhookTestShape } },
    handler: async (request) => renderWebhookTest(await core.testWebhook(namedIn(request))),
  });

  app.route({
    method: 'POST',
    url: '/api/v1/webhooks/:name/replay',
    config: {
      id: 'replayWebhook',
      tag,
      summary: 'Deliver again from a place in the feed.',
      operation: arrange,
      parameters: { path },
    },
    schema: { body: FeedPlaceBody, response: { 200: WebhookAnswer } },
    handler: async (request) =>
      answer(await core.replayWebhook({ ...namedIn(request), from: requirePlace(request.body) })),
  });

  const toggle = (act: 'enable' | 'disable', summary: string) =>
    app.route({
      method: 'POST',
      url: `/api/v1/webhooks/:name/${act}`,
      config: { id: `${act}Webhook`, tag, summary, operation: arrange, parameters: { path } },
      schema: { response: { 200: WebhookAnswer } },
      handler: async (request: FastifyRequest) => answer(await core[`${act}Webhook`](namedIn(request))),
    });
  toggle('enable', 'Deliver again, at once, from where it stood.');
  toggle('disable', 'Deliver nothing until it is enabled.');
}
