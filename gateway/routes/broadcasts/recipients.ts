// The recipients of a broadcast, listed with what became of their texts.
import { BroadcastService } from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import {
  BroadcastRecipientShape,
  recipientStatuses,
  renderRow,
} from '../../resources/broadcasts/broadcast.ts';
import { pageAnswer } from '../../schemas/answers.ts';
import { oneOf } from '../../schemas/kinds.ts';
import { idCursor, type Parameter, pageOf, pathId, readText } from '../../schemas/parameters.ts';
import { numberOrNull } from '../../schemas/resource.ts';

const { listBroadcastRecipients: method } = BroadcastService.method;

const statusFilter: Parameter<string | undefined> = {
  schema: oneOf(
    [...recipientStatuses, 'cancelled', 'replied'],
    'Only recipients of this status (`failed`: without those that were cancelled), those whose texts were cancelled, or those who ' +
      'wrote back.',
  ),
  read: readText,
};

export const listBroadcastRecipients: Route = route('GET /api/v1/broadcasts/:id/recipients', {
  id: 'listBroadcastRecipients',
  tag: 'Broadcasts',
  summary: 'List the recipients of a broadcast in order of their numbers.',
  description:
    'A page may have few recipients or none although more follow: go on while there is a next_cursor.',
  admittedFor: method,
  path: { id: pathId('broadcast', 'The id of the broadcast.') },
  query: { ...pageOf('entries', idCursor, { min: 1, max: 200, fallback: 100 }), status: statusFilter },
  answer: pageAnswer('recipients', BroadcastRecipientShape, 'In order of their numbers.', {
    title: 'BroadcastRecipientPage',
    description: 'A page of recipients.',
  }),
  holdsTexts: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    const accountId = accountOf(request);
    await unread.enter(accountId, reply, limits.pageBytes);
    const asked = { accountId, ...request.params, ...request.query };
    const { recipients, nextCursor } = await ask(method, asked);
    return {
      recipients: recipients.map(renderRow),
      next_cursor: numberOrNull(nextCursor)?.toString() ?? null,
    };
  },
});
