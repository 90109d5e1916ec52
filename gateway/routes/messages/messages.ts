// Sending texts, reading them back (SPEC: /api/v1/messages), and cancelling those that still wait.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import {
  type CancelMessageRequest,
  type ChangesPage,
  MessageService,
} from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { methodName } from '../../../runtime/method_name.ts';
import type { Ask } from '../../core_client/ask.ts';
import { readerOf } from '../../edge/app.ts';
import { notFound, Refusal, tooLong } from '../../errors/errors.ts';
import { type Route, route } from '../../interface/route.ts';
import { renderUsage, UsageShape } from '../../resources/accounts/usage.ts';
import { Verdict } from '../../resources/messages/batch.ts';
import { EventsAnswer, renderTimeline } from '../../resources/messages/event.ts';
import { MessageShape, renderMessage } from '../../resources/messages/message.ts';
import { OutcomeShape } from '../../resources/messages/outcome.ts';
import {
  longestWait,
  maxClientRefLength,
  readSendMessage,
  readWait,
  SendMessageBody,
} from '../../schemas/bodies.ts';
import { toNumber } from '../../schemas/integers.ts';
import { boundedText, extension, flag, integer } from '../../schemas/kinds.ts';
import {
  clampedInteger,
  limitRule,
  needed,
  optionalWord,
  type Parameter,
  pathId,
  readNeeded,
} from '../../schemas/parameters.ts';
import { isAhead } from '../../waiting/long_poll.ts';
import { runDry, sendAtDoor } from './door_sends.ts';
import { earlierRefsOf } from './earlier_refs.ts';
import { outcomeOf } from './outcomes.ts';

const { method } = MessageService;

const MessageAnswer = Type.Object({ message: MessageShape }, { title: 'OneMessage' });
const messagePath = { id: pathId('message', 'The id of the text.') };

/** The parameters of a page of the feed. */
export const feedQuery = {
  limit: clampedInteger(limitRule, 'Most messages in the answer.'),
  wait: clampedInteger(
    { min: 0, max: longestWait, fallback: 0 },
    'Seconds to hold the request open until something new arrives.',
  ),
};

export const MessagesAnswer = Type.Object(
  {
    messages: Type.Array(MessageShape, { description: 'In order of seq; each text once, as it is now.' }),
    next_since: integer(0, 'What to pass as since next; given even when messages is empty.'),
    has_more: flag('True when more can be read at once.'),
    cursor_ahead: Type.Optional(
      flag(
        'Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: ' +
          'such a page has no messages. Read again from 0, or from newest_seq.',
      ),
    ),
    truncated: Type.Optional(
      flag(
        'Only given, and then true, when texts above since were deleted, because they are no longer kept.',
      ),
    ),
    newest_seq: Type.Optional(
      integer(0, 'With cursor_ahead: the newest seq that there is, or the last one before that time.'),
    ),
  },
  { title: 'MessagePage', description: 'A page of the change feed.' },
);

/** A page of the feed as it is answered. */
export const renderPage = (page: ChangesPage, since: bigint) => ({
  messages: page.messages.map(renderMessage),
  next_since: toNumber(page.nextSince),
  has_more: page.hasMore,
  ...(page.truncated && { truncated: true }),
  ...(isAhead(page, since) && { cursor_ahead: true, newest_seq: toNumber(page.newestSeq ?? 0n) }),
});

const sendMessage = route('POST /api/v1/messages', {
  id: 'sendMessage',
  tag: 'Messages',
  summary: 'Send a text; a repeated client_ref answers the original and sends nothing.',
  description:
    'A 200 means that the text is durable; it is then sent at most once. After a 503 or a lost connection its ' +
    'outcome is unknown: repeat it with the same client_ref. With dry_run nothing is sent, and the answer is what would ' +
    'become of the text: dry_run and verdict, in place of message and usage. With wait_for the answer comes later, with outcome ' +
    'and the message of then; a repeat of the client_ref waits on.',
  admittedFor: method.sendMessages,
  admitsItself: true,
  refusals: [
    'invalid_address',
    'account_suspended',
    'no_plan',
    'no_subscription',
    'cap_reached',
    'no_route',
    'opted_out',
    'loop_suspected',
    'recipient_not_allowed',
    'sender_not_allowed',
    'key_budget_reached',
  ],
  answerHeaders: {
    'Idempotent-Replayed': 'true when the answer is the original of a repeated client_ref.',
    'Idempotent-Differs': 'true when the repeat asked for another body, recipient, route or from.',
  },
  body: SendMessageBody,
  answer: Type.Object(
    {
      message: Type.Optional(MessageShape),
      usage: Type.Optional(UsageShape),
      dry_run: Type.Optional(extension(flag('Only given, and then true, in the answer to a dry run.'))),
      verdict: Type.Optional(Verdict),
      outcome: Type.Optional(OutcomeShape),
    },
    {
      title: 'SentMessage',
      description:
        'The text as it was accepted, and the usage after it: message and usage are in every answer to a send. A dry run is ' +
        'answered with dry_run and verdict; outcome comes with wait_for.',
    },
  ),
  handler: async (request, services, reply) => {
    const text = readSendMessage(request.body);
    const wait = readWait(request.body);
    if (request.body.dry_run) return runDry(text, request, services, reply);
    if (wait && request.atTheDoor) request.atTheDoor.alsoMethod = methodName(method.listOutcomes);
    text.earlierRefs = earlierRefsOf(request.raw);
    const accepted = await sendAtDoor(text, request, services, reply);
    if (accepted.replayed) reply.header('idempotent-replayed', 'true');
    if (accepted.differs) reply.header('idempotent-differs', 'true');
    const answer = { message: renderMessage(accepted.message), usage: renderUsage(accepted.usage) };
    return wait ? { ...answer, ...(await outcomeOf(accepted, wait, request, services, reply)) } : answer;
  },
});

