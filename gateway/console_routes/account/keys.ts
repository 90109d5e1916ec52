// The console's keys of an account.

import { type Static, Type } from 'typebox';
import type { AccountKey } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { ConsoleService } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { unavailable } from '../../edge/errors.ts';
import { readPathId, toNumber } from '../../schemas/integers.ts';
import { instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { nextCursorField, pageParameters, readPage } from '../../schemas/parameters.ts';
import { instantOrNull, renderInstant } from '../../schemas/resource.ts';
import { requireText } from '../../schemas/text_rules.ts';
import { sessionOf } from '../../session/door.ts';

const method = ConsoleService.method;

const keyFields = {
  id: integer(1, 'Counted per account.'),
  label: text('What somebody called it; may be empty.'),
  hint: text('Its first and last characters.'),
  created_at: instant('When it was made.'),
  revoked_at: nullable(instant('When it was ended; null while it works.')),
};
const KeyShape = Type.Object(keyFields, {
  title: 'ConsoleKey',
  description: 'An account key without its secret.',
});
const UsedKeyShape = Type.Object(
  {
    ...keyFields,
    last_used_at: nullable(instant('When it was last admitted; null for never.')),
  },
  { title: 'ConsoleUsedKey', description: 'An account key with its last use.' },
);
const KeysAnswer = Type.Object(
  {
    keys: Type.Array(UsedKeyShape, {
      description: 'In order of id, with those that were ended in the last 90 days.',
    }),
    next_cursor: nextCursorField,
  },
  { title: 'ConsoleKeys' },
);
const NewKeyAnswer = Type.Object(
  { key: KeyShape, secret: text('The key itself: shown this once.') },
  { title: 'ConsoleNewKey' },
);
const KeyAnswer = Type.Object({ key: KeyShape }, { title: 'ConsoleOneKey' });
const KeyBody = Type.Object(
  { label: Type.Optional(text('At most 100 characters.')) },
  { title: 'ConsoleMakeKey' },
);

function renderKey(key: AccountKey | undefined): Static<typeof KeyShape> {
  if (!key?.createdAt) throw unavailable();
  return {
    id: toNumber(key.id),
    label: key.label,
    hint: key.hint,
    created_at: renderInstant(key.createdAt),
    revoked_at: instantOrNull(key.revokedAt),
  };
}

export function addKeyRoutes(app: App, { ask }: { ask: AskConsole }): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/keys',
    config: {
      id: 'consoleListKeys',
      tag: 'Console',
      summary: 'List the account’s keys. Takes the role admin.',
      session: 'account',
      parameters: pageParameters('keys'),
    },
    schema: { response: { 200: KeysAnswer } },
    handler: async (request) => {
      const { keys, nextCursor } = await ask(method.listUsedKeys, {
        session: sessionOf(request),
        ...readPage(request),
      });
      return {
        next_cursor: nextCursor?.toString() ?? null,
        keys: keys.map(({ key, lastUsedAt }) => ({
          ...renderKey(key),
          last_used_at: instantOrNull(lastUsedAt),
        })),
      };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/keys',
    config: {
      id: 'consoleMakeKey',
      tag: 'Console',
      summary: 'Make a key; its secret is answered this once. Takes the role admin.',
      session: 'account',
    },
    schema: { body: KeyBody, response: { 200: NewKeyAnswer } },
    handler: async (request) => {
      const label = requireText(request.body.label ?? '', 'label');
      const { key, secret } = await ask(method.makeKey, { session: sessionOf(request), label });
      return { key: renderKey(key), secret };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/keys/:id',
    config: {
      id: 'consoleEndKey',
      tag: 'Console',
      summary: 'End a key: its next request is refused. Takes the role admin.',
      session: 'account',
      parameters: { path: { id: integer(1, 'The key.') } },
    },
    schema: { response: { 200: KeyAnswer } },
    handler: async (request) => {
      const keyId = readPathId(request, 'key');
      return { key: renderKey((await ask(method.endKey, { session: sessionOf(request), keyId })).key) };
    },
  });
}
