// `doctor`: checks each part of a set-up, and says what to do about what is wrong.
import type { Command } from 'commander';
import { createLog } from '../../runtime/log.ts';
import { AgentError } from '../agent_error.ts';
import type { Config } from '../config.ts';
import { examineAgent } from '../doctor/doctor.ts';
import type { Finding } from '../drivers/driver.ts';
import type { CommandContext } from './command_context.ts';

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('look whether everything is there, and say what to do about what is not')
    .option('--json', 'answer with one JSON document')
    .action(async ({ json }: { json?: boolean }) => {
      const findings: Finding[] = [];
      await examineAgent(
        {
          dir: context.dir(),
          config: readSettings(context),
          nodeVersion: process.versions.node,
          clock: context.clock,
          log: createLog('agent', 'silent'),
        },
        (finding) => {
          findings.push(finding);
          if (!json) context.say(renderFinding(finding));
        },
      );
      const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
      const [faults, warnings] = [count('fault'), count('warning')];
      if (json) context.say(JSON.stringify({ ok: faults === 0, findings }, null, 2));
      else context.say(`\n${summarize(faults, warnings)}`);
      if (faults > 0) context.fail();
    });
}

function readSettings(context: CommandContext): Config | string[] {
  try {
    return context.config();
  } catch (error) {
    if (error instanceof AgentError) return error.message.split('\n');
    throw error;
  }
}

function renderFinding({ level, what, detail, advice }: Finding): string {
  const line = `${level.padEnd(8)} ${what.padEnd(16)} ${detail}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(26)}-> ${advice}`;
}

function summarize(faults: number, warnings: number): string {
  const words = [
    ...(faults > 0 ? [`${faults} fault${faults === 1 ? '' : 's'}`] : []),
    ...(warnings > 0 ? [`${warnings} warning${warnings === 1 ? '' : 's'}`] : []),
  ];
  return words.length === 0 ? 'All is well.' : `${words.join(', ')}.`;
}
