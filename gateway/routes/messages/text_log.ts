// The console's log of texts, also as a file, one text, and the check of many that are not sent.
import { type Static, Type } from 'typebox';
import {
  type ListMessagesResponse,
  type MessagePreview,
  MessageService,
} from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { csvHead, csvRow } from '../../edge/answers/csv.ts';
import { accountOf } from '../../edge/app.ts';
import { Refusal } from '../../errors/errors.ts';
import { type Route, route } from '../../interface/route.ts';
import {
  LoggedTextShape,
  renderDetail,
  renderLogged,
  TextDetailShape,
} from '../../resources/messages/message.ts';
import { CheckedTextShape, renderChecked } from '../../resources/messages/preview.ts';
import { FileAnswer } from '../../schemas/answers.ts';
import { readInstant } from '../../schemas/instants.ts';
import { flag, integer, nullable } from '../../schemas/kinds.ts';
import { clampedInteger, pathId } from '../../schemas/parameters.ts';
import { numberOrNull } from '../../schemas/resource.ts';
import { beforeParameter, filterOf, filterParameters } from '../../schemas/text_filter.ts';
import { requireText } from '../../schemas/text_rules.ts';
import { sessionOf, shareOf } from '../../session/door.ts';

const { method } = MessageService;

/** A body may hold 500 rows of usual length. */
const checkBytes = 1024 * 1024;
const mostChecked = 500;

/** Texts in one file, and the pages that are read for one, at most. */
const mostRows = 100_000;
const mostPages = 2_000;
const pageLimit = 500;

type Column = keyof Static<typeof LoggedTextShape>;

/** The first columns; those of all other fields follow. */
const firstColumns: readonly Column[] = ['id', 'created_at', 'direction', 'address_norm', 'body', 'status'];
export const columns: readonly Column[] = [
  ...new Set([...firstColumns, ...(Object.keys(LoggedTextShape.properties) as Column[])]),
];

const listTexts = route('GET /api/v1/messages/log', {
  id: 'consoleListTexts',
  summary: 'Read the log of texts, newest first.',
  description:
    'At most 10,000 texts are looked at for a page: one of what is rare may be short, or empty, and yet not be the ' +
    'last. next_before says where to go on, and is null on the last page only.',
  session: 'account',
  query: {
    limit: clampedInteger({ min: 1, max: 500, fallback: 50 }, 'Most texts in the answer.'),
    before: beforeParameter,
    ...filterParameters,
  },
  answer: Type.Object(
    {
      messages: Type.Array(LoggedTextShape, { description: 'Newest first.' }),
      next_before: nullable(integer(1, 'What to pass as before for the next page; null on the last one.')),
      truncated: Type.Optional(
        flag('Only there, and true, on the last page when texts were deleted that it may have had.'),
      ),
    },
    { title: 'TextLog', description: 'A page of the log.' },
  ),
  holdsTexts: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    const { limit, before, ...wanted } = request.query;
    const asked = { accountId: accountOf(request), filter: filterOf(wanted), limit, before };
    await unread.enter(shareOf(sessionOf(request)), reply, limits.pageBytes);
    const { messages, nextBefore, truncated } = await ask(method.listMessages, asked, request);
    return {
      messages: messages.map(renderLogged),
      next_before: numberOrNull(nextBefore),
      ...(truncated && { truncated }),
    };
  },
});

/** The session is judged with each page that is read, so that a download ends with it. */
const downloadTexts = route('GET /api/v1/messages.csv', {
  id: 'consoleDownloadTexts',
  summary: 'Download the log of texts, newest first, as comma-separated values.',
  description:
    'Takes what the log takes, and writes at most 100,000 texts: for older ones, ask again with before, the ' +
    'smallest id in the file. At most 2 downloads at a time for a session. Texts are quoted, and what a ' +
    'spreadsheet would take for a formula, whatever it splits the file by, has an apostrophe before it.',
  session: 'account',
  mediaType: 'text/csv',
  refusals: ['rate_limited'],
  query: { before: beforeParameter, ...filterParameters },
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) => {
    const { before: from, ...wanted } = request.query;
    const filter = filterOf(wanted);
    let [rows, pages] = [0, 0];
    return csvFiles.send<ListMessagesResponse>(request, reply, accountOf(request), {
      head: csvHead(columns),
      read: async (after) => {
        if (after && (after.nextBefore === undefined || rows >= mostRows || pages >= mostPages))
          return undefined;
        const before = after ? after.nextBefore : from;
        const limit = Math.min(pageLimit, mostRows - rows);
        const asked = { accountId: accountOf(request), filter, before, limit };
        const page = await ask(method.listMessages, asked, request);
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

const getText = route('GET /api/v1/messages/:id/detail', {
  id: 'consoleGetText',
  summary: 'Read one text with everything that is known about its way.',
  session: 'account',
  path: { id: pathId('message', 'The id of the text.') },
  answer: Type.Object({ message: TextDetailShape }, { title: 'OneText' }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), id: request.params.id };
    return { message: renderDetail(await ask(method.getMessage, asked, request)) };
  },
});

const key = (description: string) => Type.Optional(nullable(Type.String({ maxLength: 1_000, description })));

const CheckBody = Type.Object(
  {
    rows: Type.Array(
      Type.Object({
        address: Type.String({ maxLength: 1_000, description: 'The recipient, as it is written.' }),
        body: Type.String({ maxLength: 10_000, description: 'The text.' }),
        client_ref: key('Its idempotency key.'),
        send_at: key('The text leaves no earlier than this: RFC 3339 with offset.'),
      }),
      { minItems: 1, maxItems: mostChecked },
    ),
  },
  { title: 'TextsToCheck', description: 'Texts that are not sent.' },
);

type Row = Static<typeof CheckBody>['rows'][number];

/** A row for the core to check, or its refusal: values that HTTP cannot carry are refused row by row, too. */
function readRow({ address, body, client_ref: ref, send_at: at }: Row) {
  try {
    for (const said of [address, body, ref ?? '']) requireText(said, 'the row');
    const sendAt = at == null ? undefined : readInstant(at, 'send_at');
    return { address, body, clientRef: ref ?? undefined, sendAt };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The answer for a row that the core was not asked about. */
const refused = ({ code, message }: Refusal) =>
  renderChecked({
    error: { code, message } as NonNullable<MessagePreview['error']>,
    addressNorm: '',
    segments: 0,
    encoding: 0,
    differs: false,
  });

const checkTexts = route('POST /api/v1/messages/check', {
  id: 'consoleCheckTexts',
  summary: 'Look whether texts could be sent; nothing is sent.',
  description:
    'Judges each text as a send would: its form, and what stands against its recipient. What stands against all of ' +
    'the account’s texts, as a cap or a missing route, is left out.',
  session: 'account',
  bodyBytes: checkBytes,
  body: CheckBody,
  answer: Type.Object(
    { rows: Type.Array(CheckedTextShape, { description: 'In the order asked.' }) },
    { title: 'CheckedTexts' },
  ),
  handler: async (request, { ask }) => {
    const rows = request.body.rows.map(readRow);
    // A row that cannot be passed to the core is passed as one that it refuses.
    const texts = rows.map((row) => (row instanceof Refusal ? { address: '', body: '' } : row));
    const asked = { accountId: accountOf(request), texts };
    const { previews } = await ask(method.previewMessages, asked, request);
    return {
      rows: rows.map((row, index) =>
        row instanceof Refusal ? refused(row) : renderChecked(previews[index]),
      ),
    };
  },
});

export const textLogRoutes: readonly Route[] = [listTexts, downloadTexts, getText, checkTexts];
