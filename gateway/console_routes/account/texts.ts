// The console's log of texts, one text, and the check of many that are not sent.

import { type Static, Type } from 'typebox';
import { ConsoleService } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import { Encoding } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import type { BodyMemory } from '../../edge/body_memory.ts';
import { createBodyParser } from '../../edge/body_parser.ts';
import { publicError, Refusal } from '../../edge/errors.ts';
import type { UnreadAnswers } from '../../edge/unread_answers.ts';
import { readInstant } from '../../schemas/instants.ts';
import { parseInteger, readPathId } from '../../schemas/integers.ts';
import { flag, instant, integer, nullable, nullableOneOf, text } from '../../schemas/kinds.ts';
import { clampedInteger } from '../../schemas/parameters.ts';
import { instantOrNull, numberOrNull } from '../../schemas/resource.ts';
import { requireText } from '../../schemas/text_rules.ts';
import { sessionOf } from '../../session/door.ts';
import { shareOf } from './share.ts';
import { beforeParameter, filterParameters, readBefore, readFilter } from './text_filter.ts';
import { LoggedTextShape, renderDetail, renderLogged, TextDetailShape } from './text_shapes.ts';

const method = ConsoleService.method;
const limitRule = { name: 'limit', min: 1, max: 500, fallback: 50 };

const LogAnswer = Type.Object(
  {
    messages: Type.Array(LoggedTextShape, { description: 'Newest first.' }),
    next_before: nullable(integer(1, 'What to pass as before for the next page; null on the last one.')),
  },
  { title: 'ConsoleTextPage', description: 'A page of the log.' },
);
const DetailAnswer = Type.Object({ message: TextDetailShape }, { title: 'ConsoleOneText' });

/** A body may hold 500 rows of usual length. */
const checkBytes = 1024 * 1024;
const mostRows = 500;

const CheckBody = Type.Object(
  {
    rows: Type.Array(
      Type.Object({
        address: Type.String({ maxLength: 1_000, description: 'The recipient, as it is written.' }),
        body: Type.String({ maxLength: 10_000, description: 'The text.' }),
        client_ref: Type.Optional(
          nullable(Type.String({ maxLength: 1_000, description: 'Its idempotency key.' })),
        ),
        send_at: Type.Optional(
          nullable(
            Type.String({ maxLength: 1_000, description: 'Not to leave before: RFC 3339 with offset.' }),
          ),
        ),
      }),
      { minItems: 1, maxItems: mostRows },
    ),
  },
  { title: 'ConsoleCheck', description: 'Texts that are not sent.' },
);
const CheckedRow = Type.Object(
  {
    ok: flag('Whether a send would take it, as far as its form goes.'),
    address_norm: nullable(text('The recipient in E.164; null when it is refused.')),
    segments: nullable(integer(1, 'Parts on the air; null when it is refused.')),
    encoding: nullableOneOf(['gsm7', 'ucs2'], 'The alphabet of those parts; null when it is refused.'),
    leaves_at: nullable(instant('When it would leave; null for at once, and when it is refused.')),
    error: nullable(text('Why it would be refused; null otherwise.')),
    code: nullable(text('The same for a program.')),
  },
  { title: 'ConsoleCheckedText' },
);
const CheckAnswer = Type.Object(
  { rows: Type.Array(CheckedRow, { description: 'In the order asked.' }) },
  { title: 'ConsoleChecked' },
);

interface TextRoutesOptions {
  ask: AskConsole;
  unread: UnreadAnswers;
  bodies: BodyMemory;
  /** What a page of texts may take. */
  pageBytes: number;
}

type AskedRow = Static<typeof CheckBody>['rows'][number];

/** A row as the core is asked about it. What HTTP cannot carry is refused row by row, as the core refuses what is wrong otherwise. */
function readRow({ address, body, client_ref: ref, send_at: at }: AskedRow) {
  try {
    for (const said of [address, body, ref ?? '']) requireText(said, 'the row');
    return {
      address,
      body,
      ...(ref != null && { clientRef: ref }),
      ...(at != null && { sendAt: readInstant(at, 'send_at') }),
    };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const refused = (error: string, code: string) => ({
  ok: false,
  address_norm: null,
  segments: null,
  encoding: null,
  leaves_at: null,
  error,
  code,
});

export function addTextRoutes(app: App, { ask, unread, bodies, pageBytes }: TextRoutesOptions): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/messages',
    config: {
      id: 'consoleListTexts',
      tag: 'Console',
      summary: 'Read the log of texts, newest first.',
      description:
        'At most 10,000 texts are looked at for a page: one of what is rare may be short, or empty, and yet not be the ' +
        'last. next_before says where to go on, and is null on the last page only.',
      session: 'account',
      parameters: {
        query: {
          limit: clampedInteger(limitRule, 'Most texts in the answer.'),
          before: beforeParameter,
          ...filterParameters,
        },
      },
    },
    schema: { response: { 200: LogAnswer } },
    onSend: unread.onSend,
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const session = sessionOf(request);
      const limit = parseInteger(query.limit, limitRule);
      const before = readBefore(query);
      const filter = readFilter(query);
      await unread.enter(shareOf(session), reply, pageBytes);
      const page = await ask(method.listTexts, { session, filter, limit, before });
      return { messages: page.texts.map(renderLogged), next_before: numberOrNull(page.nextBefore) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/console/messages/:id',
    config: {
      id: 'consoleGetText',
      tag: 'Console',
      summary: 'Read one text with all that is known of its way.',
      session: 'account',
      parameters: { path: { id: integer(1, 'The id of the text.') } },
    },
    schema: { response: { 200: DetailAnswer } },
    handler: async (request) => {
      const id = readPathId(request, 'message');
      return { message: renderDetail(await ask(method.getText, { session: sessionOf(request), id })) };
    },
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      createBodyParser(bodies, { bodyBytes: checkBytes, drainBytes: checkBytes }),
    );
    scope.route({
      method: 'POST',
      url: '/api/v1/console/messages/check',
      bodyLimit: checkBytes,
      config: {
        id: 'consoleCheckTexts',
        tag: 'Console',
        summary: 'Look whether texts could be sent; nothing is sent.',
        description:
          'Judges each text as a send would: its form, and what stands against its recipient. What stands against all of ' +
          'the account’s texts, as a cap or a missing route, is left out.',
        session: 'account',
        bodyBytes: checkBytes,
      },
      schema: { body: CheckBody, response: { 200: CheckAnswer } },
      handler: async (request) => {
        const { rows } = request.body as Static<typeof CheckBody>;
        const asked = rows.map(readRow);
        // One that cannot be asked about is asked about as one that is refused.
        const texts = asked.map((row) => (row instanceof Refusal ? { address: '', body: '' } : row));
        const checked = await ask(method.checkTexts, { session: sessionOf(request), texts });
        return {
          rows: checked.texts.map(({ error, addressNorm, segments, encoding, leavesAt }, index) => {
            const row = asked[index];
            const refusal = row instanceof Refusal ? row : error;
            if (refusal) return refused(refusal.message, publicError(refusal.code).code);
            const alphabet = encoding === Encoding.UCS2 ? ('ucs2' as const) : ('gsm7' as const);
            return {
              ok: true,
              address_norm: addressNorm,
              segments,
              encoding: alphabet,
              leaves_at: instantOrNull(leavesAt),
              error: null,
              code: null,
            };
          }),
        };
      },
    });
  });
}
