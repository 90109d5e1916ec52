// Makes the wheel and the sdist of the Python client.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packMs = 60_000;

/** Packs the client of the checkout at `root` into `outDir`; returns the paths of the wheel and the sdist. */
export async function packPython(root: string, outDir: string): Promise<{ wheel: string; sdist: string }> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const words = [join(import.meta.dirname, 'pack_python.py'), root, version, outDir];
  const { stdout } = await run('python3', words, { timeout: packMs });
  const [wheel = '', sdist = ''] = stdout.trim().split('\n');
  return { wheel, sdist };
}
