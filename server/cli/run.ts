// One run of the operator's command line: builds the program, runs what was typed, and turns the end into an exit
// code and one line. Reads nothing of the process itself, so that tests run it in theirs.

import { ConnectError } from '@connectrpc/connect';
import { Command, CommanderError } from 'commander';
import type { Clock } from '../../runtime/clock.ts';
import { ConfigError } from '../../runtime/config/config_values.ts';
import { typedCommand } from '../../runtime/typed_command.ts';
import { EmbeddedRefused } from '../embedded/refusal.ts';
import { SchemaRefused } from '../store/postgres/migrating/migrate.ts';
import { CommandContext } from './command.ts';
import { addAccountCommands, addPlanCommands } from './commands/account_commands.ts';
import { addAlertCommands } from './commands/alert_commands.ts';
import { addAuditEventCommand } from './commands/audit_event_commands.ts';
import { addBackupCommands, type Machine } from './commands/backup_commands.ts';
import { addCarrierCommands, addNumberCommands } from './commands/carrier_commands.ts';
import { addCompletionCommand } from './commands/completion_command.ts';
import { addDeviceCommands } from './commands/device_commands.ts';
import { addDoctorCommands } from './commands/doctor_command.ts';
import { addErasureCommands } from './commands/erasure_commands.ts';
import { addHealthCommand } from './commands/health_command.ts';
import { addHeldCommands } from './commands/held_commands.ts';
import { addIncomingWebhookCommands } from './commands/incoming_webhook_commands.ts';
import { addKeyCommands, addPlatformKeyCommands } from './commands/key_commands.ts';
import { addExportCommand, addRetentionCommands } from './commands/retention_commands.ts';
import { addTextCommands } from './commands/text_commands.ts';
import { addUserCommands } from './commands/user_commands.ts';
import { addConsumerCommands, addWebhookCommands } from './commands/webhook_commands.ts';
import type { Connection } from './core_client/config.ts';
import { type CoreClient, openCore } from './core_client/core_client.ts';
import { explainCall } from './core_client/explain_call.ts';
import type { PartsHere } from './doctor/parts_here.ts';

const oneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, '; ');

/** One line, without its line feed, for anything that a command threw. */
function explainFailure(error: unknown): string {
  const isForUsers = [ConfigError, EmbeddedRefused, SchemaRefused].some((known) => error instanceof known);
  if (isForUsers) return oneLine((error as Error).message);
  if (error instanceof ConnectError) return oneLine(explainCall(error));
  return oneLine(`unexpected error: ${error instanceof Error ? error.message : String(error)}`);
}

/** The process that a run is part of. */
export interface AdminRun {
  /** The typed words, without program and script. */
  words: readonly string[];
  /** The version, for `--version`. */
  version: string;
  /** Finds the core; called only by commands that need it. Throws ConfigError. */
  readConnection(): Connection;
  /** Finds every core that is named; called by `doctor`. Throws ConfigError. */
  readConnections(): Connection[];
  /** Finds the databases; called by the commands for backups. Throws ConfigError. */
  readDatabases: Machine['readDatabases'];
  /** What runs on this machine; asked by `doctor`. */
  here: PartsHere;
  clock: Clock;
  /** Called by commands that can be stopped: what ends them. Any other is ended with its process. */
  stopRequests(): AbortSignal;
  writeOut(text: string): void;
  writeError(text: string): void;
}

const firstSteps = (admin: string) => `
First steps:
  ${admin} accounts create --name Acme --country US --plan starter
  ${admin} keys create <account>
  ${admin} devices pair <account>
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
      'Runs the service for its operator: accounts, keys, platform keys, devices, texts, carriers, people, plans, webhooks, incoming webhooks, health, alerts, doctor, backups.',
    )
    .version(run.version)
    .option('--json', 'answer with one JSON document on stdout')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', firstSteps(typedCommand('admin')))
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
  let hasFailed = false;
  const context = new CommandContext(
    () => {
      core ??= openCore(run.readConnection());
      return core;
    },
    ({ json, text }) => run.writeOut(program.opts().json ? `${JSON.stringify(json, null, 2)}\n` : text),
    () => {
      hasFailed = true;
    },
  );
  for (const add of [
    addAccountCommands,
    addKeyCommands,
    addPlatformKeyCommands,
    addDeviceCommands,
    addTextCommands,
    addCarrierCommands,
    addNumberCommands,
    addUserCommands,
    addPlanCommands,
    addHealthCommand,
    addAlertCommands,
    addHeldCommands,
    addRetentionCommands,
    addErasureCommands,
    addAuditEventCommand,
    addConsumerCommands,
    addWebhookCommands,
    addIncomingWebhookCommands,
    addCompletionCommand,
  ]) {
    add(program, context);
  }
  addExportCommand(program, context, run.writeOut);
  addDoctorCommands(program, context, { ...run, openCore });
  addBackupCommands(program, context, {
    ...run,
    warn: (line) => run.writeError(`${oneLine(line)}\n`),
  });

  if (run.words.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(run.words, { from: 'user' });
    return hasFailed ? 1 : 0;
  } catch (error) {
    // Commander has written its own line already; its code 0 is a help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    run.writeError(`${explainFailure(error)}\n`);
    return 1;
  } finally {
    core?.close();
  }
}
