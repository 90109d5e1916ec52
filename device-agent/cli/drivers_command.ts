// `drivers`: the devices that the agent can send with, and the settings of each.
import type { Command } from 'commander';
import type { ValidatorSpec } from 'envalid';
import type { DriverKind } from '../drivers/driver.ts';
import { driverKinds } from '../drivers/registry.ts';
import type { CommandContext } from './command_context.ts';

export function addDriversCommand(program: Command, context: CommandContext): void {
  program
    .command('drivers')
    .description('list what it can send with, and the settings of each')
    .option('--json', 'answer with one JSON document')
    .action(({ json }: { json?: boolean }) => {
      if (json) context.say(JSON.stringify(driverKinds.map(driverJson), null, 2));
      else context.say(`${driverKinds.map(renderDriver).join('\n\n')}\n\n${howToChoose}`);
    });
}

const howToChoose = 'Choose one with TEXTRELAY_AGENT_DRIVER; "doctor" says whether its device is there.';

function renderDriver({ name, summary, variables }: DriverKind): string {
  const entries = Object.entries(variables);
  const width = Math.max(0, ...entries.map(([variable]) => variable.length));
  const lines = entries.map(([variable, spec]) => `    ${variable.padEnd(width)}  ${describe(spec)}`);
  return [`${name}  ${summary}`, ...lines].join('\n');
}

/** The driver's own words, completed where they leave something open. */
function describe(spec: ValidatorSpec<unknown>): string {
  const { desc = '' } = spec;
  if (!('default' in spec)) return `${desc} (must be set)`;
  const namesDefault = /\[[^\]]*\]$/.test(desc) || spec.default === undefined;
  return namesDefault ? desc : `${desc} [${spec.default}]`;
}

const driverJson = ({ name, summary, variables }: DriverKind) => ({
  name,
  summary,
  variables: Object.entries(variables).map(([variable, spec]) => ({
    name: variable,
    description: spec.desc ?? '',
    required: !('default' in spec),
    default: spec.default ?? null,
    choices: spec.choices ?? null,
  })),
});
