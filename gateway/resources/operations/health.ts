// How the service is.
import { Type } from 'typebox';
import type {
  CoreState,
  DatabaseState,
  GetHealthResponse,
  WaitingTexts,
} from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { instant, integer, text } from '../../schemas/kinds.ts';
import { madeOf, missing } from '../../schemas/resource.ts';

const core = madeOf<CoreState>().resource('Core', 'A core, since it was started.', {
  version: text('Of Textrelay.'),
  started_at: instant('When it was started.'),
  links: integer(0, 'Devices linked to it.'),
  watches: integer(0, 'Gateways that watch its changes.'),
  texts_handed_over: integer(0, 'Texts that it handed to devices since it was started.'),
  texts_expired: integer(0, 'Texts that it ended because a state lasted too long.'),
  calls: integer(0, 'Calls that it answered.'),
  calls_failed: integer(0, 'Of those, refused or failed.'),
});

const queue = madeOf<WaitingTexts>().resource('Queue', 'Texts of all accounts that wait.', {
  device: integer(0, 'For a device; at most 100,000 are counted.'),
  gateway: integer(0, 'The same for a carrier.'),
});

const database = madeOf<DatabaseState>().resource('Database', 'How the database is.', {
  version: text('Of PostgreSQL.'),
  bytes: integer(0, 'Its size.'),
  connections: integer(0, 'Of clients, to this database.'),
  most_connections: integer(0, 'Of clients, to all databases of the server.'),
  started_at: instant('When the server was started.'),
});

const { field, resource } = madeOf<GetHealthResponse>();

export const { Shape: HealthShape, render: renderHealth } = resource('Health', 'How the service is.', {
  cores: field(
    Type.Array(core.Shape, {
      description: 'The core that answered; each of several answers now and then.',
    }),
    (health) => [core.render(health.core)],
  ),
  carrier_cores: integer(0, 'Cores that hand texts to carriers and are alive.'),
  queue: field(queue.Shape, ({ waiting }) => queue.render(waiting)),
  oldest_waiting_seconds: field(
    integer(0, 'The age of the oldest text that is queued; 0 when none is.'),
    ({ waiting }) => (waiting ?? missing()).oldestSeconds,
  ),
  database: field(database.Shape, (health) => database.render(health.database)),
});
