// Platforms: their keys, for the operator, and those that may act for an account.
import { Type } from 'typebox';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { DoneAnswer } from '../schemas/answers.ts';
import { readPathId } from '../schemas/integers.ts';
import { integer, text } from '../schemas/kinds.ts';
import { nextCursorField, pageParameters, readPage } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import {
  PlatformKeyShape,
  PlatformShape,
  renderPlatform,
  renderPlatformKey,
} from '../schemas/resources/platform.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = PlatformService;

const KeysAnswer = Type.Object(
  {
    keys: Type.Array(PlatformKeyShape, {
      description: 'In order of id, with those that were ended in the last 90 days.',
    }),
    next_cursor: nextCursorField,
  },
  { title: 'PlatformKeys' },
);
const NewKeyAnswer = Type.Object(
  { key: PlatformKeyShape, secret: text('The key itself: shown this once.') },
  { title: 'NewPlatformKey' },
);
const KeyAnswer = Type.Object({ key: PlatformKeyShape }, { title: 'OnePlatformKey' });
const KeyBody = Type.Object(
  { name: text('The integrator’s name, 1 to 100 characters.') },
  { title: 'IssuePlatformKey' },
);
const PlatformsAnswer = Type.Object(
  { platforms: Type.Array(PlatformShape, { description: 'In order of id.' }), next_cursor: nextCursorField },
  { title: 'Platforms' },
);
const path = { id: integer(1, 'The platform, as its integrator says it.') };

function addKeys(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/operator/platform-keys',
    config: {
      id: 'consoleListPlatformKeys',
      tag: 'Console',
      summary: 'List platform keys. For the operator.',
      session: 'session',
      parameters: pageParameters('keys'),
    },
    schema: { response: { 200: KeysAnswer } },
    handler: async (request) => {
      const { keys, nextCursor } = await ask(method.listPlatformKeys, readPage(request), request);
      return { keys: keys.map(renderPlatformKey), next_cursor: nextCursor?.toString() ?? null };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/operator/platform-keys',
    config: {
      id: 'consoleIssuePlatformKey',
      tag: 'Console',
      summary: 'Issue a platform key; its secret is answered this once. For the operator.',
      session: 'session',
    },
    schema: { body: KeyBody, response: { 200: NewKeyAnswer } },
    handler: async (request) => {
      const name = requireText(request.body.name, 'name');
      const { key, secret } = await ask(method.createPlatformKey, { name }, request);
      return { key: renderPlatformKey(key ?? missing()), secret };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/operator/platform-keys/:id',
    config: {
      id: 'consoleEndPlatformKey',
      tag: 'Console',
      summary: 'End a platform key: its next request is refused. For the operator.',
      session: 'session',
      parameters: { path: { id: integer(1, 'The key.') } },
      refusals: ['not_found'],
    },
    schema: { response: { 200: KeyAnswer } },
    handler: async (request) => {
      const platformKeyId = readPathId(request, 'platform key');
      const { key } = await ask(method.revokePlatformKey, { platformKeyId }, request);
      return { key: renderPlatformKey(key ?? missing()) };
    },
  });
}

function addLinked(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/platforms',
    config: {
      id: 'consoleListPlatforms',
      tag: 'Console',
      summary: 'List the platforms that may act for the account. Takes the role admin.',
      session: 'account',
      parameters: pageParameters('platforms'),
    },
    schema: { response: { 200: PlatformsAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), ...readPage(request) };
      const { platforms, nextCursor } = await ask(method.listPlatforms, asked, request);
      return { platforms: platforms.map(renderPlatform), next_cursor: nextCursor?.toString() ?? null };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/platforms/:id',
    config: {
      id: 'consoleGetPlatform',
      tag: 'Console',
      summary: 'Read a platform that is linked. Takes the role admin.',
      session: 'account',
      parameters: { path },
    },
    schema: { response: { 200: PlatformShape } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), platformId: readPathId(request, 'platform') };
      return renderPlatform((await ask(method.getPlatform, asked, request)).platform ?? missing());
    },
  });
}

function addLinks(app: App, ask: Ask): void {
  app.route({
    method: 'PUT',
    url: '/api/v1/platforms/:id',
    config: {
      id: 'consoleLinkPlatform',
      tag: 'Console',
      summary: 'Let a platform read the account’s usage and change its plan. Takes the role admin.',
      session: 'account',
      parameters: { path },
    },
    schema: { response: { 200: PlatformShape } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), platformId: readPathId(request, 'platform') };
      return renderPlatform((await ask(method.linkPlatform, asked, request)).platform ?? missing());
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/platforms/:id',
    config: {
      id: 'consoleUnlinkPlatform',
      tag: 'Console',
      summary: 'End that. Takes the role admin.',
      session: 'account',
      parameters: { path },
    },
    schema: { response: { 200: DoneAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), platformId: readPathId(request, 'platform') };
      await ask(method.unlinkPlatform, asked, request);
      return { ok: true };
    },
  });
}

export function addPlatformRoutes(app: App, ask: Ask): void {
  addKeys(app, ask);
  addLinked(app, ask);
  addLinks(app, ask);
}
