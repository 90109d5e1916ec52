// The judges in Go under test/judges/go: which of their modules this machine has, and how one is built.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { goEnvironment } from './go_programs.ts';
import { goJudgesEnvironment } from './judges.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const home = join(root, 'test', 'judges', 'go');
const env = { ...process.env, ...goEnvironment, ...goJudgesEnvironment };

/** Whether Go is there, and all that the packages are made of. */
export const hasGoPackages = (...packages: string[]): boolean =>
  spawnSync('go', ['list', '-deps', ...packages], { cwd: home, env, stdio: 'ignore', timeout: 30_000 })
    .status === 0;

/** Go's own code of the contract, as buf makes it with Go's plugins, into a folder of the module. */
async function generate(folder: string): Promise<void> {
  const plugin = async (name: string, out: string) => {
    const { stdout } = await run('go', ['tool', '-n', name], { cwd: folder, env });
    return { local: stdout.trim(), out, opt: ['paths=source_relative'] };
  };
  const template = {
    version: 'v2',
    managed: { enabled: true, override: [{ file_option: 'go_package_prefix', value: 'judge/gen' }] },
    plugins: [
      await plugin('protoc-gen-go', join(folder, 'gen')),
      await plugin('protoc-gen-go-grpc', join(folder, 'gen')),
    ],
  };
  const words = [
    'generate',
    '--template',
    JSON.stringify(template),
    '--path',
    'proto/textrelay',
    '--path',
    'proto/google',
  ];
  await run(join(root, 'node_modules', '.bin', 'buf'), words, { cwd: root });
}

/** A built judge; `end` takes it away. */
export async function buildGoJudge(
  name: 'contract' | 'webhook',
): Promise<{ program: string; end: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'go-judge-'));
  const end = () => rmSync(folder, { recursive: true, force: true });
  try {
    cpSync(home, folder, { recursive: true });
    if (name === 'contract') await generate(folder);
    const program = join(folder, 'judge');
    await run('go', ['build', '-o', program, `./${name}`], { cwd: folder, env });
    return { program, end };
  } catch (error) {
    end();
    throw error;
  }
}
