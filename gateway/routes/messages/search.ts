// One search over everything that an account has.
import { Type } from 'typebox';
import { SearchService } from '../../../proto/gen/textrelay/v1/search_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import { ContactShape, renderContact } from '../../resources/contacts/contact.ts';
import { renderThread, ThreadShape } from '../../resources/conversations/thread.ts';
import { MessageShape, renderMessage } from '../../resources/messages/message.ts';
import { parseInteger } from '../../schemas/integers.ts';
import { boundedText, integer, nullable } from '../../schemas/kinds.ts';
import { clampedInteger, needed, type Parameter, readNeeded } from '../../schemas/parameters.ts';
import { numberOrNull } from '../../schemas/resource.ts';

const { method } = SearchService;

const words: Parameter<string> = {
  schema: needed(
    boundedText(1, 100, 'Words, or any part of a number, of which one has 2 characters or more.'),
  ),
  read: readNeeded,
};

const beforeRule = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };
const before: Parameter<bigint | undefined> = {
  schema: integer(0, 'The next_before of an answer, to look at older texts. Out of range is clamped.'),
  read: (value, name) => (value === undefined ? undefined : BigInt(parseInteger(value, name, beforeRule))),
};

const search = route('GET /api/v1/search', {
  id: 'searchAccount',
  tag: 'Contacts',
  summary: 'Find contacts by name, conversations by any part of a number, and texts by words.',
  description:
    'Looks at the newest 20,000 texts below before, or at as many as it can in half a second; next_before says where to look further ' +
    'back. One search of an account runs at a time, and q has at most 8 words. Texts must have all of the ' +
    'words, in any case. Contacts, and conversations of all time by the beginning of their number, are in the first answer; an ' +
    'answer to before has the conversations among the texts that it looked at.',
  admittedFor: method.search,
  query: {
    limit: clampedInteger({ min: 1, max: 100, fallback: 50 }, 'Most texts in the answer.'),
    before,
    q: words,
  },
  answer: Type.Object(
    {
      contacts: Type.Array(ContactShape, { description: 'In order of name, at most 20.' }),
      threads: Type.Array(ThreadShape, { description: 'Newest text first, at most 20.' }),
      messages: Type.Array(MessageShape, { description: 'Newest first.' }),
      next_before: nullable(
        integer(1, 'What to pass as before to look further back; null when all was looked at.'),
      ),
    },
    { title: 'Found', description: 'What was found.' },
  ),
  holdsTexts: true,
  readsMuch: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    const accountId = accountOf(request);
    await unread.enter(accountId, reply, limits.pageBytes);
    const { contacts, threads, messages, nextBefore } = await ask(method.search, {
      accountId,
      ...request.query,
    });
    return {
      contacts: contacts.map(renderContact),
      threads: threads.map(renderThread),
      messages: messages.map(renderMessage),
      next_before: numberOrNull(nextBefore),
    };
  },
});

export const searchRoutes: readonly Route[] = [search];
