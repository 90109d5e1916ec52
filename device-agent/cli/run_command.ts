// `run`: the agent itself.
import type { Command } from 'commander';
import { nearestName } from '../../runtime/cli/nearest_name.ts';
import { AgentError } from '../agent_error.ts';
import { refuseForeignDir } from '../home/directory.ts';
import type { CommandContext } from './command_context.ts';

export function addRunCommand(program: Command, context: CommandContext): void {
  program
    .command('run', { isDefault: true })
    .description('send and receive, until it is stopped')
    // As the default command it gets every word that is no command.
    .allowExcessArguments()
    .action(async (_options: object, { args: [word] }: Command) => {
      if (word !== undefined) throw new AgentError(describeUnknown(word, program));
      refuseForeignDir(context.dir());
      await context.run(context.config());
    });
}

/** The word itself may be a code, and is not repeated. */
function describeUnknown(word: string, program: Command): string {
  const names = program.commands.map((command) => command.name());
  const nearest = nearestName(word, names);
  return nearest === undefined
    ? 'there is no such command (see --help)'
    : `there is no such command; ${nearest} is`;
}
