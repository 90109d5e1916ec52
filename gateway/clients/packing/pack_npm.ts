// Makes an npm package of a client: plain JavaScript, with the types of a library, and the version of the checkout.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packMs = 60_000;

/** The clients that npm has: the library, and the program for hosts of the Model Context Protocol. */
type NpmClient = 'typescript' | 'mcp';

/** Packs a client of the checkout at `root` into `outDir`; returns the file's path. */
export async function packNpm(
  root: string,
  outDir: string,
  client: NpmClient = 'typescript',
): Promise<string> {
  const home = join(root, 'gateway', 'clients', client);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const document = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { name: string };
  const stage = mkdtempSync(join(tmpdir(), 'textrelay-client-'));
  try {
    const words = ['--project', join(home, 'tsconfig.pack.json'), '--outDir', join(stage, 'dist')];
    await run(join(root, 'node_modules', '.bin', 'tsc'), words, { timeout: packMs });
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify({ ...document, version }, null, 2)}\n`);
    copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
    copyFileSync(join(home, 'README.md'), join(stage, 'README.md'));
    const pack = ['pack', '--ignore-scripts', '--offline', '--loglevel=error', '--pack-destination', outDir];
    await run('npm', pack, { cwd: stage, timeout: packMs });
    return join(outDir, `${document.name}-${version}.tgz`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
