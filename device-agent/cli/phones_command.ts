// `phones`: the hub of phones with the stock app.
import type { Command } from 'commander';
import { refuseForeignDir } from '../home/directory.ts';
import type { CommandContext } from './command_context.ts';

export function addPhonesCommand(program: Command, context: CommandContext): void {
  program
    .command('phones')
    .description('serve Android phones that have the app SMS Gateway and no agent, until it is stopped')
    .action(async () => {
      const config = context.hubConfig();
      refuseForeignDir(config.dir);
      await context.runHub(config);
    });
}
