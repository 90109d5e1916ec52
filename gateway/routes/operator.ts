// The operator's view of the service: how it is, and its accounts.
import { Type } from 'typebox';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { type Route, route } from '../interface/route.ts';
import { EventsAnswer, renderTimeline } from '../resources/messages/event.ts';
import { renderWordless, WordlessTextShape } from '../resources/messages/message.ts';
import { pathId } from '../schemas/parameters.ts';

const getText = route('GET /api/v1/operator/accounts/:id/texts/:text_id', {
  id: 'consoleFindText',
  summary: 'Read one text of an account without its words, and what became of it. For the operator.',
  session: 'session',
  refusals: ['not_found'],
  path: { id: pathId('account'), text_id: pathId('message', 'The id of the text.') },
  answer: Type.Object(
    { text: WordlessTextShape, ...EventsAnswer.properties },
    { title: 'TextOfAccount', description: 'waiting_for is null unless the text still waits.' },
  ),
  handler: async (request, { ask }) => {
    const { id: accountId, text_id: id } = request.params;
    const found = await ask(OperationsService.method.getTextOfAccount, { accountId, id }, request);
    return { text: renderWordless(found), ...renderTimeline(found) };
  },
});

export const operatorRoutes: readonly Route[] = [getText];
