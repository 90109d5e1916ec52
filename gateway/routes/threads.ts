// Conversations by address (SPEC: /api/v1/threads).

import { Type } from 'typebox';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import type { UnreadAnswers } from '../edge/unread_answers.ts';
import { ThreadMessagesAnswer, ThreadsAnswer } from '../schemas/answers.ts';
import { parseCursor, parseInteger, toNumber } from '../schemas/integers.ts';
import { integer } from '../schemas/kinds.ts';
import { clampedInteger, limitRule } from '../schemas/parameters.ts';
import { renderMessage } from '../schemas/resources/message.ts';
import { renderThread } from '../schemas/resources/thread.ts';
import { maxAddressLength, requireAddress } from '../schemas/text_rules.ts';

interface ThreadRoutesOptions {
  ask: Ask;
  unread: UnreadAnswers;
  /** What a page may take. */
  pageBytes: number;
}

const { method } = ThreadService;
const beforeRule = { name: 'before', min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };
const limitSchema = clampedInteger(limitRule, 'Most entries in the answer.');

export function addThreadRoutes(app: App, { ask, unread, pageBytes }: ThreadRoutesOptions): void {
  app.route({
    method: 'GET',
    url: '/api/v1/threads',
    config: {
      id: 'listThreads',
      tag: 'Threads',
      summary: 'List conversations, newest text first.',
      description: 'A page may end before limit when its texts are long; next_cursor says where to go on.',
      admittedFor: method.listThreads,
      parameters: {
        query: {
          limit: limitSchema,
          cursor: Type.String({ description: 'The next_cursor of the page before.' }),
        },
      },
    },
    schema: { response: { 200: ThreadsAnswer } },
    onSend: unread.onSend,
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const limit = parseInteger(query.limit, limitRule);
      const cursor = parseCursor(query.cursor, 'cursor');
      const accountId = accountOf(request);
      await unread.enter(accountId, reply, pageBytes);
      const asked = { accountId, limit, ...(cursor !== undefined && { cursor }) };
      const { threads, nextCursor } = await ask(method.listThreads, asked);
      return { threads: threads.map(renderThread), next_cursor: nextCursor?.toString() ?? null };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/threads/:address/messages',
    config: {
      id: 'listThreadMessages',
      tag: 'Threads',
      summary: 'Read the texts exchanged with one address, newest first.',
      description: 'A page may end before limit when its texts are long; next_before says where to go on.',
      admittedFor: method.listThreadMessages,
      parameters: {
        path: {
          address: Type.String({
            maxLength: maxAddressLength,
            description: 'Any reasonable form of the phone number.',
          }),
        },
        query: {
          limit: limitSchema,
          before: integer(0, 'Only texts with an id below this one. Out of range is clamped.'),
        },
      },
      refusals: ['invalid_address'],
    },
    schema: { response: { 200: ThreadMessagesAnswer } },
    onSend: unread.onSend,
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const address = requireAddress((request.params as { address: string }).address);
      const limit = parseInteger(query.limit, limitRule);
      const before =
        query.before === undefined ? {} : { before: BigInt(parseInteger(query.before, beforeRule)) };
      const accountId = accountOf(request);
      await unread.enter(accountId, reply, pageBytes);
      const page = await ask(method.listThreadMessages, { accountId, address, limit, ...before });
      return {
        address_norm: page.addressNorm,
        messages: page.messages.map(renderMessage),
        next_before: page.nextBefore === undefined ? null : toNumber(page.nextBefore),
      };
    },
  });
}