/** A reader asked where the feed ends while no change may be shown. */
const endUnknown = () =>
  new Refusal(ErrorCode.UNAVAILABLE, 'the newest seq is not known right now, ask again');

const listMessages = route('GET /api/v1/messages', {
  id: 'listMessages',
  tag: 'Messages',
  summary: 'Read new texts and status changes after a cursor, waiting for them if asked.',
  description:
    'The change feed: inbound texts and changes of status, in order of seq. A text appears once, as it is now. A ' +
    'reader that passes next_since misses nothing. A page may end before limit when its texts are long. A since ' +
    'above everything that there is, as after a restored backup, is answered with cursor_ahead, within 5 seconds.',
  admittedFor: method.listChanges,
  query: {
    since: clampedInteger(
      { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 },
      'The last seq seen: next_since of the answer before.',
    ),
    ...feedQuery,
  },
  answer: MessagesAnswer,
  holdsTexts: true,
  handler: async (request, { longPoll, unread }, reply) => {
    const { since, limit, wait } = request.query;
    const asked = {
      reader: readerOf(request),
      since: BigInt(since),
      limit,
      waitSeconds: wait,
      apiKey: request.presentedKey ?? '',
    };
    // The batcher that reads the feed has its own bound: a page counts once it has been read.
    await unread.enter(asked.reader.accountId, reply, 0);
    const page = await longPoll(asked, reply.raw);
    // The cursor of such a reader, sent back, would have it begin above everything that comes.
    if (since === Number.MAX_SAFE_INTEGER && page.newestSeq === undefined) throw endUnknown();
    return renderPage(page, asked.since);
  },
});

const getMessage = route('GET /api/v1/messages/:id', {
  id: 'getMessage',
  tag: 'Messages',
  summary: 'Read one text.',
  admittedFor: method.getMessage,
  path: messagePath,
  answer: MessageAnswer,
  handler: async (request, { ask }) => {
    const asked = { ...readerOf(request), id: request.params.id };
    const { message } = await ask(method.getMessage, asked).catch((error) => {
      // Every id that does not exist gets the same message, whichever part notices it.
      throw error instanceof Refusal && error.code === ErrorCode.NOT_FOUND ? notFound('message') : error;
    });
    return { message: renderMessage(message) };
  },
});

const listMessageEvents = route('GET /api/v1/messages/:id/events', {
  id: 'listMessageEvents',
  tag: 'Beyond sending',
  summary: 'Read what happened to a text, step by step, and what it waits for now.',
  description:
    'Kept as long as the text. Of a text that has more than some thirty steps, those in the middle are left out. ' +
    'A phone reports a text as a whole, a carrier each part.',
  admittedFor: method.listMessageEvents,
  refusals: ['not_found'],
  path: messagePath,
  query: { with: optionalWord(['message'], 'message: the answer holds the text as well, as it is now.') },
  answer: EventsAnswer,
  handler: async (request, { ask }) => {
    const asked = { ...readerOf(request), id: request.params.id };
    const timeline = await ask(method.listMessageEvents, asked);
    if (request.query.with === undefined) return renderTimeline(timeline);
    // A core that is about to be upgraded leaves the text out.
    const { message } = timeline.message ? timeline : await ask(method.getMessage, asked);
    return { ...renderTimeline(timeline), message: renderMessage(message) };
  },
});

const cancelling = {
  tag: 'Beyond sending',
  description:
    'A text that has not been handed over yet ends as failed with the error cancelled, and its unit goes back into the month. ' +
    'A cancelled text is answered again, however often it is asked for. Once it was handed over the answer is 409; a phone that ' +
    'holds it is asked for it all the same, and one that it has not sent ends as cancelled a little later. A key with limits on its ' +
    'texts cancels only those that it sent.',
  admittedFor: method.cancelMessage,
  refusals: ['not_found', 'not_cancellable'],
  answer: MessageAnswer,
} as const;

async function cancel(request: FastifyRequest, ask: Ask, target: CancelMessageRequest['target']) {
  const { message } = await ask(method.cancelMessage, { ...readerOf(request), target });
  return { message: renderMessage(message) };
}

const cancelMessage = route('DELETE /api/v1/messages/:id', {
  ...cancelling,
  id: 'cancelMessage',
  summary: 'Cancel a text that has not been handed over.',
  path: messagePath,
  handler: (request, { ask }) => cancel(request, ask, { case: 'id', value: request.params.id }),
});

const clientRef: Parameter<string> = {
  schema: needed(boundedText(1, maxClientRefLength, 'The client_ref of the text.')),
  read(value, name) {
    const ref = readNeeded(value || undefined, name);
    if ([...ref].length > maxClientRefLength) throw tooLong(name, maxClientRefLength);
    return ref;
  },
};

const cancelMessageByRef = route('DELETE /api/v1/messages', {
  ...cancelling,
  id: 'cancelMessageByRef',
  summary: 'Cancel the text that was sent under a client_ref.',
  query: { client_ref: clientRef },
  handler: (request, { ask }) => cancel(request, ask, { case: 'clientRef', value: request.query.client_ref }),
});

export const messageRoutes: readonly Route[] = [
  ...[sendMessage, listMessages, getMessage],
  ...[cancelMessage, cancelMessageByRef, listMessageEvents],
];
