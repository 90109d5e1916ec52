// The log of texts as a file, page by page, as fast as its reader takes it and no faster. The session is judged with
// each page, so that a download ends with it.
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { ConsoleService } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { Refusal } from '../../edge/errors.ts';
import { type Session, sessionOf } from '../../session/door.ts';
import { csvRow } from './csv.ts';
import { beforeParameter, filterParameters, readBefore, readFilter } from './text_filter.ts';
import { type LoggedTextShape, renderLogged } from './text_shapes.ts';

/** Texts in one file, and the pages that are read for one, at most. */
const mostRows = 100_000;
const mostPages = 2_000;
const pageLimit = 500;
/** Downloads at a time: of one session, and of all. */
const mostOfSession = 2;
const mostOfAll = 16;

type Row = Static<typeof LoggedTextShape>;

const columns: readonly (keyof Row)[] = [
  'id',
  'created_at',
  'direction',
  'address_norm',
  'body',
  'status',
  'error',
  'route',
  'device_id',
  'sim',
  'carrier',
  'segments',
  'encoding',
  'sent_at',
  'delivered_at',
  'client_ref',
  'charged',
  'address',
];

/** Counts the downloads that run. */
class Downloads {
  readonly #running = new Map<string, number>();
  #all = 0;

  /** Throws RATE_LIMITED when there are too many; else returns what ends this one. */
  begin({ secret }: Session): () => void {
    const own = this.#running.get(secret) ?? 0;
    if (own >= mostOfSession || this.#all >= mostOfAll)
      throw new Refusal(ErrorCode.RATE_LIMITED, 'too many downloads at a time', { retryAfterSeconds: 10 });
    this.#running.set(secret, own + 1);
    this.#all++;
    return () => {
      this.#all--;
      const left = (this.#running.get(secret) ?? 1) - 1;
      if (left > 0) this.#running.set(secret, left);
      else this.#running.delete(secret);
    };
  }
}

interface Wanted {
  session: Session;
  filter: ReturnType<typeof readFilter>;
  before: bigint | undefined;
}

export function addDownloadRoute(app: App, { ask }: { ask: AskConsole }): void {
  const downloads = new Downloads();

  const readPage = (wanted: Wanted, before: bigint | undefined, limit: number) =>
    ask(ConsoleService.method.listTexts, { ...wanted, before, limit });

  /** The file, beginning with a page that was read before. */
  async function* write(wanted: Wanted, first: Awaited<ReturnType<typeof readPage>>, end: () => void) {
    try {
      yield csvRow(columns);
      let page = first;
      for (let rows = 0, pages = 1; ; pages++) {
        rows += page.texts.length;
        yield page.texts
          .map(renderLogged)
          .map((row) => csvRow(columns.map((name) => row[name])))
          .join('');
        if (page.nextBefore === undefined || rows >= mostRows || pages >= mostPages) return;
        page = await readPage(wanted, page.nextBefore, Math.min(pageLimit, mostRows - rows));
      }
    } finally {
      end();
    }
  }

  app.route({
    method: 'GET',
    url: '/api/v1/console/messages.csv',
    config: {
      id: 'consoleDownloadTexts',
      tag: 'Console',
      summary: 'Download the log of texts, newest first, as comma-separated values.',
      description:
        'Takes what the log takes, and writes at most 100,000 texts: for older ones, ask again with before, the ' +
        'smallest id in the file. At most 2 downloads at a time for a session. A value that a spreadsheet would take ' +
        'for a formula has an apostrophe before it.',
      session: 'account',
      mediaType: 'text/csv',
      refusals: ['rate_limited'],
      parameters: { query: { before: beforeParameter, ...filterParameters } },
    },
    schema: { response: { 200: Type.Unsafe<unknown>({ type: 'string', description: 'The file.' }) } },
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const session = sessionOf(request);
      const wanted = { session, filter: readFilter(query), before: readBefore(query) };
      const end = downloads.begin(session);
      let file: Readable | undefined;
      try {
        // What is refused is refused before a status is out.
        const first = await readPage(wanted, wanted.before, pageLimit);
        reply.header('content-type', 'text/csv; charset=utf-8');
        if (request.method === 'HEAD') return '';
        file = Readable.from(write(wanted, first, end), { objectMode: false, highWaterMark: 1 });
        // One that is given up before its first row was asked for never comes to its own end.
        const given = file;
        file.once('close', () => {
          if (!given.readableDidRead) end();
        });
        return reply.send(file);
      } finally {
        if (!file) end();
      }
    },
  });
}
