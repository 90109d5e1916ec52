// The packed npm client, installed into an empty folder: its types and its size are right, and the programs of its README do
// what the README says.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packNpm } from '../../gateway/clients/packing/pack_npm.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { ReadmePrograms } from '../support/readme_programs.ts';
import { type Stack, startStack } from '../support/stack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
let folder: string;
let home: string;
let stack: Stack;
let phone: Phone;
let programs: ReadmePrograms;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'npm-client-'));
  home = join(folder, 'node_modules', 'textrelay');
  mkdirSync(home, { recursive: true });
  [stack] = await Promise.all([
    startStack(),
    packNpm(root, folder).then((file) => run('tar', ['-xzf', file, '-C', home, '--strip-components=1'])),
  ]);
  const account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  const service = { BASE: stack.gateways[0]?.url ?? '', KEY: account.key };
  const language = { fence: 'js', ending: 'mjs', command: process.execPath };
  programs = new ReadmePrograms(join(home, 'README.md'), language, folder, service);
}, 60_000);
afterAll(async () => {
  await phone?.throwAway();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the guide shows what the README shows', () => {
  programs.expectShownIn(join(root, 'gateway', 'docs', 'guides', 'clients.md'));
});

test('it needs no package, and has the version of the service', () => {
  const document = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect([document.version, document.dependencies]).toEqual([version, undefined]);
});

test('a strict program finds its types, as Node and as bundlers look for them', async () => {
  for (const name of [join('@types', 'node'), 'undici-types'])
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  writeFileSync(
    join(folder, 'program.mts'),
    `import { ApiError, type Message, Textrelay } from 'textrelay';
import { fileCursor } from 'textrelay/file_cursor';
const textrelay = new Textrelay({ baseUrl: '', key: '' });
export const first: Message['status'] = (await textrelay.send({ address: '', body: '' })).message.status;
// @ts-expect-error No such field exists.
await textrelay.send({ address: '', body: '', adress: '' });
// @ts-expect-error No such code exists.
export const isOdd = (error: unknown) => error instanceof ApiError && error.code === 'no_such_code';
for await (const { seq } of textrelay.changes({ cursor: fileCursor('x') })) seq.toFixed();
`,
  );
  const options = ['--noEmit', '--skipLibCheck', '--strict', '--target', 'es2022', '--types', 'node'];
  const check = (module: string, resolution: string) => {
    const words = [...options, '--module', module, '--moduleResolution', resolution, 'program.mts'];
    return run(join(root, 'node_modules', '.bin', 'tsc'), words, { cwd: folder }).catch((error) => error);
  };
  const found = await Promise.all([check('node16', 'node16'), check('esnext', 'bundler')]);
  expect(found.map(({ stdout }) => stdout)).toEqual(['', '']);
});

test('a web page loads less than 12 KB of it, and nothing from Node', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(home, 'dist', 'textrelay.js')],
    ...{ bundle: true, minify: true, write: false, platform: 'browser', format: 'esm' },
  });
  expect(outputFiles?.[0]?.contents.length).toBeLessThan(12_000);
});

test('the README’s programs send a text, ask and get the reply, are refused, and read all pages', async () => {
  const [sent] = await programs.run('Send');
  expect(sent).toMatch(/^Text \d+ is queued$/);
  expect((await programs.run('Send'))[0]?.split(' ')[1]).toBe(sent?.split(' ')[1]);
  expect(await programs.run('Ask, and wait for the answer')).toEqual([
    'They say: You said: Is Tuesday fine?',
  ]);
  expect(await programs.run('What is refused')).toEqual(['It was refused: invalid_address']);
  const listed = await programs.run('Lists, and all else');
  expect(listed.join('\n')).toContain('+15005550011 in You said: Is Tuesday fine?');
  const reader = programs.begin('Everything that changes');
  await until(() => reader.said.includes('They write: You said: Is Tuesday fine?'));
  reader.kill();
});

test('the README’s endpoint accepts what the service signs, and refuses everything else', () =>
  programs.expectEndpoint());
