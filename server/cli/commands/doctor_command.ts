// `doctor` and `support-bundle`: how the service is, in plain words for its operator, and in one file for somebody who helps.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Finding, isSound, renderFinding, summarizeFindings } from '../../../runtime/findings.ts';
import { writePrivateFile } from '../../embedded/host/private_file.ts';
import type { JsonObject } from '../answer.ts';
import { type CommandContext, parseUpTo } from '../command.ts';
import { examineService, type Surroundings } from '../doctor/examine_service.ts';
import { makeBundle } from '../support/bundle.ts';

const toJson = ({ level, what, detail, advice }: Finding): JsonObject => ({
  level,
  what,
  detail,
  advice: advice ?? null,
});

function addDoctor(program: Command, context: CommandContext, around: Surroundings): void {
  program
    .command('doctor')
    .description('look at the whole service, and say what to do about what is wrong; exit code 1 for a fault')
    .action(async () => {
      const { findings } = await examineService(around);
      const isOk = isSound(findings);
      context.answer({
        json: { ok: isOk, findings: findings.map(toJson) },
        text: `${findings.map(renderFinding).join('\n')}\n\n${summarizeFindings(findings)}\n`,
      });
      if (!isOk) context.fail();
    });
}

/** The name of a bundle that nobody named. */
const usualName = (nowMs: number) =>
  `textrelay-support-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')}.json`;

function addSupportBundle(
  program: Command,
  context: CommandContext,
  around: Surroundings,
  version: string,
): void {
  program
    .command('support-bundle')
    .description(
      'write one file for somebody who helps: settings, findings, metrics, log lines and counts, without secrets',
    )
    .argument('[file]', 'where to; a new file in this folder unless said')
    .option('--lines <count>', 'most lines of each log, 1 to 5000', parseUpTo(5000, 'A count'), 500)
    .action(async (typed: string | undefined, { lines }: { lines: number }) => {
      const file = resolve(typed ?? usualName(around.clock.nowMs()));
      const text = await makeBundle(around, { version, lines });
      writePrivateFile(file, text);
      const bytes = Buffer.byteLength(text);
      context.answer({
        json: { file, bytes },
        text: `${file}: ${bytes} bytes. Read it before you pass it on.\n`,
      });
    });
}

/** Adds both. */
export function addDoctorCommands(
  program: Command,
  context: CommandContext,
  around: Surroundings & { version: string },
): void {
  addDoctor(program, context, around);
  addSupportBundle(program, context, around, around.version);
}
