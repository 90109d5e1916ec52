// `npm run nightly`: what is too long for the suite, one part after the other. Exit code 1 when something failed.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, Command as Program } from 'commander';
import { playNight } from './night.ts';
import { type Command, chooseParts, type Part, parts } from './parts.ts';
import { hasFailed, inWords, type Left } from './report.ts';

const root = join(import.meta.dirname, '../..');

const positive = (text: string) => {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('must be a number above 0');
  return value;
};
const names = (text: string) => {
  const list = text.split(',').filter((name) => name);
  const wrong = list.filter((name) => !parts.some((part) => part.name === name));
  const known = parts.map(({ name }) => name).join(', ');
  if (wrong.length > 0) throw new InvalidArgumentError(`${wrong.join(', ')} is none of ${known}`);
  return list;
};

const { only, without, out, ...setting } = new Program('nightly')
  .description('Plays what is too long for the suite, and reports what failed and how to repeat it.')
  .option('--only <parts>', 'the parts to play', names)
  .option('--without <parts>', 'the parts to leave out', names, [])
  .option(
    '--hours <n>',
    'how long the night is: the campaign lasts half of it, and after it no part begins',
    positive,
    8,
  )
  .option('--stories <n>', 'how many stories the simulation plays', positive, 2_000)
  .option('--stops <n>', 'how many stories about stops it plays, for as long as the night', positive, 30_000)
  .option('--seed <seed>', 'repeats what the parts draw', randomBytes(4).toString('hex'))
  .option('--out <file>', 'where the report goes as JSON')
  .addHelpText(
    'after',
    `\nParts:\n${parts.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}`,
  )
  .parse()
  .opts<{
    only?: string[];
    without: string[];
    hours: number;
    stories: number;
    stops: number;
    seed: string;
    out?: string;
  }>();

const say = (line: string) => process.stdout.write(`${line}\n`);
const asked = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => asked.abort());
const folder = mkdtempSync(join(tmpdir(), 'nightly-'));

/** How a part is asked to write its outcome to a file. */
const writing = (part: Part, file: string): string[] =>
  ({
    tests: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    campaign: ['--out', file],
    code: [],
  })[part.leaves];

async function run(part: Part, { words, environment }: Command): Promise<Left> {
  const file = join(folder, `${part.name}.json`);
  const child = spawn(process.execPath, [...words, ...writing(part, file)], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = () => child.kill('SIGTERM');
  asked.signal.addEventListener('abort', stop);
  const [code] = await once(child, 'exit');
  asked.signal.removeEventListener('abort', stop);
  const json = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return { code: code ?? 1, json };
}

try {
  const chosen = chooseParts({ without, ...(only && { only }) });
  const report = await playNight({
    ...{ setting, parts: chosen, root, run, say },
    ...{ nowMs: Date.now, signal: asked.signal },
  });
  say(inWords(report));
  if (out) writeFileSync(resolve(out), `${JSON.stringify(report, undefined, 1)}\n`);
  process.exitCode = hasFailed(report) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
