// `completion bash | zsh | fish`: what makes a shell complete these commands, made from the commands themselves.
import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command.ts';
import { placesOf } from '../completion/command_tree.ts';
import { type Shell, shells, writeCompletion } from '../completion/shell_scripts.ts';

export function addCompletionCommand(program: Command, context: Pick<CommandContext, 'answer'>): void {
  program
    .command('completion')
    .description('print what makes a shell complete these commands, to be sourced by it')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action((shell: Shell) => {
      const script = writeCompletion(shell, placesOf(program));
      context.answer({ json: { shell, script }, text: script });
    });
}
