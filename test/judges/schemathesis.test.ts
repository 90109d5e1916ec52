// The interface as schemathesis judges it, by all of its checks: npm run judges. What no schema can say is in
// schemathesis.toml and schemathesis_console.toml. In the suite it judges a share of the operations, another one with each seed;
// SCHEMATHESIS_SECONDS has it judge all of them for as long, SCHEMATHESIS_SEED repeats a run.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type JudgedDoor, openKeysDoor, openSessionsDoor } from '../support/judged_door.ts';
import { pythonEnvironment } from '../support/judges.ts';
import { hasPythonModule, testNeeding } from '../support/programs.ts';

const givenSeconds = process.env.SCHEMATHESIS_SECONDS;
const seconds = Number(givenSeconds ?? 4);
const seed = Number(process.env.SCHEMATHESIS_SEED ?? 1);

/** One of so many operations is judged within the seconds of the suite. */
const oneOf = givenSeconds === undefined ? 16 : 1;

/** What is judged: a document, with what no schema of it can say. */
interface Judged {
  document: string;
  config: string;
}

const flags = {
  '--checks': 'all',
  '--phases': 'examples,coverage,fuzzing',
  '--max-examples': '3',
  '--max-time': String(seconds),
  '--seed': String(seed),
  '--generation-database': 'none',
  '--warnings': 'off',
  '--request-timeout': '30',
};

/** The ids of this seed's share of the operations. */
async function shareOf(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(url)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  return ids.filter((_, at) => at % oneOf === seed % oneOf);
}

/** What it says, and its exit code: 0 where nothing failed. */
async function judge({ document, config }: Judged, { url, secret }: JudgedDoor) {
  const ids = await shareOf(url + document);
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  const words = [
    ...['-m', 'schemathesis.cli', '--no-color', '--config-file', join(import.meta.dirname, config)],
    ...['run', url + document, '--continue-on-failure', ...Object.entries(flags).flat()],
    ...ids.flatMap((id) => ['--include-operation-id', id]),
  ];
  const env = { ...pythonEnvironment, TEXTRELAY_SECRET: secret };
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile('python3', words, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true, force: true });
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` });
    });
  });
}

const isThere = hasPythonModule('schemathesis');

const judges = (title: string, judged: Judged, open: () => Promise<JudgedDoor>) =>
  testNeeding(
    isThere,
    'schemathesis for Python',
    title,
    async () => {
      const door = await open();
      try {
        const { code, said } = await judge(judged, door);
        expect(code === 0 ? '' : said).toBe('');
        expect(said).toContain('Test cases');
      } finally {
        await door.stop();
      }
    },
    seconds * 1_000 + 180_000,
  );

judges(
  'schemathesis finds nothing that the document does not say',
  { document: '/api/v1/openapi.json', config: 'schemathesis.toml' },
  openKeysDoor,
);
judges(
  'schemathesis finds nothing that the document of the console does not say',
  { document: '/api/v1/console/openapi.json', config: 'schemathesis_console.toml' },
  openSessionsDoor,
);
