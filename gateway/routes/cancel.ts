// Cancelling texts that still wait (beyond the promised interface).
import type { FastifyRequest } from 'fastify';
import {
  type CancelMessageRequest,
  MessageService,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { invalidRequest, notFound } from '../edge/errors.ts';
import { MessageAnswer } from '../schemas/answers.ts';
import { maxClientRefLength } from '../schemas/bodies.ts';
import { parseId } from '../schemas/integers.ts';
import { integer, text } from '../schemas/kinds.ts';
import { missing } from '../schemas/resource.ts';
import { renderMessage } from '../schemas/resources/message.ts';
import { requireText } from '../schemas/text_rules.ts';

const described = {
  tag: 'Beyond sending',
  description:
    'A text that nobody has been handed yet ends as failed with the error cancelled, and its unit goes back into the month. ' +
    'A cancelled text is answered again, however often it is asked for.',
  admittedFor: MessageService.method.cancelMessage,
  refusals: ['not_found', 'not_cancellable'],
} as const;

/** The client_ref of a query. Throws for one that no text can have. */
function clientRefIn(query: unknown): string {
  const { client_ref: ref } = query as Record<string, unknown>;
  if (typeof ref !== 'string' || ref === '') throw invalidRequest('client_ref is missing');
  if ([...requireText(ref, 'client_ref')].length > maxClientRefLength) {
    throw invalidRequest(`client_ref must have at most ${maxClientRefLength} characters`);
  }
  return ref;
}

export function addCancelRoutes(app: App, ask: Ask): void {
  const cancel = async (request: FastifyRequest, target: CancelMessageRequest['target']) => {
    const asked = { accountId: accountOf(request), target };
    return renderMessage((await ask(MessageService.method.cancelMessage, asked)).message ?? missing());
  };

  app.route({
    method: 'DELETE',
    url: '/api/v1/messages/:id',
    config: {
      ...described,
      id: 'cancelMessage',
      summary: 'Cancel a text that has not been handed over.',
      parameters: { path: { id: integer(1, 'The id of the text.') } },
    },
    schema: { response: { 200: MessageAnswer } },
    handler: async (request) => {
      const id = parseId((request.params as { id: string }).id);
      if (id === undefined) throw notFound('message');
      return {
        message: await cancel(request, { case: 'id', value: id }),
      };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/messages',
    config: {
      ...described,
      id: 'cancelMessageByRef',
      summary: 'Cancel the text that was sent under a client_ref.',
      parameters: { query: { client_ref: text('The client_ref of the text; required.') } },
    },
    schema: { response: { 200: MessageAnswer } },
    handler: async (request) => {
      const value = clientRefIn(request.query);
      return {
        message: await cancel(request, { case: 'clientRef', value }),
      };
    },
  });
}
