// Conversations by address (SPEC: /api/v1/threads), and as a person sees them: with what the person has not read, and found
// by a number's beginning.
import { Type } from 'typebox';
import { ThreadFilter, ThreadService } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { accountOf, readerOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import {
  renderThread,
  renderUnread,
  ThreadShape,
  UnreadThreadShape,
} from '../../resources/conversations/thread.ts';
import { MessageShape, renderMessage } from '../../resources/messages/message.ts';
import { pageAnswer } from '../../schemas/answers.ts';
import { parseInteger } from '../../schemas/integers.ts';
import { flag, integer, nullable, text } from '../../schemas/kinds.ts';
import type { Parameter } from '../../schemas/parameters.ts';
import {
  clampedInteger,
  filterText,
  idCursor,
  limitRule,
  optionalWord,
  pageOf,
  pathAddress,
  textCursor,
} from '../../schemas/parameters.ts';
import { numberOrNull } from '../../schemas/resource.ts';
import { sessionOf, shareOf } from '../../session/door.ts';

const { method } = ThreadService;

const beforeRule = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };

/** The beginning of a page; undefined for the newest text. */
const before: Parameter<bigint | undefined> = {
  schema: integer(0, 'Only texts with an id below this one. Out of range is clamped.'),
  read: (value, name) => (value === undefined ? undefined : BigInt(parseInteger(value, name, beforeRule))),
};

const listThreads = route('GET /api/v1/threads', {
  id: 'listThreads',
  tag: 'Threads',
  summary: 'List conversations, newest text first.',
  description: 'A page may end before limit when its texts are long; next_cursor says where to go on.',
  admittedFor: method.listThreads,
  query: pageOf('entries', idCursor),
  answer: pageAnswer('threads', ThreadShape, 'Newest text first.', {
    title: 'ThreadPage',
    description: 'A page of conversations.',
  }),
  holdsTexts: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    const reader = readerOf(request);
    await unread.enter(reader.accountId, reply, limits.pageBytes);
    const { threads, nextCursor } = await ask(method.listThreads, { ...reader, ...request.query });
    return { threads: threads.map(renderThread), next_cursor: nextCursor?.toString() ?? null };
  },
});

const listThreadMessages = route('GET /api/v1/threads/:address/messages', {
  id: 'listThreadMessages',
  tag: 'Threads',
  summary: 'Read the texts exchanged with one address, newest first.',
  description: 'A page may end before limit when its texts are long; next_before says where to go on.',
  admittedFor: method.listThreadMessages,
  refusals: ['invalid_address'],
  path: { address: pathAddress },
  query: { limit: clampedInteger(limitRule, 'Most entries in the answer.'), before },
  answer: Type.Object(
    {
      address_norm: text('The normalized form of the address in the request.'),
      messages: Type.Array(MessageShape, { description: 'Newest first.' }),
      next_before: nullable(integer(1, 'What to pass as before for the next page; null on the last one.')),
      truncated: Type.Optional(
        flag('Only there, and true, on the last page when older texts of the conversation were deleted.'),
      ),
    },
    { title: 'ThreadMessagePage', description: 'A page of one conversation.' },
  ),
  holdsTexts: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    const reader = readerOf(request);
    await unread.enter(reader.accountId, reply, limits.pageBytes);
    const asked = { ...reader, ...request.params, ...request.query };
    const { addressNorm, messages, nextBefore, truncated } = await ask(method.listThreadMessages, asked);
    return {
      address_norm: addressNorm,
      messages: messages.map(renderMessage),
      next_before: numberOrNull(nextBefore),
      ...(truncated && { truncated }),
    };
  },
});

const filters = {
  all: ThreadFilter.UNSPECIFIED,
  unread: ThreadFilter.UNREAD,
  waiting: ThreadFilter.WAITING,
  failed: ThreadFilter.FAILED,
} as const;

const filterWord = optionalWord(
  Object.keys(filters) as (keyof typeof filters)[],
  'unread: with received texts that the person has not read; waiting: whose newest text was received, that are not done, ' +
    'and are assigned to the person or to nobody; failed: whose newest text failed, and that are not done. Not beside search.',
);
const filter: Parameter<ThreadFilter> = {
  schema: { ...filterWord.schema, default: 'all' },
  read: (value, name) => filters[filterWord.read(value || undefined, name) ?? 'all'],
};

const listUnreadThreads = route('GET /api/v1/threads/unread', {
  id: 'consoleListThreads',
  summary: 'List conversations with what the person has not read.',
  description:
    'Of all conversations, those that wait for an answer come first, as far as they are found among the 1,000 newest received ' +
    'texts: what is sent pushes none of them down. With a filter, the newest 1,000 texts below the cursor are looked at for a ' +
    'page: it may be short, or empty, and yet not be the last. next_cursor is null on the last page only.',
  session: 'account',
  query: {
    ...pageOf('conversations', textCursor, { min: 1, max: 100, fallback: 50 }),
    search: filterText(
      Type.String({
        description:
          'The beginning of a number: 3 to 15 digits, with a plus; or without, then also of a number of the ' +
          'account’s country, or of a short code.',
      }),
    ),
    filter,
  },
  answer: pageAnswer(
    'threads',
    UnreadThreadShape,
    'Those that wait for an answer first, then newest text first; of a search, in order of number.',
    { title: 'UnreadThreads' },
  ),
  holdsTexts: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    const { search, ...page } = request.query;
    await unread.enter(shareOf(sessionOf(request)), reply, limits.pageBytes);
    const asked = { accountId: accountOf(request), ...page, search: search || undefined };
    const { threads, nextCursor } = await ask(method.listUnreadThreads, asked, request);
    return { threads: threads.map(renderUnread), next_cursor: nextCursor ?? null };
  },
});

export const threadRoutes: readonly Route[] = [listThreads, listThreadMessages, listUnreadThreads];
