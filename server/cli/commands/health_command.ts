// `health`: how the service is. Its JSON has the shape of the console's answer.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { Command } from 'commander';
import type { GetHealthResponse } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { type Json, renderFields, toInteger, toTime } from '../answer.ts';
import { type CommandContext, promised } from '../command.ts';

function partsOf({ core, waiting, database }: GetHealthResponse) {
  return { core: promised(core), waiting: promised(waiting), database: promised(database) };
}

function healthJson(health: GetHealthResponse): { [name: string]: Json } {
  const { core, waiting, database } = partsOf(health);
  return {
    cores: [
      {
        version: core.version,
        started_at: toTime(core.startedAt),
        links: core.links,
        watches: core.watches,
        texts_handed_over: toInteger(core.textsHandedOver),
        texts_expired: toInteger(core.textsExpired),
        calls: toInteger(core.calls),
        calls_failed: toInteger(core.callsFailed),
      },
    ],
    carrier_cores: health.carrierCores,
    queue: { device: waiting.device, gateway: waiting.gateway },
    oldest_waiting_seconds: waiting.oldestSeconds,
    database: {
      version: database.version,
      bytes: toInteger(database.bytes),
      connections: database.connections,
      most_connections: database.mostConnections,
      started_at: toTime(database.startedAt),
    },
  };
}

const since = (instant: Timestamp | undefined) => `since ${toTime(instant) ?? ''}`;

function renderHealth(health: GetHealthResponse): string {
  const { core, waiting, database } = partsOf(health);
  return renderFields([
    ['core', `${core.version}, ${since(core.startedAt)}`],
    ['devices linked', String(core.links)],
    ['gateways', String(core.watches)],
    ['texts handed over', String(core.textsHandedOver)],
    ['texts expired', String(core.textsExpired)],
    ['calls', `${core.calls}, ${core.callsFailed} failed`],
    ['carrier cores', String(health.carrierCores)],
    ['waiting', `${waiting.device} for devices, ${waiting.gateway} for carriers`],
    ['oldest waiting', `${waiting.oldestSeconds} s`],
    ['database', `PostgreSQL ${database.version}, ${since(database.startedAt)}`],
    ['database size', `${database.bytes} bytes`],
    ['connections', `${database.connections}, at most ${database.mostConnections}`],
  ]);
}

/** Adds the command to the program. */
export function addHealthCommand(program: Command, context: CommandContext): void {
  program
    .command('health')
    .description('show how the service is: the core that answers, what waits, and the database')
    .action(async () => {
      const health = await context.core().getHealth({});
      context.answer({ json: healthJson(health), text: renderHealth(health) });
    });
}
