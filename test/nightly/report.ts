// What a night came to: one object of counts, read from what its parts left.
import type { Command, Part } from './parts.ts';

export interface Failure {
  what: string;
  /** Repeats it. */
  command: string;
}

export interface PartReport {
  part: string;
  tookS: number;
  /** What was played, counted by its name. */
  played: Record<string, number>;
  failed: Failure[];
}

export interface NightReport {
  seed: string;
  tookS: number;
  parts: PartReport[];
  /** Parts for which the night was too short. */
  notBegun: string[];
}

/** What a part left: its exit code, and the JSON that it wrote, if it came to write any. */
export interface Left {
  code: number;
  json?: unknown;
}

interface TestsJson {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages?: string[];
      meta?: { played?: Record<string, number> };
    }[];
  }[];
}

interface CampaignJson {
  seed: string;
  faultsDone: number;
  sends: Record<string, number>;
  breaches: { guarantee: string; what: string }[];
}

const quoted = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** How npm calls what a part starts: npm finds the Node that runs it. */
const scripts: Readonly<Record<string, string>> = {
  'node_modules/vitest/vitest.mjs': 'npm test --',
  'test/campaign/main.ts': 'npm run campaign --',
  'test/bench/main.ts': 'npm run bench --',
};

/** A command as somebody types it. */
export function typed({ words: [script = '', ...words], environment }: Command): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
  // `npm test` is `vitest run`.
  const own = words[0] === 'run' ? words.slice(1) : words;
  return [...variables, scripts[script] ?? `node ${script}`, ...own.map(quoted)].join(' ');
}

/** The same tests, but only one of their files, or only one test of it. */
function only({ environment }: Command, file: string, title?: string): Command {
  const pattern = title?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const words = ['node_modules/vitest/vitest.mjs', 'run', file, ...(pattern ? ['-t', pattern] : [])];
  return { words, environment };
}

const firstLine = (text = '') => text.trim().split('\n')[0] ?? '';

function readTests(json: TestsJson, command: Command, root: string): Pick<PartReport, 'played' | 'failed'> {
  const files = json.testResults.map((file) => ({ ...file, path: file.name.replace(`${root}/`, '') }));
  const played: Record<string, number> = {
    files: files.length,
    tests: json.numPassedTests,
    skipped: json.numPendingTests,
  };
  const failed: Failure[] = [];
  for (const { path, status, message, assertionResults } of files) {
    for (const { fullName, status: ended, failureMessages, meta } of assertionResults) {
      for (const [name, count] of Object.entries(meta?.played ?? {}))
        played[name] = (played[name] ?? 0) + count;
      if (ended !== 'failed') continue;
      const what = `${path}: ${fullName}: ${firstLine(failureMessages?.[0])}`;
      failed.push({ what, command: typed(only(command, path, fullName)) });
    }
    // It failed before or after its tests.
    if (status === 'failed' && !assertionResults.some((each) => each.status === 'failed'))
      failed.push({ what: `${path}: ${firstLine(message)}`, command: typed(only(command, path)) });
  }
  return { played, failed };
}

function readCampaign(json: CampaignJson, command: Command): Pick<PartReport, 'played' | 'failed'> {
  const byGuarantee = Map.groupBy(json.breaches, ({ guarantee }) => guarantee);
  return {
    played: { faults: json.faultsDone, sends: json.sends.asked ?? 0 },
    failed: [...byGuarantee].map(([guarantee, breaches]) => ({
      what: `${guarantee}, ${breaches.length} times: ${firstLine(breaches[0]?.what)}`,
      command: typed(command),
    })),
  };
}

/** What a part came to. One that ended badly has failed, whatever it wrote. */
export function readPart(
  { name, leaves }: Part,
  command: Command,
  { code, json }: Left,
  { tookS, root }: { tookS: number; root: string },
): PartReport {
  const read =
    json === undefined || leaves === 'code'
      ? { played: {}, failed: [] }
      : leaves === 'tests'
        ? readTests(json as TestsJson, command, root)
        : readCampaign(json as CampaignJson, command);
  const isSilent = json === undefined && leaves !== 'code';
  if (read.failed.length === 0 && (code !== 0 || isSilent))
    read.failed.push({
      what: `it ended with code ${code}${isSilent ? ' and left no report' : ''}`,
      command: typed(command),
    });
  return { part: name, tookS, ...read };
}

export const hasFailed = ({ parts }: NightReport) => parts.some(({ failed }) => failed.length > 0);

const lasting = (seconds: number) =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

/** The report for a person. */
export function inWords(report: NightReport): string {
  const lines = [`Night of ${lasting(report.tookS)}, seed ${report.seed}`];
  for (const { part, tookS, played, failed } of report.parts) {
    const counts = Object.entries(played).map(([name, count]) => `${count} ${name}`);
    const end = failed.length === 0 ? 'nothing failed' : `${failed.length} FAILED`;
    lines.push(`${part}: ${[lasting(tookS), ...counts, end].join(', ')}`);
    for (const { what, command } of failed) lines.push(`  ${what}`, `    ${command}`);
  }
  if (report.notBegun.length > 0) lines.push(`The night was too short for ${report.notBegun.join(', ')}.`);
  return lines.join('\n');
}
