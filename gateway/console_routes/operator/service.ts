// The operator's platform keys, and how the service is.

import { type Static, Type } from 'typebox';
import type { PlatformKey } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { ConsoleOperatorService } from '../../../proto/gen/textrelay/v1/console_operator_service_pb.ts';
import type { AskConsole } from '../../core/console_client.ts';
import type { App } from '../../edge/app.ts';
import { unavailable } from '../../edge/errors.ts';
import { parseCursor, parseInteger, readPathId, toNumber } from '../../schemas/integers.ts';
import { instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { clampedInteger, limitRule, nextCursorField } from '../../schemas/parameters.ts';
import { instantOrNull, renderInstant } from '../../schemas/resource.ts';
import { requireText } from '../../schemas/text_rules.ts';
import { sessionOf } from '../../session/door.ts';

const method = ConsoleOperatorService.method;

const KeyShape = Type.Object(
  {
    id: integer(1, 'What the integrator gives to account owners, who link it.'),
    name: text('The integrator’s name.'),
    hint: text('Its first and last characters.'),
    created_at: instant('When it was issued.'),
    revoked_at: nullable(instant('When it was ended; null while it works.')),
  },
  { title: 'ConsolePlatformKey', description: 'A platform key without its secret.' },
);
const KeysAnswer = Type.Object(
  {
    keys: Type.Array(KeyShape, { description: 'In order of id, ended ones too.' }),
    next_cursor: nextCursorField,
  },
  { title: 'ConsolePlatformKeys' },
);
const NewKeyAnswer = Type.Object(
  { key: KeyShape, secret: text('The key itself: shown this once.') },
  { title: 'ConsoleNewPlatformKey' },
);
const KeyAnswer = Type.Object({ key: KeyShape }, { title: 'ConsoleOnePlatformKey' });
const KeyBody = Type.Object(
  { name: text('The integrator’s name, 1 to 100 characters.') },
  { title: 'ConsoleIssuePlatformKey' },
);

const HealthAnswer = Type.Object(
  {
    cores: Type.Array(
      Type.Object(
        {
          version: text('Of Textrelay.'),
          started_at: instant('When it was started.'),
          links: integer(0, 'Devices linked to it.'),
          watches: integer(0, 'Gateways that watch its changes.'),
          texts_handed_over: integer(0, 'Texts that it handed to devices since it was started.'),
          texts_expired: integer(0, 'Texts that it ended because a state lasted too long.'),
          calls: integer(0, 'Calls that it answered.'),
          calls_failed: integer(0, 'Of those, refused or failed.'),
        },
        { title: 'ConsoleCore' },
      ),
      { description: 'The core that answered; each of several answers now and then.' },
    ),
    carrier_cores: integer(0, 'Cores that hand texts to carriers and are alive.'),
    queue: Type.Object(
      {
        device: integer(0, 'Texts of all accounts that wait for a device; at most 100,000 are counted.'),
        gateway: integer(0, 'The same for a carrier.'),
      },
      { title: 'ConsoleQueue' },
    ),
    oldest_waiting_seconds: integer(0, 'The age of the oldest text that is queued; 0 when none is.'),
    database: Type.Object(
      {
        version: text('Of PostgreSQL.'),
        bytes: integer(0, 'Its size.'),
        connections: integer(0, 'Of clients, to this database.'),
        most_connections: integer(0, 'Of clients, to all databases of the server.'),
        started_at: instant('When the server was started.'),
      },
      { title: 'ConsoleDatabase' },
    ),
  },
  { title: 'ConsoleHealth', description: 'How the service is.' },
);

function renderKey(key: PlatformKey | undefined): Static<typeof KeyShape> {
  if (!key?.createdAt) throw unavailable();
  const { id, name, hint, createdAt, revokedAt } = key;
  return {
    id: toNumber(id),
    name,
    hint,
    created_at: renderInstant(createdAt),
    revoked_at: instantOrNull(revokedAt),
  };
}

export function addOperatorServiceRoutes(app: App, { ask }: { ask: AskConsole }): void {
  app.route({
    method: 'GET',
    url: '/api/v1/console/operator/platform-keys',
    config: {
      id: 'consoleListPlatformKeys',
      tag: 'Console',
      summary: 'List platform keys. For the operator.',
      session: 'session',
      parameters: {
        query: {
          limit: clampedInteger(limitRule, 'Most keys in the answer.'),
          cursor: text('The next_cursor of the page before.'),
        },
      },
    },
    schema: { response: { 200: KeysAnswer } },
    handler: async (request) => {
      const query = request.query as Record<string, unknown>;
      const { keys, nextCursor } = await ask(method.listAllPlatformKeys, {
        session: sessionOf(request),
        limit: parseInteger(query.limit, limitRule),
        cursor: parseCursor(query.cursor, 'cursor'),
      });
      return { keys: keys.map(renderKey), next_cursor: nextCursor?.toString() ?? null };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/operator/platform-keys',
    config: {
      id: 'consoleIssuePlatformKey',
      tag: 'Console',
      summary: 'Issue a platform key; its secret is answered this once. For the operator.',
      session: 'session',
    },
    schema: { body: KeyBody, response: { 200: NewKeyAnswer } },
    handler: async (request) => {
      const name = requireText(request.body.name, 'name');
      const { key, secret } = await ask(method.issuePlatformKey, { session: sessionOf(request), name });
      return { key: renderKey(key), secret };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/v1/console/operator/platform-keys/:id',
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
      const { key } = await ask(method.endPlatformKey, { session: sessionOf(request), platformKeyId });
      return { key: renderKey(key) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/console/operator/health',
    config: {
      id: 'consoleGetHealth',
      tag: 'Console',
      summary: 'Read how the service is. For the operator.',
      session: 'session',
    },
    schema: { response: { 200: HealthAnswer } },
    handler: async (request) => {
      const { core, waiting, database, carrierCores } = await ask(method.getHealth, {
        session: sessionOf(request),
      });
      if (!core?.startedAt || !waiting || !database?.startedAt) throw unavailable();
      return {
        cores: [
          {
            version: core.version,
            started_at: renderInstant(core.startedAt),
            links: core.links,
            watches: core.watches,
            texts_handed_over: toNumber(core.textsHandedOver),
            texts_expired: toNumber(core.textsExpired),
            calls: toNumber(core.calls),
            calls_failed: toNumber(core.callsFailed),
          },
        ],
        carrier_cores: carrierCores,
        queue: { device: waiting.device, gateway: waiting.gateway },
        oldest_waiting_seconds: waiting.oldestSeconds,
        database: {
          version: database.version,
          bytes: toNumber(database.bytes),
          connections: database.connections,
          most_connections: database.mostConnections,
          started_at: renderInstant(database.startedAt),
        },
      };
    },
  });
}
