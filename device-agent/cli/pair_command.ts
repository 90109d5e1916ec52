// `pair`: trades the code, and says what to do next. Neither code nor token is ever printed.
import { join } from 'node:path';
import type { Command } from 'commander';
import { AgentError } from '../agent_error.ts';
import { configFileName } from '../config_file.ts';
import { refuseForeignDir } from '../home/directory.ts';
import { type Identity, readIdentity } from '../home/identity.ts';
import { pairDevice } from '../pair.ts';
import type { CommandContext } from './command_context.ts';

export function addPairCommand(program: Command, context: CommandContext): void {
  program
    .command('pair')
    .description('pair this device with the account that made the code')
    .argument('<url>', "the core's device listener, such as https://texts.example:4200")
    .argument('<code>', 'the one-time code')
    .option('--name <name>', 'a name for the device, unless the operator gave one', '')
    .action(async (url: string, code: string, { name }: { name: string }) => {
      const dir = context.dir();
      refuseForeignDir(dir);
      const before = readEarlier(dir);
      const identity = await pairDevice(dir, url, code, name);
      const lines = [
        `Paired as device ${identity.deviceId} of account ${identity.accountName}, at ${identity.url}.`,
        ...describeEarlier(before),
        ...nextSteps(dir, context),
      ];
      context.say(lines.join('\n'));
    });
}

/** A damaged identity must not stop pairing, which repairs it. */
function readEarlier(dir: string): Identity | undefined {
  try {
    return readIdentity(dir);
  } catch {
    return undefined;
  }
}

function describeEarlier(before: Identity | undefined): string[] {
  if (before === undefined) return [];
  const { deviceId, accountName } = before;
  return [
    `It was device ${deviceId} of account ${accountName} before; unpair that one, if nobody uses it. Its journal is set`,
    'aside with the next run.',
  ];
}

function nextSteps(dir: string, context: CommandContext): string[] {
  const choose = isDriverChosen(context)
    ? []
    : [
        'choose what it sends with: textrelay-agent drivers',
        `put that into ${join(dir, configFileName)}, such as: TEXTRELAY_AGENT_DRIVER=at-modem`,
      ];
  const steps = [
    ...choose,
    'see whether all is well: textrelay-agent doctor',
    'start it: textrelay-agent run',
  ];
  return ['', 'Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)];
}

/** The device is paired already, so that errors in the settings are left to `doctor`. */
function isDriverChosen(context: CommandContext): boolean {
  try {
    return context.config().isDriverChosen;
  } catch (error) {
    if (error instanceof AgentError) return false;
    throw error;
  }
}
