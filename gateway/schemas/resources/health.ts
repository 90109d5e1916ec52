// How the service is.
import { Type } from 'typebox';
import type {
  CoreState,
  DatabaseState,
  GetHealthResponse,
  WaitingTexts,
} from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { toNumber } from '../integers.ts';
import { instant, integer, text } from '../kinds.ts';
import { fieldOf, missing, renderInstant, resource } from '../resource.ts';

const coreField = fieldOf<CoreState>();
const core = resource('Core', 'A core, since it was started.', {
  version: coreField(text('Of Textrelay.'), ({ version }) => version),
  started_at: coreField(instant('When it was started.'), ({ startedAt }) =>
    renderInstant(startedAt ?? missing()),
  ),
  links: coreField(integer(0, 'Devices linked to it.'), ({ links }) => links),
  watches: coreField(integer(0, 'Gateways that watch its changes.'), ({ watches }) => watches),
  texts_handed_over: coreField(
    integer(0, 'Texts that it handed to devices since it was started.'),
    ({ textsHandedOver }) => toNumber(textsHandedOver),
  ),
  texts_expired: coreField(
    integer(0, 'Texts that it ended because a state lasted too long.'),
    ({ textsExpired }) => toNumber(textsExpired),
  ),
  calls: coreField(integer(0, 'Calls that it answered.'), ({ calls }) => toNumber(calls)),
  calls_failed: coreField(integer(0, 'Of those, refused or failed.'), ({ callsFailed }) =>
    toNumber(callsFailed),
  ),
});

const queueField = fieldOf<WaitingTexts>();
const queue = resource('Queue', 'Texts of all accounts that wait.', {
  device: queueField(integer(0, 'For a device; at most 100,000 are counted.'), ({ device }) => device),
  gateway: queueField(integer(0, 'The same for a carrier.'), ({ gateway }) => gateway),
});

const databaseField = fieldOf<DatabaseState>();
const database = resource('Database', 'How the database is.', {
  version: databaseField(text('Of PostgreSQL.'), ({ version }) => version),
  bytes: databaseField(integer(0, 'Its size.'), ({ bytes }) => toNumber(bytes)),
  connections: databaseField(integer(0, 'Of clients, to this database.'), ({ connections }) => connections),
  most_connections: databaseField(
    integer(0, 'Of clients, to all databases of the server.'),
    ({ mostConnections }) => mostConnections,
  ),
  started_at: databaseField(instant('When the server was started.'), ({ startedAt }) =>
    renderInstant(startedAt ?? missing()),
  ),
});

const field = fieldOf<GetHealthResponse>();
export const { Shape: HealthShape, render: renderHealth } = resource('Health', 'How the service is.', {
  cores: field(
    Type.Array(core.Shape, {
      description: 'The core that answered; each of several answers now and then.',
    }),
    (health) => [core.render(health.core ?? missing())],
  ),
  carrier_cores: field(
    integer(0, 'Cores that hand texts to carriers and are alive.'),
    ({ carrierCores }) => carrierCores,
  ),
  queue: field(queue.Shape, ({ waiting }) => queue.render(waiting ?? missing())),
  oldest_waiting_seconds: field(
    integer(0, 'The age of the oldest text that is queued; 0 when none is.'),
    ({ waiting }) => (waiting ?? missing()).oldestSeconds,
  ),
  database: field(database.Shape, (health) => database.render(health.database ?? missing())),
});
