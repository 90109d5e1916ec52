// The keys of an account.
import { Type } from 'typebox';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { readPathId } from '../schemas/integers.ts';
import { integer, text } from '../schemas/kinds.ts';
import { nextCursorField, pageParameters, readPage } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';
import { KeyShape, renderKey } from '../schemas/resources/key.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = KeyService;

const KeysAnswer = Type.Object(
  {
    keys: Type.Array(KeyShape, {
      description: 'In order of id, with those that were revoked in the last 90 days.',
    }),
    next_cursor: nextCursorField,
  },
  { title: 'Keys' },
);
const NewKeyAnswer = Type.Object(
  { key: KeyShape, secret: text('The key itself: shown this once.') },
  { title: 'NewKey' },
);
const KeyAnswer = Type.Object({ key: KeyShape }, { title: 'OneKey' });
const KeyBody = Type.Object({ label: Type.Optional(text('At most 100 characters.')) }, { title: 'MakeKey' });

export function addKeyRoutes(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url: '/api/v1/keys',
    config: {
      id: 'consoleListKeys',
      tag: 'Console',
      summary: 'List the account’s keys. Takes the role admin.',
      session: 'account',
      parameters: pageParameters('keys'),
    },
    schema: { response: { 200: KeysAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), ...readPage(request) };
      const { keys, nextCursor } = await ask(method.listKeys, asked, request);
      return { keys: keys.map(renderKey), next_cursor: nextCursor?.toString() ?? null };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/keys',
    config: {
      id: 'consoleMakeKey',
      tag: 'Console',
      summary: 'Make a key; its secret is answered this once. Takes the role admin.',
      session: 'account',
    },
    schema: { body: KeyBody, response: { 200: NewKeyAnswer } },
    handler: async (request) => {
      const label = requireText(request.body.label ?? '', 'label');
      const { key, secret } = await ask(method.createKey, { accountId: accountOf(request), label }, request);
      return { key: renderKey(key ?? missing()), secret };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/keys/:id',
    config: {
      id: 'consoleEndKey',
      tag: 'Console',
      summary: 'End a key: its next request is refused. Takes the role admin.',
      session: 'account',
      parameters: { path: { id: integer(1, 'The key.') } },
    },
    schema: { response: { 200: KeyAnswer } },
    handler: async (request) => {
      const asked = { accountId: accountOf(request), keyId: readPathId(request, 'key') };
      return { key: renderKey((await ask(method.revokeKey, asked, request)).key ?? missing()) };
    },
  });
}
