// The agent's command line: its commands, and what its help says. Reads nothing of the process itself.
import { Command } from 'commander';
import type { CommandContext } from './command_context.ts';
import { addDoctorCommand } from './doctor_command.ts';
import { addDriversCommand } from './drivers_command.ts';
import { addPairCommand } from './pair_command.ts';
import { addPhonesCommand } from './phones_command.ts';
import { addRunCommand } from './run_command.ts';
import { addSimulateInboundCommand } from './simulate_inbound_command.ts';
import { addStatusCommand } from './status_command.ts';

const firstSteps = `
First steps:
  textrelay-agent pair https://texts.example:4200 CODE
  textrelay-agent drivers
  textrelay-agent doctor
  textrelay-agent run

Settings are read from the environment and from agent.env in the agent's directory, one NAME=value a line; the
environment wins. Besides the driver's own, which "drivers" lists:
  TEXTRELAY_AGENT_DIR         where identity, journal and agent.env are; only in the environment, or as --dir
                              [$XDG_STATE_HOME or ~/.local/state, /textrelay-agent]
  TEXTRELAY_AGENT_DRIVER      the device [simulated]
  TEXTRELAY_AGENT_OPS_LISTEN  host:port for metrics and health [off]
  LOG_LEVEL                   trace, debug, info, warn, error, fatal, silent [info]

It ends with 0 when all is well, 1 after an error, and run with 2 when the device is not paired any more.`;

/** Builds the program; `makeContext` gets a function that reads the directory that was typed. */
export function createProgram(
  version: string,
  makeContext: (typedDir: () => string | undefined) => CommandContext,
): Command {
  const program = new Command('textrelay-agent')
    .description('Connects a phone or modem to Textrelay.')
    .version(version)
    .option('--dir <path>', "the agent's directory, instead of TEXTRELAY_AGENT_DIR")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', firstSteps);
  const context = makeContext(() => program.opts<{ dir?: string }>().dir);
  for (const add of [
    addPairCommand,
    addDriversCommand,
    addDoctorCommand,
    addRunCommand,
    addPhonesCommand,
    addStatusCommand,
    addSimulateInboundCommand,
  ])
    add(program, context);
  return program;
}
