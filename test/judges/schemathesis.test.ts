// The interface as schemathesis judges it, by all of its checks: pip install schemathesis. What no schema can say is in
// schemathesis.toml. SCHEMATHESIS_SECONDS prolongs it, SCHEMATHESIS_SEED repeats a run.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openJudgedDoor } from '../support/judged_door.ts';
import { hasPythonModule, testNeeding } from '../support/programs.ts';

const seconds = Number(process.env.SCHEMATHESIS_SECONDS ?? 6);
const seed = process.env.SCHEMATHESIS_SEED ?? String(Date.now() % 2 ** 31);

/** What it says, and its exit code: 0 where nothing failed. */
const judge = (url: string, key: string) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
    const config = join(import.meta.dirname, 'schemathesis.toml');
    const words = [
      ...[
        '-m',
        'schemathesis.cli',
        '--no-color',
        '--config-file',
        config,
        'run',
        `${url}/api/v1/openapi.json`,
      ],
      ...['--checks', 'all', '--phases', 'coverage,fuzzing', '--max-examples', '3', '--continue-on-failure'],
      ...[
        '--max-time',
        String(seconds),
        '--seed',
        seed,
        '--generation-database',
        'none',
        '--warnings',
        'off',
      ],
      ...['--request-timeout', '30'],
    ];
    const options = { cwd: folder, env: { ...process.env, TEXTRELAY_KEY: key }, maxBuffer: 16 * 1024 * 1024 };
    execFile('python3', words, options, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true, force: true });
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` });
    });
  });

testNeeding(
  hasPythonModule('schemathesis'),
  'schemathesis for Python',
  'schemathesis finds nothing that the document does not say',
  async () => {
    const door = await openJudgedDoor();
    try {
      const { code, said } = await judge(door.url, door.key);
      expect(code === 0 ? '' : said).toBe('');
      expect(said).toContain('Test cases');
    } finally {
      await door.stop();
    }
  },
  seconds * 1_000 + 180_000,
);
