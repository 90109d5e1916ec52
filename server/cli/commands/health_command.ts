// `health`: how the service is. Its JSON has the shape of the console's answer.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { Command } from 'commander';
import { jsonOf, renderFields, toTime } from '../answer.ts';
import { type CommandContext, promised } from '../command.ts';

const since = (instant: Timestamp | undefined) => `since ${toTime(instant) ?? ''}`;

/** Adds the command `health`. */
export function addHealthCommand(program: Command, context: CommandContext): void {
  program
    .command('health')
    .description('show how the service is: the core that answers, what waits, and the database')
    .action(async () => {
      const { carrierCores, oldestWaitingSeconds, ...parts } = await context.core().getHealth({});
      const core = promised(parts.cores[0]);
      const queue = promised(parts.queue);
      const database = promised(parts.database);
      context.answer({
        json: {
          cores: [
            {
              ...jsonOf(core, [
                'version',
                'startedAt',
                'links',
                'watches',
                'textsHandedOver',
                'textsExpired',
              ]),
              ...jsonOf(core, ['calls', 'callsFailed']),
            },
          ],
          carrier_cores: carrierCores,
          queue: jsonOf(queue, ['device', 'gateway']),
          oldest_waiting_seconds: oldestWaitingSeconds,
          database: jsonOf(database, ['version', 'bytes', 'connections', 'mostConnections', 'startedAt']),
        },
        text: renderFields([
          ['core', `${core.version}, ${since(core.startedAt)}`],
          ['devices linked', String(core.links)],
          ['gateways', String(core.watches)],
          ['texts handed over', String(core.textsHandedOver)],
          ['texts expired', String(core.textsExpired)],
          ['calls', `${core.calls}, ${core.callsFailed} failed`],
          ['carrier cores', String(carrierCores)],
          ['waiting', `${queue.device} for devices, ${queue.gateway} for carriers`],
          ['oldest waiting', `${oldestWaitingSeconds} s`],
          ['database', `PostgreSQL ${database.version}, ${since(database.startedAt)}`],
          ['database size', `${database.bytes} bytes`],
          ['connections', `${database.connections}, at most ${database.mostConnections}`],
        ]),
      });
    });
}
