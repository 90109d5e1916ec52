// Where a person is signed in.

import { Type } from 'typebox';
import type { PeopleCore } from '../../core/people_client.ts';
import type { App } from '../../edge/app.ts';
import { unavailable } from '../../edge/errors.ts';
import { readPathId, toNumber } from '../../schemas/integers.ts';
import { flag, instant, integer, text } from '../../schemas/kinds.ts';
import { renderInstant } from '../../schemas/resource.ts';
import type { Browsers } from '../../session/browser.ts';
import { sessionOf } from '../../session/door.ts';
import { DoneAnswer, done } from './person_shapes.ts';

const SessionShape = Type.Object(
  {
    id: integer(1, 'Random.'),
    is_this: flag('True for the one that asks.'),
    created_at: instant('When somebody signed in.'),
    last_seen_at: instant('When it was used last, within a minute.'),
    address: text('The network address that it was opened from; of an IPv6 one the first 64 bits.'),
    user_agent: text('As the browser called itself then.'),
  },
  { title: 'ConsoleSession' },
);
const SessionsAnswer = Type.Object(
  { sessions: Type.Array(SessionShape, { description: 'Newest use first.' }) },
  { title: 'ConsoleSessions' },
);

interface SessionRoutesOptions {
  core: Pick<PeopleCore, 'listSessions' | 'endSession' | 'endAllSessions'>;
  browsers: Browsers;
}

export function addSessionRoutes(app: App, { core, browsers }: SessionRoutesOptions): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/me/sessions',
    config: {
      id: 'consoleListSessions',
      tag: 'Console',
      summary: 'List where the person is signed in.',
      session: 'session',
    },
    schema: { response: { 200: SessionsAnswer } },
    handler: async (request) => {
      const { sessions } = await core.listSessions({ session: sessionOf(request) });
      return {
        sessions: sessions.map(({ id, isThis, createdAt, lastSeenAt, address, userAgent }) => {
          if (!createdAt || !lastSeenAt) throw unavailable();
          return {
            id: toNumber(id),
            is_this: isThis,
            created_at: renderInstant(createdAt),
            last_seen_at: renderInstant(lastSeenAt),
            address,
            user_agent: userAgent,
          };
        }),
      };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/me/sessions/:id',
    config: {
      id: 'consoleEndSession',
      tag: 'Console',
      summary: 'Sign out in one browser.',
      session: 'session',
      parameters: { path: { id: integer(1, 'The session.') } },
      refusals: ['not_found'],
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      await core.endSession({ session: sessionOf(request), sessionId: readPathId(request, 'session') });
      return done;
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/me/sessions',
    config: {
      id: 'consoleEndAllSessions',
      tag: 'Console',
      summary: 'Sign out everywhere, here too.',
      session: 'session',
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request, reply) => {
      await core.endAllSessions({ session: sessionOf(request) });
      browsers.signOut(request, reply);
      return done;
    },
  });
}
