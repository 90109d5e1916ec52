// The Go client: its own tests pass, it needs nothing but the standard library, and the programs of its README do what the README says.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { goEnvironment } from '../support/go_programs.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { hasProgram, testNeeding } from '../support/programs.ts';
import { ReadmePrograms } from '../support/readme_programs.ts';
import { type Stack, startStack } from '../support/stack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const home = join(root, 'gateway', 'clients', 'go');
const hasGo = hasProgram('go');
let folder: string;
let stack: Stack;
let phone: Phone;
let programs: ReadmePrograms;

const go = async (...words: string[]) =>
  (await run('go', words, { cwd: home, env: { ...process.env, ...goEnvironment } })).stdout;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'go-client-'));
  if (!hasGo) return;
  stack = await startStack();
  const account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  const module = 'textrelay.example/textrelay';
  const lines = ['module program', 'go 1.23', `require ${module} v0.0.0`, `replace ${module} => ${home}`];
  writeFileSync(join(folder, 'go.mod'), `${lines.join('\n')}\n`);
  const service = { BASE: stack.gateways[0]?.url ?? '', KEY: account.key };
  // A program takes the place of the shell that built it, so that it can be ended.
  const words = ['-c', 'go build -o "$0.program" "$0" && exec "$0.program"'];
  const language = { fence: 'go', ending: 'go', command: 'sh', words, env: goEnvironment };
  programs = new ReadmePrograms(join(home, 'README.md'), language, folder, service);
}, 60_000);
afterAll(async () => {
  await phone?.throwAway();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A test whose title says so where this machine has no Go. */
const testWithGo = (title: string, check: () => unknown) => testNeeding(hasGo, 'go', title, check, 60_000);

testWithGo('its own tests pass, and vet and gofmt find nothing', async () => {
  expect(await go('test', './...')).toMatch(/^ok /);
  await go('vet', './...');
  expect((await run('gofmt', ['-l', '.'], { cwd: home })).stdout).toBe('');
});

testWithGo('it needs nothing but the standard library', async () => {
  expect(await go('list', '-m', 'all')).toBe('textrelay.example/textrelay\n');
});

testWithGo('the guide shows what the README shows', () => {
  programs.expectShownIn(join(root, 'gateway', 'docs', 'guides', 'clients.md'));
});

testWithGo('the README’s programs send, ask, are refused, and read all pages and changes', async () => {
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

testWithGo('the README’s endpoint accepts what the service signs, and refuses everything else', () =>
  programs.expectEndpoint(),
);
