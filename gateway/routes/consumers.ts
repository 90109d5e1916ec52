// Consumers: positions in the feed that the service keeps for its readers.
import { Type } from 'typebox';
import {
  type Subscription,
  SubscriptionService,
  SubscriptionType,
} from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { type Route, route } from '../interface/route.ts';
import { ConsumerShape, renderConsumer } from '../resources/subscriptions/consumer.ts';
import { like } from '../schemas/example.ts';
import { integer, nullable, text } from '../schemas/kinds.ts';
import { optionalText } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { feedQuery, MessagesAnswer, renderPage } from './messages/messages.ts';
import {
  namedIn,
  positionFields,
  readPosition,
  subscriptionPath,
  subscriptionRoutes,
} from './subscriptions.ts';

const { method } = SubscriptionService;

const tag = 'Consumers';
const path = subscriptionPath('consumer');
const ConsumerAnswer = Type.Object({ consumer: ConsumerShape }, { title: 'OneConsumer' });
const answer = ({ subscription }: { subscription?: Subscription | undefined }) => ({
  consumer: renderConsumer(subscription),
});

const shared = subscriptionRoutes({
  type: SubscriptionType.CONSUMER,
  tag,
  what: 'consumer',
  One: ConsumerAnswer,
  Many: Type.Object(
    { consumers: Type.Array(ConsumerShape, { description: 'In order of name.' }) },
    { title: 'Consumers' },
  ),
  answer,
  answerAll: (subscriptions) => ({ consumers: subscriptions.map(renderConsumer) }),
  read: 'Read a consumer: its cursor, and how far behind it is.',
  move: {
    verb: 'reset',
    summary: 'Set a consumer’s cursor, forward or back.',
    description: 'A reader that has the consumer loses it.',
  },
});

const putConsumer = route('PUT /api/v1/consumers/:name', {
  id: 'putConsumer',
  tag,
  summary: 'Make a consumer, or read the one of that name.',
  description:
    'A name has 1 to 64 letters, digits, dots, hyphens and underscores; an account has at most 100 consumers. ' +
    'Nothing is changed for a consumer that is there.',
  admittedFor: method.putConsumer,
  path,
  body: Type.Object(positionFields, {
    title: 'PutConsumer',
    description: 'Where a new consumer begins, seq or at; the feed’s end when both are left out.',
  }),
  answer: ConsumerAnswer,
  // A missing body means the same as an empty one.
  preValidation: (request, _reply, next) => {
    request.body ??= {};
    next();
  },
  handler: async (request, { ask }) => {
    const asked = { ...namedIn(request), start: readPosition(request.body) };
    return answer(await ask(method.putConsumer, asked));
  },
});

const readConsumer = route('GET /api/v1/consumers/:name/messages', {
  id: 'readConsumer',
  tag,
  summary: 'Read new texts and status changes from a consumer’s cursor, waiting for them if asked.',
  description:
    'The page of GET /api/v1/messages from the cursor, which moves only when next_since is acknowledged. The answer ' +
    'comes with a lease: pass it with each read and acknowledgement. It holds for 60 seconds from each of them; ' +
    'until then another reader is answered consumer_busy.',
  admittedFor: method.leaseConsumer,
  refusals: ['consumer_busy'],
  path,
  query: { ...feedQuery, lease: optionalText('The lease of the answer before; left out at first.') },
  answer: Type.Object(
    { ...MessagesAnswer.properties, lease: text('What to pass with the next read and acknowledgement.') },
    { title: 'ConsumerPage', description: 'A page of the change feed from a consumer’s cursor.' },
  ),
  // A reader takes the lease, of which an answer without a body says nothing.
  exposeHeadRoute: false,
  holdsTexts: true,
  handler: async (request, { ask, longPoll, unread }, reply) => {
    const { limit, wait, lease: held } = request.query;
    const named = namedIn(request);
    const { subscription, lease } = await ask(method.leaseConsumer, { ...named, lease: held });
    const { cursor: since } = subscription ?? missing();
    await unread.enter(named.accountId, reply, 0);
    const feed = {
      reader: { accountId: named.accountId },
      since,
      limit,
      waitSeconds: wait,
      apiKey: request.presentedKey ?? '',
    };
    return { ...renderPage(await longPoll(feed, reply.raw), since), lease };
  },
});

const ackConsumer = route('POST /api/v1/consumers/:name/ack', {
  id: 'ackConsumer',
  tag,
  summary: 'Move a consumer’s cursor forward.',
  description:
    'A seq below the cursor moves nothing, so that a repeat is answered alike. Without a lease it works while no ' +
    'reader has the consumer.',
  admittedFor: method.ackConsumer,
  refusals: ['consumer_busy'],
  path,
  body: Type.Object(
    {
      seq: like(integer(0, 'The last seq that was handled: next_since of the page.'), 43),
      lease: Type.Optional(
        like(
          nullable(
            Type.String({ minLength: 1, maxLength: 64, description: 'The lease that the page came with.' }),
          ),
          '0b6f6a1e-5d27-4a2c-9a53-4f1f0a3a3b1e',
        ),
      ),
    },
    { title: 'AckConsumer', description: 'What was dealt with.' },
  ),
  answer: ConsumerAnswer,
  handler: async (request, { ask }) => {
    const { seq, lease } = request.body;
    const asked = { ...namedIn(request), seq: BigInt(seq), lease: lease ?? undefined };
    return answer(await ask(method.ackConsumer, asked));
  },
});

export const consumerRoutes: readonly Route[] = [...shared, putConsumer, readConsumer, ackConsumer];
