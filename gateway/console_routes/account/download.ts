// The log of texts as a file, page by page, as fast as its reader takes it and no faster. The session is judged with
// each page, so that a download ends with it.
import type { Static } from 'typebox';
import { Type } from 'typebox';
import {
  ConsoleService,
  type ListTextsResponse,
} from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { csvHead, csvRow } from '../../edge/csv.ts';
import { CsvFiles } from '../../edge/csv_files.ts';
import { sessionOf } from '../../session/door.ts';
import { beforeParameter, filterParameters, readBefore, readFilter } from './text_filter.ts';
import { LoggedTextShape, renderLogged } from './text_shapes.ts';

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

export function addDownloadRoute(app: App, { ask }: { ask: AskConsole }): void {
  const files = new CsvFiles();

  app.route({
    method: 'GET',
    url: '/api/v1/console/messages.csv',
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
      const session = sessionOf(request);
      const filter = readFilter(query);
      const from = readBefore(query);
      let [rows, pages] = [0, 0];
      return files.send<ListTextsResponse>(request, reply, session.secret, {
        head: csvHead(columns),
        read: async (after) => {
          if (after && (after.nextBefore === undefined || rows >= mostRows || pages >= mostPages))
            return undefined;
          const before = after ? after.nextBefore : from;
          const limit = Math.min(pageLimit, mostRows - rows);
          const page = await ask(ConsoleService.method.listTexts, { session, filter, before, limit });
          rows += page.texts.length;
          pages++;
          return page;
        },
        write: ({ texts }) =>
          texts
            .map(renderLogged)
            .map((row) => csvRow(columns.map((name) => row[name])))
            .join(''),
      });
    },
  });
}
