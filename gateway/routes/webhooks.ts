// Webhooks: endpoints that events are delivered to.

import type { FastifyRequest } from 'fastify';
import { PlaceKind, PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import type { App } from '../edge/app.ts';
import {
  AttemptsAnswer,
  PutWebhookAnswer,
  RotateWebhookAnswer,
  WebhookAnswer,
  WebhooksAnswer,
} from '../schemas/delivery_answers.ts';
import { PutWebhookBody } from '../schemas/delivery_bodies.ts';
import {
  renderAttempt,
  renderWebhook,
  renderWebhookTest,
  WebhookTestShape,
} from '../schemas/resources/webhook.ts';
import { requireText } from '../schemas/text_rules.ts';
import { type Answered, addPlaceRoutes, namedIn, placeIn } from './places.ts';

const { method } = PlaceService;

const answer = (from: Answered) => ({ webhook: renderWebhook(placeIn(from)) });

export function addWebhookRoutes(app: App, ask: Ask): void {
  const tag = 'Webhooks' as const;
  const parameters = addPlaceRoutes(app, ask, {
    ...{ kind: PlaceKind.WEBHOOK, tag, what: 'webhook', One: WebhookAnswer, Many: WebhooksAnswer },
    answer,
    answerAll: (places) => ({ webhooks: places.map(renderWebhook) }),
    read: 'Read a webhook: how far it is, and whether it fails.',
    move: { verb: 'replay', summary: 'Deliver again from a place in the feed.' },
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
      admittedFor: method.putWebhook,
      parameters,
    },
    schema: { body: PutWebhookBody, response: { 200: PutWebhookAnswer } },
    handler: async (request) => {
      const { url, types, body, secret } = request.body;
      const put = await ask(method.putWebhook, {
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
    url: '/api/v1/webhooks/:name/attempts',
    config: {
      id: 'listWebhookAttempts',
      tag,
      summary: 'Read the last attempts to deliver, newest first.',
      admittedFor: method.listWebhookAttempts,
      parameters,
    },
    schema: { response: { 200: AttemptsAnswer } },
    handler: async (request) => {
      const { attempts } = await ask(method.listWebhookAttempts, namedIn(request));
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
      admittedFor: method.rotateWebhook,
      parameters,
    },
    schema: { response: { 200: RotateWebhookAnswer } },
    handler: async (request) => {
      const rotated = await ask(method.rotateWebhook, namedIn(request));
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
      admittedFor: method.testWebhook,
      parameters,
    },
    schema: { response: { 200: WebhookTestShape } },
    handler: async (request) => renderWebhookTest(await ask(method.testWebhook, namedIn(request))),
  });

  const toggle = (act: 'enable' | 'disable', summary: string) =>
    app.route({
      method: 'POST',
      url: `/api/v1/webhooks/:name/${act}`,
      config: { id: `${act}Webhook`, tag, summary, admittedFor: method.switchWebhook, parameters },
      schema: { response: { 200: WebhookAnswer } },
      handler: async (request: FastifyRequest) =>
        answer(await ask(method.switchWebhook, { ...namedIn(request), active: act === 'enable' })),
    });
  toggle('enable', 'Deliver again, at once, from where it stood.');
  toggle('disable', 'Deliver nothing until it is enabled.');
}
