// `doctor`: checks each part of a set-up, and says what to do about what is wrong.
import type { Command } from 'commander';
import { type Finding, isSound, renderFinding, summarizeFindings } from '../../runtime/cli/findings.ts';
import { createLog } from '../../runtime/log.ts';
import { AgentError } from '../agent_error.ts';
import type { Config } from '../config.ts';
import { diagnoseAgent } from '../doctor/doctor.ts';
import type { CommandContext } from './command_context.ts';

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('look whether everything is there, and say what to do about what is not')
    .option('--json', 'answer with one JSON document')
    .action(async ({ json }: { json?: boolean }) => {
      const findings: Finding[] = [];
      await diagnoseAgent(
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
      const isOk = isSound(findings);
      if (json) context.say(JSON.stringify({ ok: isOk, findings }, null, 2));
      else context.say(`\n${summarizeFindings(findings)}`);
      if (!isOk) context.fail();
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
