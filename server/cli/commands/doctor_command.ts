// `doctor` and `support-bundle`: how the service is, in plain words for its operator, and in one file for somebody who helps.
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Finding, isSound, renderFinding, summarizeFindings } from '../../../runtime/cli/findings.ts';
import { writePrivateFile } from '../../embedded/host/private_file.ts';
import type { JsonObject } from '../answer.ts';
import { type CommandContext, parseUpTo } from '../command.ts';
import { diagnoseService, type Surroundings } from '../doctor/diagnose_service.ts';
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
      const { findings } = await diagnoseService(around);
      const isOk = isSound(findings);
      context.answer({
        json: { ok: isOk, findings: findings.map(toJson) },
        text: `${findings.map(renderFinding).join('\n')}\n\n${summarizeFindings(findings)}\n`,
      });
      if (!isOk) context.fail();
    });
}

/** Adds a file to those that were named. Throws InvalidArgumentError for one that cannot be read. */
function addReadable(file: string, before: readonly string[]): string[] {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new InvalidArgumentError('It cannot be read.');
  }
  return [...before, file];
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
    .option('--log <file>', 'a log that systemd or a container keeps; may be given again', addReadable, [])
    .action(async (typed: string | undefined, { lines, log }: { lines: number; log: string[] }) => {
      const file = resolve(typed ?? usualName(around.clock.nowMs()));
      const text = await makeBundle(around, { version, lines, logs: log });
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
