// The log of texts as a file, page by page, as fast as its reader takes it and no faster. The session is judged with
// each page, so that a download ends with it.
import type { Static } from 'typebox';
import { Type } from 'typebox';
import {
  type ListMessagesResponse,
  MessageService,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { csvHead, csvRow } from '../edge/csv.ts';
import { CsvFiles } from '../edge/csv_files.ts';
import { LoggedTextShape, renderLogged } from '../schemas/resources/logged_text.ts';
import { beforeParameter, filterParameters, readBefore, readFilter } from '../schemas/text_filter.ts';
import { sessionOf } from '../session/door.ts';

/** Texts in one file, and the pages that are read for one, at most. */
const mostRows = 100_000;
const mostPages = 2_000;
const pageLimit = 500;

type Column = keyof Static<typeof LoggedTextShape>;

/** The columns that stand first; those of all other fields follow. */
const firstColumns: readonly Column[] = ['id', 'created_at', 'direction', 'address_norm', 'body', 'status'];
export const columns: readonly Column[] = [
  ...new Set([...firstColumns, ...(Object.keys(LoggedTextShape.properties) as Column[])]),
];

export function addTextLogFileRoute(app: App, ask: Ask): void {
  const files = new CsvFiles();

  app.route({
    method: 'GET',
    url: '/api/v1/messages.csv',
    config: {
      id: 'consoleDownloadTexts',
      tag: 'Console',
      summary: 'Download the log of texts, newest first, as comma-separated values.',
      description:
        'Takes what the log takes, and writes at most 100,000 texts: for older ones, ask again with before, the ' +
        'smallest id in the file. At most 2 downloads at a time for a session. Texts are quoted, and what a ' +
        'spreadsheet would take for a formula, whatever it splits the file by, has an apostrophe before it.',
      session: 'account',
      mediaType: 'text/csv',
      refusals: ['rate_limited'],
      parameters: { query: { before: beforeParameter, ...filterParameters } },
    },
    schema: { response: { 200: Type.Unsafe<unknown>({ type: 'string', description: 'The file.' }) } },
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const filter = readFilter(query);
      const from = readBefore(query);
      let [rows, pages] = [0, 0];
      return files.send<ListMessagesResponse>(request, reply, sessionOf(request).secret, {
        head: csvHead(columns),
        read: async (after) => {
          if (after && (after.nextBefore === undefined || rows >= mostRows || pages >= mostPages))
            return undefined;
          const before = after ? after.nextBefore : from;
          const limit = Math.min(pageLimit, mostRows - rows);
          const asked = { accountId: accountOf(request), filter, before, limit };
          const page = await ask(MessageService.method.listMessages, asked, request);
          rows += page.messages.length;
          pages++;
          return page;
        },
        write: ({ messages }) =>
          messages
            .map(renderLogged)
            .map((row) => csvRow(columns.map((name) => row[name])))
            .join(''),
      });
    },
  });
}
