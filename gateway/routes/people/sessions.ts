// Where a person is signed in.
import { Type } from 'typebox';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { readPathId } from '../../schemas/integers.ts';
import { integer } from '../../schemas/kinds.ts';
import { renderSession, SessionShape } from '../../schemas/resources/session.ts';
import type { Browsers } from '../../session/browser.ts';

const { method } = PeopleService;

const SessionsAnswer = Type.Object(
  { sessions: Type.Array(SessionShape, { description: 'Newest use first.' }) },
  { title: 'Sessions' },
);

export function addSessionRoutes(app: App, ask: Ask, browsers: Browsers): void {
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
      const { sessions } = await ask(method.listSessions, {}, request);
      return { sessions: sessions.map(renderSession) };
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
      await ask(method.endSession, { sessionId: readPathId(request, 'session') }, request);
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
      await ask(method.endSession, {}, request);
      browsers.signOut(request, reply);
      return done;
    },
  });
}
