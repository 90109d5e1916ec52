// What happened to a text, step by step (beyond the promised interface).
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { readPathId } from '../schemas/integers.ts';
import { integer } from '../schemas/kinds.ts';
import { EventsAnswer, renderTimeline } from '../schemas/resources/event.ts';

export function addTimelineRoutes(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/messages/:id/events',
    config: {
      id: 'listMessageEvents',
      tag: 'Beyond sending',
      summary: 'Read what happened to a text, step by step, and what it waits for now.',
      description:
        'Kept as long as the text. Of a text that has more than some thirty steps, those in the middle are left out. ' +
        'A phone reports a text as a whole, a carrier each part.',
      admittedFor: MessageService.method.listMessageEvents,
      refusals: ['not_found'],
      parameters: { path: { id: integer(1, 'The id of the text.') } },
    },
    schema: { response: { 200: EventsAnswer } },
    handler: async (request) => {
      const id = readPathId(request, 'message');
      return renderTimeline(
        await ask(MessageService.method.listMessageEvents, { accountId: accountOf(request), id }),
      );
    },
  });
}
