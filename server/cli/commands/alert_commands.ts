// `alerts`: what is wrong with the service now, and whether the operator hears of it.
import type { Command } from 'commander';
import { AlertSchema } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { createView, plainFields } from '../answer.ts';
import type { CommandContext } from '../command.ts';

const alerts = createView(
  plainFields(AlertSchema),
  {
    since: 'since',
    level: ({ critical }) => (critical ? 'critical' : 'warning'),
    alert: 'summary',
    reported: 'reportedAt',
    over: 'overAt',
  },
  'no alerts',
);

const targets = createView(
  ['name', 'error'],
  { target: 'name', test: ({ error }: { name: string; error: string }) => (error === '' ? 'taken' : error) },
  'nobody gets alerts: set TEXTRELAY_ALERT_MAIL or TEXTRELAY_ALERT_URL',
);

/** Adds the group `alerts`. */
export function addAlertCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('alerts')
    .description('what is wrong with the service now, and who hears of it');
  group
    .command('list')
    .description('list what the rules of the alerts find, the oldest first')
    .action(async () => context.answerAll('alerts', alerts, (await context.core().listAlerts({})).alerts));
  group
    .command('test')
    .description('send a test to everybody who gets alerts; exit code 1 where one does not take it')
    .action(async () => {
      const { targets: tried } = await context.core().testAlerts({});
      context.answerAll('targets', targets, tried);
      if (tried.length === 0 || tried.some(({ error }) => error !== '')) context.fail();
    });
}
