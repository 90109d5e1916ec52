// Reading the feed from a consumer's cursor, which the service keeps.
import { Type } from 'typebox';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import { text } from '../schemas/kinds.ts';
import { optionalText, pathText } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { feedQuery, MessagesAnswer, renderPage } from './messages/messages.ts';

const { leaseConsumer: method } = SubscriptionService.method;

export const readConsumer: Route = route('GET /api/v1/consumers/:name/messages', {
  id: 'readConsumer',
  tag: 'Consumers',
  summary: 'Read new texts and status changes from a consumer’s cursor, waiting for them if asked.',
  description:
    'The page of GET /api/v1/messages from the cursor, which moves only when next_since is acknowledged. The answer ' +
    'comes with a lease: pass it with each read and acknowledgement. It holds for 60 seconds from each of them; ' +
    'until then another reader is answered consumer_busy.',
  admittedFor: method,
  refusals: ['consumer_busy'],
  path: { name: pathText(Type.String({ maxLength: 64, description: 'The consumer’s name.' })) },
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
    const accountId = accountOf(request);
    const { consumer, lease } = await ask(method, { accountId, ...request.params, lease: held });
    const { cursor: since } = consumer ?? missing();
    await unread.enter(accountId, reply, 0);
    const feed = {
      reader: { accountId },
      since,
      limit,
      waitSeconds: wait,
      apiKey: request.presentedKey ?? '',
    };
    return { ...renderPage(await longPoll(feed, reply.raw), since), lease };
  },
});
