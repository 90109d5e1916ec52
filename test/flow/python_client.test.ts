// The packed Python client: its own tests pass, pip installs the wheel, and the programs of its README do what the README
// says, typed strictly where this machine has mypy.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { packPython } from '../../gateway/clients/packing/pack_python.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { pythonEnvironment } from '../support/judges.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { hasProgram, hasPythonModule, testNeeding } from '../support/programs.ts';
import { ReadmePrograms } from '../support/readme_programs.ts';
import { type Stack, startStack } from '../support/stack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const home = join(root, 'gateway', 'clients', 'python');
const hasPython = hasProgram('python3');
const hasPip = hasPython && hasPythonModule('pip');
const hasMypy = hasPython && hasPythonModule('mypy');
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
let folder: string;
let target: string;
let packed: Awaited<ReturnType<typeof packPython>>;
let stack: Stack;
let phone: Phone;
let programs: ReadmePrograms;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'python-client-'));
  target = join(folder, 'installed');
  if (!hasPip) return;
  [stack, packed] = await Promise.all([startStack(), packPython(root, folder)]);
  const words = ['-m', 'pip', 'install', '-q', '--no-index', '--no-deps', '--no-compile', '--target', target];
  await run('python3', [...words, packed.wheel], { env: { ...env, PIP_DISABLE_PIP_VERSION_CHECK: '1' } });
  const account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  const service = { BASE: stack.gateways[0]?.url ?? '', KEY: account.key };
  const python = { PYTHONPATH: target, PYTHONDONTWRITEBYTECODE: '1' };
  const language = { fence: 'python', ending: 'py', command: 'python3', env: python };
  programs = new ReadmePrograms(join(home, 'README.md'), language, folder, service);
}, 60_000);
afterAll(async () => {
  await phone?.throwAway();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

testNeeding(hasPython, 'python3', 'its own tests pass', async () => {
  const { stderr } = await run('python3', ['-W', 'error', '-m', 'unittest', 'tests/test_client.py'], {
    cwd: home,
    env,
  });
  expect(stderr).toMatch(/^OK$/m);
});

testNeeding(
  hasPython,
  'python3',
  'it is written in what Python 3.9 reads, with its own library alone',
  async () => {
    const program = `
import ast, pathlib, sys
for path in pathlib.Path("textrelay").glob("*.py"):
    for node in ast.walk(ast.parse(path.read_text("utf-8"), feature_version=(3, 9))):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names | {"__future__"}, (path, name)
`;
    await run('python3', ['-c', program], { cwd: home, env });
  },
);

testNeeding(hasPip, 'pip', 'wheel and sdist have the version of the service, and its types', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const installed = readdirSync(target);
  expect(installed).toContain(`textrelay-${version}.dist-info`);
  expect(readdirSync(join(target, 'textrelay'))).toContain('py.typed');
  const { stdout } = await run('tar', ['-tzf', packed.sdist]);
  const own = readdirSync(join(home, 'textrelay'), { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const name of ['PKG-INFO', 'pyproject.toml', ...own.map((entry) => `textrelay/${entry.name}`)])
    expect(stdout.split('\n')).toContain(`textrelay-${version}/${name}`);
});

testNeeding(hasPip, 'pip', 'the guide shows what the README shows', () => {
  programs.expectShownIn(join(root, 'gateway', 'docs', 'guides', 'clients.md'));
});

testNeeding(
  hasPip,
  'pip',
  'the README’s programs send, ask, are refused, and read all pages and changes',
  async () => {
    const [sent] = await programs.run('Send');
    expect(sent).toMatch(/^Text \d+ is queued$/);
    expect((await programs.run('Send'))[0]?.split(' ')[1]).toBe(sent?.split(' ')[1]);
    expect(await programs.run('Ask, and wait for the answer')).toEqual([
      'They say: You said: Is Tuesday fine?',
    ]);
    expect(await programs.run('With asyncio')).toEqual([
      ...['They say: You said: Is Monday fine?', 'in You said: Is Monday fine?'],
      ...['out Is Monday fine?', 'in You said: Is Tuesday fine?', 'out Is Tuesday fine?'],
    ]);
    expect(await programs.run('What is refused')).toEqual(['It was refused: invalid_address']);
    const listed = await programs.run('Lists, and all else');
    expect(listed.join('\n')).toContain('+15005550011 in You said: Is Tuesday fine?');
    const reader = programs.begin('Everything that changes');
    await until(() => reader.said.includes('They write: You said: Is Tuesday fine?'));
    reader.kill();
  },
);

testNeeding(
  hasPip,
  'pip',
  'the README’s endpoint accepts what the service signs, and refuses everything else',
  () => programs.expectEndpoint(),
);

testNeeding(hasPip && hasMypy, 'mypy', 'mypy finds nothing, nor in the README’s programs', async () => {
  const files = [...programs.texts]
    .filter(([, text]) => text !== '')
    .map(([heading]) => programs.write(heading));
  const words = ['-m', 'mypy', '--strict', join(target, 'textrelay'), ...files];
  const { stdout } = await run('python3', words, {
    cwd: folder,
    env: { ...env, ...pythonEnvironment, MYPYPATH: target },
  }).catch((error) => error);
  expect(stdout).toMatch(/^Success: no issues found/);
});
