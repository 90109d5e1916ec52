// Messages: sent, read back, listed and cancelled.
import { Type } from 'typebox';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { longestId } from '../../runtime/interfaces/smsgate_words.ts';
import { type Reader, readerOf } from '../edge/app.ts';
import { invalidRequest, notFound, Refusal } from '../errors/errors.ts';
import { type Route, route, type Services } from '../interface/route.ts';
import { clampedInteger, optionalText, type Parameter, pathText } from '../schemas/parameters.ts';
import { smsgateDoor } from './door.ts';
import { listMessages, listQuery } from './list.ts';
import { MessageBody, readMessage } from './message_body.ts';
import { MessageStateAnswer, MessageStatesAnswer, renderState, stateOf } from './message_state.ts';
import { messagePaths } from './paths.ts';
import { findTexts, sendMessage } from './send.ts';

const { method } = MessageService;

type Path = (typeof messagePaths)[number];

const { read: readId } = pathText(Type.String());
const path: { id: Parameter<string> } = {
  id: {
    schema: Type.String({ description: 'The message’s id.' }),
    read(value, name) {
      const id = readId(value, name);
      if ([...id].length > longestId) throw notFound('message');
      return id;
    },
  },
};

/** The texts of the message that is meant. Throws NOT_FOUND. */
async function textsOf(reader: Reader, id: string, services: Services) {
  const texts = await findTexts(reader, id, services);
  if (texts.length === 0) throw notFound('message');
  return texts;
}

const send = (at: Path, clock: Clock) =>
  route(`POST ${at}`, {
    id: 'smsgateSend',
    foreign: smsgateDoor,
    summary: 'Send a message.',
    admittedFor: method.sendMessages,
    admitsItself: true,
    query: {
      skipPhoneValidation: optionalText('Numbers are judged either way.'),
      deviceActiveWithin: clampedInteger(
        { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 },
        'A text waits for a device either way.',
      ),
    },
    body: MessageBody,
    answer: MessageStateAnswer,
    handler: async (request, services, reply) => {
      const message = readMessage(request.body, clock.nowMs());
      const { id, texts } = await sendMessage(request, reply, message, services);
      reply.code(202).header('location', `${messagePaths[0]}/${encodeURIComponent(id)}`);
      return renderState(id, texts);
    },
  });

const list = (at: Path) =>
  route(`GET ${at}`, {
    id: 'smsgateList',
    foreign: smsgateDoor,
    summary: 'List messages.',
    admittedFor: method.listMessages,
    query: listQuery,
    answer: MessageStatesAnswer,
    holdsTexts: true,
    handler: async (request, services, reply) => {
      const reader = readerOf(request);
      await services.unread.enter(reader.accountId, reply, services.limits.pageBytes);
      const { messages, total } = await listMessages(reader, request.query, services);
      if (total !== undefined) reply.header('x-total-count', String(total));
      return messages;
    },
  });

const get = (at: Path) =>
  route(`GET ${at}/:id`, {
    id: 'smsgateGet',
    foreign: smsgateDoor,
    summary: 'Read what became of a message.',
    admittedFor: method.listMessagesByRef,
    path,
    answer: MessageStateAnswer,
    handler: async (request, services) => {
      const { id } = request.params;
      return renderState(id, await textsOf(readerOf(request), id, services));
    },
  });

/** Ends what waits of a message that waits whole. One that was cancelled before is answered again. */
const cancel = (at: Path) =>
  route(`DELETE ${at}/:id`, {
    id: 'smsgateCancel',
    foreign: smsgateDoor,
    summary: 'Cancel a message.',
    admittedFor: method.cancelMessage,
    path,
    answer: MessageStateAnswer,
    handler: async (request, services) => {
      const { id } = request.params;
      const reader = readerOf(request);
      const texts = await textsOf(reader, id, services);
      const canEnd = texts.every((text) => ['Pending', 'Cancelled'].includes(stateOf(text)));
      if (!canEnd) throw notPending();
      const ends = await Promise.allSettled(
        texts.map((text) =>
          services.ask(method.cancelMessage, { ...reader, target: { case: 'id', value: text.id } }),
        ),
      );
      const failed = ends.find((end) => end.status === 'rejected')?.reason;
      const isLate = failed instanceof Refusal && failed.code === ErrorCode.NOT_CANCELLABLE;
      if (failed !== undefined) throw isLate ? notPending() : failed;
      return renderState(id, await textsOf(reader, id, services));
    },
  });

const notPending = () =>
  invalidRequest('the message cannot be cancelled: one of its texts has left or ended', 409);

/** The routes of messages; the clock says what is in the future. */
export const messageRoutes = (clock: Clock): readonly Route[] =>
  messagePaths.flatMap((at) => [send(at, clock), list(at), get(at), cancel(at)]);
