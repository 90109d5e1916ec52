// Conversations as a person sees them: with what the person has not read, and found by a number's beginning.
import { Type } from 'typebox';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import type { UnreadAnswers } from '../edge/unread_answers.ts';
import { DoneAnswer } from '../schemas/answers.ts';
import { parseInteger } from '../schemas/integers.ts';
import { integer } from '../schemas/kinds.ts';
import { clampedInteger, nextCursorField, textIn } from '../schemas/parameters.ts';
import { renderUnread, UnreadThreadShape } from '../schemas/resources/thread.ts';
import { maxAddressLength, requireAddress } from '../schemas/text_rules.ts';
import { sessionOf } from '../session/door.ts';
import { shareOf } from '../session/share.ts';

const { method } = ThreadService;
const limitRule = { name: 'limit', min: 1, max: 100, fallback: 50 };

const ThreadsAnswer = Type.Object(
  {
    threads: Type.Array(UnreadThreadShape, {
      description: 'Newest text first; of a search, in order of number.',
    }),
    next_cursor: nextCursorField,
  },
  { title: 'UnreadThreads' },
);
const ReadBody = Type.Object(
  { last_message_id: integer(1, 'The newest text that was read.') },
  { title: 'ThreadRead' },
);

interface ConversationOptions {
  ask: Ask;
  unread: UnreadAnswers;
  /** What a page may take. */
  pageBytes: number;
}

const listConversations = (app: App, { ask, unread, pageBytes }: ConversationOptions) =>
  app.route({
    method: 'GET',
    url: '/api/v1/threads/unread',
    config: {
      id: 'consoleListThreads',
      tag: 'Console',
      summary: 'List conversations with what the person has not read.',
      session: 'account',
      parameters: {
        query: {
          limit: clampedInteger(limitRule, 'Most conversations in the answer.'),
          cursor: Type.String({ description: 'The next_cursor of the page before, of the same search.' }),
          search: Type.String({
            description:
              'The beginning of a number: 3 to 15 digits, with a plus; or without, then also of a number of the ' +
              'account’s country, or of a short code.',
          }),
        },
      },
    },
    schema: { response: { 200: ThreadsAnswer } },
    onSend: unread.onSend,
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const limit = parseInteger(query.limit, limitRule);
      const [cursor, search] = [textIn(query, 'cursor'), textIn(query, 'search')];
      await unread.enter(shareOf(sessionOf(request)), reply, pageBytes);
      const { threads, nextCursor } = await ask(
        method.listUnreadThreads,
        {
          accountId: accountOf(request),
          limit,
          ...(cursor !== '' && { cursor }),
          ...(search !== '' && { search }),
        },
        request,
      );
      return { threads: threads.map(renderUnread), next_cursor: nextCursor ?? null };
    },
  });

const markRead = (app: App, { ask }: ConversationOptions) =>
  app.route({
    method: 'PUT',
    url: '/api/v1/threads/:address/read',
    config: {
      id: 'consoleReadThread',
      tag: 'Console',
      summary: 'Note that the person has read a conversation up to a text.',
      session: 'account',
      parameters: {
        path: { address: Type.String({ maxLength: maxAddressLength, description: 'The other party.' }) },
      },
      refusals: ['invalid_address'],
    },
    schema: { body: ReadBody, response: { 200: DoneAnswer } },
    handler: async (request) => {
      const address = requireAddress((request.params as { address: string }).address);
      const lastMessageId = BigInt(request.body.last_message_id);
      await ask(method.markThreadRead, { accountId: accountOf(request), address, lastMessageId }, request);
      return { ok: true };
    },
  });

export function addConversationRoutes(app: App, options: ConversationOptions): void {
  listConversations(app, options);
  markRead(app, options);
}
