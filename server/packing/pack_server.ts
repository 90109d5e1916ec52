// Makes the package that a server is installed from, without a checkout and without anything to build.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describePackage, type RootPackage } from './package_json.ts';
import { command, stagePackage } from './stage_package.ts';

const packMs = 120_000;
const run = promisify(execFile);

/** Packs the checkout at `root` into `outDir`; returns the file's path. */
export async function packServer(root: string, outDir: string): Promise<string> {
  const rootPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootPackage;
  const stage = mkdtempSync(join(tmpdir(), 'textrelay-server-package-'));
  try {
    await stagePackage(root, stage);
    writeFileSync(join(stage, 'package.json'), describePackage(rootPackage, command));
    const words = ['pack', '--ignore-scripts', '--offline', '--loglevel=error', '--pack-destination', outDir];
    await run('npm', words, { cwd: stage, timeout: packMs });
    return join(outDir, `textrelay-server-${rootPackage.version}.tgz`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
