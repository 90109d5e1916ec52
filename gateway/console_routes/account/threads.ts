// The console's conversations: with what the person has not read, and found by a number's beginning.
import { Type } from 'typebox';
import { ConsoleService } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import type { UnreadAnswers } from '../../edge/unread_answers.ts';
import { DoneAnswer } from '../../schemas/answers.ts';
import { parseInteger } from '../../schemas/integers.ts';
import { integer } from '../../schemas/kinds.ts';
import { clampedInteger, nextCursorField } from '../../schemas/parameters.ts';
import { maxAddressLength, requireAddress } from '../../schemas/text_rules.ts';
import { sessionOf } from '../../session/door.ts';
import { shareOf } from './share.ts';
import { textIn } from './text_filter.ts';
import { renderUnread, UnreadThreadShape } from './text_shapes.ts';

const method = ConsoleService.method;
const limitRule = { name: 'limit', min: 1, max: 100, fallback: 50 };

const ThreadsAnswer = Type.Object(
  {
    threads: Type.Array(UnreadThreadShape, {
      description: 'Newest text first; of a search, in order of number.',
    }),
    next_cursor: nextCursorField,
  },
  { title: 'ConsoleThreadPage' },
);
const ReadBody = Type.Object(
  { last_message_id: integer(1, 'The newest text that was read.') },
  { title: 'ConsoleRead' },
);

export function addConsoleThreadRoutes(
  app: App,
  { ask, unread, pageBytes }: { ask: AskConsole; unread: UnreadAnswers; pageBytes: number },
): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/threads',
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
      const session = sessionOf(request);
      const limit = parseInteger(query.limit, limitRule);
      const [cursor, search] = [textIn(query, 'cursor'), textIn(query, 'search')];
      await unread.enter(shareOf(session), reply, pageBytes);
      const { threads, nextCursor } = await ask(method.listUnreadThreads, {
        session,
        limit,
        ...(cursor !== '' && { cursor }),
        ...(search !== '' && { search }),
      });
      return { threads: threads.map(renderUnread), next_cursor: nextCursor ?? null };
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/v1/console/threads/:address/read',
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
      await ask(method.markThreadRead, { session: sessionOf(request), address, lastMessageId });
      return { ok: true };
    },
  });
}
