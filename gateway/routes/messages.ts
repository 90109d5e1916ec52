// Sending texts and reading them back (SPEC: /api/v1/messages).

import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { ChangesPage } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import type { Core } from '../core/client.ts';
import { type App, accountOf, takeAdmission } from '../edge/app.ts';
import { notFound, publicError, Refusal, refusalFrom, unavailable } from '../edge/errors.ts';
import type { UnreadAnswers } from '../edge/unread_answers.ts';
import { rateHeaders } from '../keys/admission.ts';
import { MessageAnswer, MessagesAnswer, SendMessageAnswer } from '../schemas/answers.ts';
import { readSendMessage, SendMessageBody } from '../schemas/bodies.ts';
import { parseInteger, readPathId, toNumber } from '../schemas/integers.ts';
import { integer } from '../schemas/kinds.ts';
import { clampedInteger, limitRule } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { renderMessage } from '../schemas/resources/message.ts';
import { renderUsage } from '../schemas/resources/usage.ts';
import { isAhead, type LongPoll } from '../waiting/long_poll.ts';
import { admitAtTheDoor, judgeDry } from './dry_run.ts';

interface MessageRoutesOptions {
  core: Pick<Core, 'send' | 'admit' | 'previewMessages'>;
  ask: Ask;
  longPoll: LongPoll;
  unread: UnreadAnswers;
  /** Called with each text's outcome: accepted, replayed or an error code. */
  onSend: (outcome: string) => void;
}

const sinceRule = { name: 'since', min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };
export const waitRule = { name: 'wait', min: 0, max: 25, fallback: 0 };

/** A page of the feed as it is answered. */
export const renderPage = (page: ChangesPage, since: bigint) => ({
  messages: page.messages.map(renderMessage),
  next_since: toNumber(page.nextSince),
  has_more: page.hasMore,
  ...(isAhead(page, since) && { cursor_ahead: true, newest_seq: toNumber(page.newestSeq ?? 0n) }),
});

export function addMessageRoutes(
  app: App,
  { core, ask, longPoll, unread, onSend }: MessageRoutesOptions,
): void {
  app.route({
    method: 'POST',
    url: '/api/v1/messages',
    config: {
      id: 'sendMessage',
      tag: 'Messages',
      summary: 'Send a text; a repeated client_ref answers the original and sends nothing.',
      description:
        'A 200 means that the text is durable; it is then sent at most once. After a 503 or a lost connection its ' +
        'outcome is unknown: repeat it with the same client_ref. With dry_run nothing is sent, and the answer is what would ' +
        'become of the text: dry_run and verdict, in place of message and usage.',
      admittedFor: MessageService.method.sendMessages,
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
      ],
      answerHeaders: {
        'Idempotent-Replayed': 'true when the answer is the original of a repeated client_ref.',
        'Idempotent-Differs': 'true when the repeat asked for another body, recipient, route or from.',
      },
    },
    schema: { body: SendMessageBody, response: { 200: SendMessageAnswer } },
    handler: async (request, reply) => {
      const text = readSendMessage(request.body);
      if (request.body.dry_run) {
        text.accountId = await admitAtTheDoor(core, request, reply);
        const [verdict] = await judgeDry(core, [text]);
        return { dry_run: true, verdict };
      }
      text.admission = takeAdmission(request);
      const { outcome, rate } = await core.send(text).catch((error) => {
        onSend(publicError(ErrorCode.UNAVAILABLE).code);
        throw error;
      });
      if (rate) reply.headers(rateHeaders(rate));
      if (outcome.case !== 'accepted') {
        const refusal = outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
        onSend(publicError(refusal.code).code);
        throw refusal;
      }
      const accepted = outcome.value;
      onSend(accepted.replayed ? 'replayed' : 'accepted');
      const { message, usage, replayed, differs } = accepted;
      if (!message || !usage) throw unavailable();
      const answer = { message: renderMessage(message), usage: renderUsage(usage) };
      if (replayed) reply.header('idempotent-replayed', 'true');
      if (differs) reply.header('idempotent-differs', 'true');
      return answer;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/messages',
    config: {
      id: 'listMessages',
      tag: 'Messages',
      summary: 'Read new texts and status changes after a cursor, waiting for them if asked.',
      description:
        'The change feed: inbound texts and changes of status, in order of seq. A text appears once, as it is now. A ' +
        'reader that passes next_since misses nothing. A page may end before limit when its texts are long. A since ' +
        'above everything that there is, as after a restored backup, is answered with cursor_ahead, within 5 seconds.',
      admittedFor: MessageService.method.listChanges,
      parameters: {
        query: {
          since: clampedInteger(sinceRule, 'The last seq seen: next_since of the answer before.'),
          limit: clampedInteger(limitRule, 'Most messages in the answer.'),
          wait: clampedInteger(waitRule, 'Seconds to hold the request open until something new arrives.'),
        },
      },
    },
    schema: { response: { 200: MessagesAnswer } },
    onSend: unread.onSend,
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const asked = {
        accountId: accountOf(request),
        since: BigInt(parseInteger(query.since, sinceRule)),
        limit: parseInteger(query.limit, limitRule),
        waitSeconds: parseInteger(query.wait, waitRule),
        apiKey: request.presentedKey ?? '',
      };
      // The batcher that reads the feed has a bound of its own: a page is counted when it is there.
      await unread.enter(asked.accountId, reply, 0);
      return renderPage(await longPoll(asked, reply.raw), asked.since);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/messages/:id',
    config: {
      id: 'getMessage',
      tag: 'Messages',
      summary: 'Read one text.',
      admittedFor: MessageService.method.getMessage,
      parameters: { path: { id: integer(1, 'The id of the text.') } },
    },
    schema: { response: { 200: MessageAnswer } },
    handler: async (request) => {
      const id = readPathId(request, 'message');
      const asked = { accountId: accountOf(request), id };
      const { message } = await ask(MessageService.method.getMessage, asked).catch((error) => {
        // The same message for every id that there is not, whoever finds it out.
        throw error instanceof Refusal && error.code === ErrorCode.NOT_FOUND ? notFound('message') : error;
      });
      return { message: renderMessage(message ?? missing()) };
    },
  });
}
