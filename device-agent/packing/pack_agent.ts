// Makes the package that is installed beside a modem: the agent alone, without the server and what the server needs.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { collectLicenses } from '../../runtime/bundle/licenses.ts';
import { bundleAgent } from './bundled_files.ts';
import { describePackage, type RootPackage } from './package_json.ts';

const command = 'device-agent/launch.js';
const packMs = 60_000;
const run = promisify(execFile);

/** Packs the checkout's agent into `outDir`; returns the file's path. */
export async function packAgent(root: string, outDir: string): Promise<string> {
  const rootPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootPackage;
  const { files, imported, included } = await bundleAgent(root);
  const stage = mkdtempSync(join(tmpdir(), 'textrelay-agent-package-'));
  try {
    for (const [path, text] of files) write(stage, path, text);
    chmodSync(join(stage, command), 0o755);
    write(stage, 'package.json', describePackage(rootPackage, command, imported));
    copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
    write(stage, 'LICENSES-OF-PACKAGES.txt', collectLicenses(root, included));
    for (const name of ['README.md', 'textrelay-agent.service'])
      copyFileSync(join(root, 'device-agent', 'packing', name), join(stage, name));
    const words = ['pack', '--ignore-scripts', '--offline', '--loglevel=error', '--pack-destination', outDir];
    await run('npm', words, { cwd: stage, timeout: packMs });
    return join(outDir, `textrelay-agent-${rootPackage.version}.tgz`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function write(stage: string, path: string, text: string): void {
  const target = join(stage, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
