// The console's numbers of an account, by which its texts may leave.
import { Type } from 'typebox';
import { ConsoleService } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { parseInteger } from '../../schemas/integers.ts';
import { text } from '../../schemas/kinds.ts';
import { clampedInteger, limitRule, nextCursorField, textIn } from '../../schemas/parameters.ts';
import { sessionOf } from '../../session/door.ts';

const OwnNumbersAnswer = Type.Object(
  {
    numbers: Type.Array(
      Type.Object(
        { carrier: text('The carrier’s name.'), number: text('E.164, a short code, or a name.') },
        { title: 'ConsoleOwnNumber' },
      ),
      { description: 'In order of carrier and number.' },
    ),
    next_cursor: nextCursorField,
  },
  { title: 'ConsoleOwnNumbers' },
);

export function addNumberRoutes(app: App, { ask }: { ask: AskConsole }): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/numbers',
    config: {
      id: 'consoleListOwnNumbers',
      tag: 'Console',
      summary: 'List the account’s numbers on carriers.',
      session: 'account',
      parameters: {
        query: {
          limit: clampedInteger(limitRule, 'Most numbers in the answer.'),
          cursor: text('The next_cursor of the page before.'),
        },
      },
    },
    schema: { response: { 200: OwnNumbersAnswer } },
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const cursor = textIn(query, 'cursor');
      const { numbers, nextCursor } = await ask(ConsoleService.method.listOwnNumbers, {
        session: sessionOf(request),
        limit: parseInteger(query.limit, limitRule),
        ...(cursor !== '' && { cursor }),
      });
      return {
        numbers: numbers.map(({ carrier, number }) => ({ carrier, number })),
        next_cursor: nextCursor ?? null,
      };
    },
  });
}
