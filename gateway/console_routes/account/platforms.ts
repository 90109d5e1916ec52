// The platforms that may act for an account.

import { type Static, Type } from 'typebox';
import { ConsoleService, type LinkedPlatform } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { unavailable } from '../../edge/errors.ts';
import { DoneAnswer } from '../../schemas/answers.ts';
import { readPathId, toNumber } from '../../schemas/integers.ts';
import { instant, integer, text } from '../../schemas/kinds.ts';
import { nextCursorField, pageParameters, readPage } from '../../schemas/parameters.ts';
import { renderInstant } from '../../schemas/resource.ts';
import { sessionOf } from '../../session/door.ts';

const method = ConsoleService.method;

const named = { id: integer(1, 'Names it.'), name: text('The integrator’s name.') };
const PlatformShape = Type.Object(named, { title: 'ConsolePlatform' });
const LinkedShape = Type.Object(
  { ...named, linked_at: instant('Since when it may act for the account.') },
  { title: 'ConsoleLinkedPlatform' },
);
const PlatformsAnswer = Type.Object(
  { platforms: Type.Array(LinkedShape, { description: 'In order of id.' }), next_cursor: nextCursorField },
  { title: 'ConsolePlatforms' },
);
const path = { id: integer(1, 'The platform, as its integrator says it.') };

function renderLinked(platform: LinkedPlatform | undefined): Static<typeof LinkedShape> {
  if (!platform?.linkedAt) throw unavailable();
  const { id, name, linkedAt } = platform;
  return { id: toNumber(id), name, linked_at: renderInstant(linkedAt) };
}

export function addPlatformRoutes(app: App, { ask }: { ask: AskConsole }): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/platforms',
    config: {
      id: 'consoleListPlatforms',
      tag: 'Console',
      summary: 'List the platforms that may act for the account. Takes the role admin.',
      session: 'account',
      parameters: pageParameters('platforms'),
    },
    schema: { response: { 200: PlatformsAnswer } },
    handler: async (request) => {
      const { platforms, nextCursor } = await ask(method.listLinkedPlatforms, {
        session: sessionOf(request),
        ...readPage(request),
      });
      return { platforms: platforms.map(renderLinked), next_cursor: nextCursor?.toString() ?? null };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/console/platforms/:id',
    config: {
      id: 'consoleGetPlatform',
      tag: 'Console',
      summary: 'Read a platform that is linked. Takes the role admin.',
      session: 'account',
      parameters: { path },
    },
    schema: { response: { 200: PlatformShape } },
    handler: async (request) => {
      const platformId = readPathId(request, 'platform');
      const { id, name } = await ask(method.getPlatform, { session: sessionOf(request), platformId });
      return { id: toNumber(id), name };
    },
  });

  app.route({
    method: 'PUT',
    url: '/api/v1/console/platforms/:id',
    config: {
      id: 'consoleLinkPlatform',
      tag: 'Console',
      summary: 'Let a platform read the account’s usage and change its plan. Takes the role admin.',
      session: 'account',
      parameters: { path },
    },
    schema: { response: { 200: LinkedShape } },
    handler: async (request) => {
      const platformId = readPathId(request, 'platform');
      return renderLinked(
        (await ask(method.linkPlatform, { session: sessionOf(request), platformId })).platform,
      );
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/platforms/:id',
    config: {
      id: 'consoleUnlinkPlatform',
      tag: 'Console',
      summary: 'End that. Takes the role admin.',
      session: 'account',
      parameters: { path },
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      const platformId = readPathId(request, 'platform');
      await ask(method.unlinkPlatform, { session: sessionOf(request), platformId });
      return { ok: true };
    },
  });
}
