// One run of the operator's command line: builds the program, runs what was typed, and turns the end into an exit
// code. Reads nothing of the process itself, so that tests run it in theirs.
import { Command, CommanderError } from 'commander';
import { CommandContext } from './command.ts';
import { addAccountCommands, addPlanCommands } from './commands/account_commands.ts';
import { addCarrierCommands, addNumberCommands } from './commands/carrier_commands.ts';
import { addDeviceCommands } from './commands/device_commands.ts';
import { addHealthCommand } from './commands/health_command.ts';
import { addKeyCommands, addPlatformKeyCommands } from './commands/key_commands.ts';
import { addPeopleCommands } from './commands/people_commands.ts';
import { addConsumerCommands, addWebhookCommands } from './commands/webhook_commands.ts';
import type { Connection } from './config.ts';
import { type CoreClient, openCore } from './core_client.ts';
import { explainFailure } from './failure.ts';

/** What a run is given of the process. */
interface AdminRun {
  /** The typed words, without program and script. */
  words: readonly string[];
  /** What `--version` answers. */
  version: string;
  /** Finds the core; called only by commands that need it. Throws ConfigError. */
  readConnection(): Connection;
  writeOut(text: string): void;
  writeError(text: string): void;
}

const firstSteps = `
First steps:
  npm run admin -- accounts create --name Acme --country US --plan starter
  npm run admin -- keys create <account>
  npm run admin -- devices pair <account>
`;

/** An error in the command line is one line; where commander says no more, it names the help. */
function toUsageLine(message: string): string {
  const line = message.trim().replace(/\s*\n\s*/g, ' ');
  return `${line}${line.includes('Did you mean') ? '' : ' (see --help)'}\n`;
}

function createProgram(run: AdminRun): Command {
  return new Command('admin')
    .usage('<group> <command> ... [--json]')
    .description(
      'Runs the service for its operator: accounts, keys, platform keys, devices, carriers, people, plans, webhooks, health.',
    )
    .version(run.version)
    .option('--json', 'answer with one JSON document on stdout')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', firstSteps)
    .exitOverride()
    .configureOutput({
      writeOut: run.writeOut,
      writeErr: run.writeError,
      outputError: (message, write) => write(toUsageLine(message)),
    });
}

/** Runs one command. Returns the exit code: 0 done, 1 refused or failed, 2 typed wrongly. */
export async function runAdmin(run: AdminRun): Promise<number> {
  const program = createProgram(run);
  let core: CoreClient | undefined;
  const context = new CommandContext(
    () => {
      core ??= openCore(run.readConnection());
      return core;
    },
    ({ json, text }) => run.writeOut(program.opts().json ? `${JSON.stringify(json, null, 2)}\n` : text),
  );
  for (const add of [
    addAccountCommands,
    addKeyCommands,
    addPlatformKeyCommands,
    addDeviceCommands,
    addCarrierCommands,
    addNumberCommands,
    addPeopleCommands,
    addPlanCommands,
    addHealthCommand,
    addConsumerCommands,
    addWebhookCommands,
  ]) {
    add(program, context);
  }

  if (run.words.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(run.words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has written its own line already; its code 0 is a help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    run.writeError(`${explainFailure(error)}\n`);
    return 1;
  } finally {
    core?.close();
  }
}
