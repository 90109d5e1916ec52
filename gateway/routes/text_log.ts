// The console's log of texts, one text, and the check of many that are not sent.

import { type Static, Type } from 'typebox';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { MessagePreview } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import type { BodyMemory } from '../edge/body_memory.ts';
import { createBodyParser } from '../edge/body_parser.ts';
import { publicError, Refusal } from '../edge/errors.ts';
import type { UnreadAnswers } from '../edge/unread_answers.ts';
import { readInstant } from '../schemas/instants.ts';
import { parseInteger, readPathId } from '../schemas/integers.ts';
import { flag, instant, integer, nullable, nullableOneOf, text } from '../schemas/kinds.ts';
import { clampedInteger } from '../schemas/parameters.ts';
import { instantOrNull, missing, numberOrNull } from '../schemas/resource.ts';
import {
  LoggedTextShape,
  renderDetail,
  renderLogged,
  TextDetailShape,
} from '../schemas/resources/logged_text.ts';
import { encodings } from '../schemas/resources/message.ts';
import { beforeParameter, filterParameters, readBefore, readFilter } from '../schemas/text_filter.ts';
import { requireText } from '../schemas/text_rules.ts';
import { sessionOf } from '../session/door.ts';
import { shareOf } from '../session/share.ts';

const { method } = MessageService;
const limitRule = { name: 'limit', min: 1, max: 500, fallback: 50 };

const LogAnswer = Type.Object(
  {
    messages: Type.Array(LoggedTextShape, { description: 'Newest first.' }),
    next_before: nullable(integer(1, 'What to pass as before for the next page; null on the last one.')),
  },
  { title: 'TextLog', description: 'A page of the log.' },
);
const DetailAnswer = Type.Object({ message: TextDetailShape }, { title: 'OneText' });

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
  { title: 'TextsToCheck', description: 'Texts that are not sent.' },
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
  { title: 'CheckedText' },
);
const CheckAnswer = Type.Object(
  { rows: Type.Array(CheckedRow, { description: 'In the order asked.' }) },
  { title: 'CheckedTexts' },
);

interface TextLogOptions {
  ask: Ask;
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

/** What stands against all of the account's texts at the moment, and against none of them by itself. */
const ofAccount: ReadonlySet<ErrorCode> = new Set([
  ErrorCode.ACCOUNT_SUSPENDED,
  ErrorCode.NO_PLAN,
  ErrorCode.NO_SUBSCRIPTION,
  ErrorCode.CAP_REACHED,
  ErrorCode.NO_ROUTE,
  ErrorCode.UNAVAILABLE,
]);

const refused = (error: string, code: string): Static<typeof CheckedRow> => ({
  ok: false,
  address_norm: null,
  segments: null,
  encoding: null,
  leaves_at: null,
  error,
  code,
});

/** A row of the answer. */
function renderCheck({ error, addressNorm, segments, encoding, leavesAt }: MessagePreview) {
  if (error && !(segments > 0 && ofAccount.has(error.code)))
    return refused(error.message, publicError(error.code).code);
  return {
    ok: true,
    address_norm: addressNorm,
    segments,
    encoding: encodings.of(encoding),
    leaves_at: instantOrNull(leavesAt),
    error: null,
    code: null,
  };
}

const listTexts = (app: App, { ask, unread, pageBytes }: TextLogOptions) =>
  app.route({
    method: 'GET',
    url: '/api/v1/messages/log',
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
      const asked = {
        accountId: accountOf(request),
        filter: readFilter(query),
        limit: parseInteger(query.limit, limitRule),
        before: readBefore(query),
      };
      await unread.enter(shareOf(sessionOf(request)), reply, pageBytes);
      const page = await ask(method.listMessages, asked, request);
      return { messages: page.messages.map(renderLogged), next_before: numberOrNull(page.nextBefore) };
    },
  });

const getText = (app: App, { ask }: TextLogOptions) =>
  app.route({
    method: 'GET',
    url: '/api/v1/messages/:id/detail',
    config: {
      id: 'consoleGetText',
      tag: 'Console',
      summary: 'Read one text with all that is known of its way.',
      session: 'account',
      parameters: { path: { id: integer(1, 'The id of the text.') } },
    },
    schema: { response: { 200: DetailAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), id: readPathId(request, 'message') };
      return { message: renderDetail(await ask(method.getMessage, asked, request)) };
    },
  });

const checkTexts = (app: App, { ask, bodies }: TextLogOptions) =>
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      createBodyParser(bodies, { bodyBytes: checkBytes, drainBytes: checkBytes }),
    );
    scope.route({
      method: 'POST',
      url: '/api/v1/messages/check',
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
        const { previews } = await ask(
          method.previewMessages,
          { accountId: accountOf(request), texts },
          request,
        );
        return {
          rows: asked.map((row, index) =>
            row instanceof Refusal
              ? refused(row.message, publicError(row.code).code)
              : renderCheck(previews[index] ?? missing()),
          ),
        };
      },
    });
  });

/** Adds the log of texts, one text, and the check of many that are not sent. */
export function addTextLogRoutes(app: App, options: TextLogOptions): void {
  listTexts(app, options);
  getText(app, options);
  checkTexts(app, options);
}
