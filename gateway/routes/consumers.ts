// Consumers: places in the feed that the service keeps for its readers.

import { Type } from 'typebox';
import { PlaceKind, PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import type { App } from '../edge/app.ts';
import type { UnreadAnswers } from '../edge/unread_answers.ts';
import { ConsumerAnswer, ConsumerMessagesAnswer, ConsumersAnswer } from '../schemas/delivery_answers.ts';
import { AckConsumerBody, PutConsumerBody, readPlace } from '../schemas/delivery_bodies.ts';
import { parseInteger } from '../schemas/integers.ts';
import { clampedInteger, limitRule } from '../schemas/parameters.ts';
import { renderConsumer } from '../schemas/resources/consumer.ts';
import { optionalText, requireText } from '../schemas/text_rules.ts';
import type { LongPoll } from '../waiting/long_poll.ts';
import { renderPage, waitRule } from './messages.ts';
import { type Answered, addPlaceRoutes, namedIn, placeIn } from './places.ts';

const { method } = PlaceService;

interface ConsumerRoutesOptions {
  ask: Ask;
  longPoll: LongPoll;
  unread: UnreadAnswers;
}

const answer = (from: Answered) => ({ consumer: renderConsumer(placeIn(from)) });

export function addConsumerRoutes(app: App, { ask, longPoll, unread }: ConsumerRoutesOptions): void {
  const tag = 'Consumers' as const;
  const parameters = addPlaceRoutes(app, ask, {
    ...{ kind: PlaceKind.CONSUMER, tag, what: 'consumer', One: ConsumerAnswer, Many: ConsumersAnswer },
    answer,
    answerAll: (places) => ({ consumers: places.map(renderConsumer) }),
    read: 'Read a consumer: its cursor, and how far behind it is.',
    move: {
      verb: 'reset',
      summary: 'Set a consumer’s cursor, forward or back.',
      description: 'Whoever has the consumer loses it.',
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/v1/consumers/:name',
    config: {
      id: 'putConsumer',
      tag,
      summary: 'Make a consumer, or read the one of that name.',
      description:
        'A name has 1 to 64 letters, digits, dots, hyphens and underscores; an account has at most 100 consumers. ' +
        'Nothing is changed for a consumer that is there.',
      admittedFor: method.putConsumer,
      parameters,
    },
    schema: { body: PutConsumerBody, response: { 200: ConsumerAnswer } },
    // No body says as much as an empty one.
    preValidation: (request, _reply, done) => {
      request.body ??= {};
      done();
    },
    handler: async (request) => {
      const start = readPlace(request.body);
      return answer(await ask(method.putConsumer, { ...namedIn(request), ...(start && { start }) }));
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/consumers/:name/messages',
    // Who reads takes the lease, of which an answer without a body says nothing.
    exposeHeadRoute: false,
    config: {
      id: 'readConsumer',
      tag,
      summary: 'Read new texts and status changes from a consumer’s cursor, waiting for them if asked.',
      description:
        'The page of GET /api/v1/messages from the cursor, which moves only when next_since is acknowledged. The answer ' +
        'comes with a lease: pass it with each read and acknowledgement. It holds for 60 seconds from each of them; ' +
        'until then another reader is answered consumer_busy.',
      admittedFor: method.leaseConsumer,
      parameters: {
        ...parameters,
        query: {
          limit: clampedInteger(limitRule, 'Most messages in the answer.'),
          wait: clampedInteger(waitRule, 'Seconds to hold the request open until something new arrives.'),
          lease: Type.String({ description: 'The lease of the answer before; left out at first.' }),
        },
      },
      refusals: ['consumer_busy'],
    },
    schema: { response: { 200: ConsumerMessagesAnswer } },
    onSend: unread.onSend,
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const limit = parseInteger(query.limit, limitRule);
      const waitSeconds = parseInteger(query.wait, waitRule);
      const named = namedIn(request);
      const held = optionalText(query.lease, 'lease');
      const leased = await ask(method.leaseConsumer, {
        ...named,
        ...(held !== undefined && { lease: held }),
      });
      const since = placeIn(leased).cursor;
      await unread.enter(named.accountId, reply, 0);
      const feed = {
        accountId: named.accountId,
        since,
        limit,
        waitSeconds,
        apiKey: request.presentedKey ?? '',
      };
      return { ...renderPage(await longPoll(feed, reply.raw), since), lease: leased.lease };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/consumers/:name/ack',
    config: {
      id: 'ackConsumer',
      tag,
      summary: 'Move a consumer’s cursor forward.',
      description:
        'A seq below the cursor moves nothing, so that a repeat is answered alike. Without a lease it works while nobody ' +
        'has the consumer.',
      admittedFor: method.ackConsumer,
      parameters,
      refusals: ['consumer_busy'],
    },
    schema: { body: AckConsumerBody, response: { 200: ConsumerAnswer } },
    handler: async (request) => {
      const { seq, lease } = request.body;
      const asked = lease == null ? {} : { lease: requireText(lease, 'lease') };
      return answer(await ask(method.ackConsumer, { ...namedIn(request), seq: BigInt(seq), ...asked }));
    },
  });
}
