// The npm client as it is packed: installed into an empty folder its types and its size are right, and the programs of its README do
// what the README says.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packNpm } from '../../gateway/clients/packing/pack_npm.ts';
import { systemClock } from '../../runtime/clock.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
let folder: string;
let home: string;
let stack: Stack;
let account: TestAccount;
let phone: Phone;
/** The README's programs, by the heading that they stand under. */
let programs: Map<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'npm-client-'));
  home = join(folder, 'node_modules', 'textrelay');
  mkdirSync(home, { recursive: true });
  [stack] = await Promise.all([
    startStack(),
    packNpm(root, folder).then((file) => run('tar', ['-xzf', file, '-C', home, '--strip-components=1'])),
  ]);
  account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  const parts = readFileSync(join(home, 'README.md'), 'utf8').split(/^## /m).slice(1);
  programs = new Map(
    parts.map((part) => [part.split('\n')[0] ?? '', /^```js\n(.*?)^```/ms.exec(part)?.[1] ?? '']),
  );
}, 60_000);
afterAll(async () => {
  await phone?.throwAway();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function begin(heading: string, env: Record<string, string> = {}): ChildProcess & { said: string[] } {
  const file = join(folder, `${heading.replaceAll(/\W+/g, '_')}.mjs`);
  writeFileSync(file, programs.get(heading) ?? '');
  const given = { BASE: stack.gateways[0]?.url ?? '', KEY: account.key, ...env };
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: given,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  child.stdout?.on('data', (data: Buffer) => said.push(...data.toString().trim().split('\n')));
  return Object.assign(child, { said });
}

async function runs(heading: string): Promise<string[]> {
  const program = begin(heading);
  await until(() => program.exitCode !== null);
  expect([heading, program.exitCode]).toEqual([heading, 0]);
  return program.said;
}

test('the guide shows what the README shows', () => {
  const guide = readFileSync(join(root, 'gateway', 'docs', 'guides', 'clients.md'), 'utf8');
  const shown = [...guide.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
  expect(shown.length).toBeGreaterThan(0);
  for (const code of shown) expect([...programs.values()]).toContain(code);
});

test('it needs no package, and has the version of the service', () => {
  const document = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect([document.version, document.dependencies]).toEqual([version, undefined]);
});

test.each(['node16', 'bundler'])(
  'a strict program finds its types (moduleResolution %s)',
  async (resolution) => {
    const own = join(folder, resolution);
    mkdirSync(own);
    cpSync(join(root, 'node_modules', '@types', 'node'), join(folder, 'node_modules', '@types', 'node'), {
      recursive: true,
    });
    cpSync(join(root, 'node_modules', 'undici-types'), join(folder, 'node_modules', 'undici-types'), {
      recursive: true,
    });
    writeFileSync(
      join(own, 'program.mts'),
      `import { ApiError, type Message, Textrelay } from 'textrelay';
import { fileCursor } from 'textrelay/file_cursor';
const textrelay = new Textrelay({ baseUrl: '', key: '' });
export const first: Message['status'] = (await textrelay.send({ address: '', body: '' })).message.status;
// @ts-expect-error There is no such field.
await textrelay.send({ address: '', body: '', adress: '' });
// @ts-expect-error There is no such code.
export const isOdd = (error: unknown) => error instanceof ApiError && error.code === 'no_such_code';
for await (const { seq } of textrelay.changes({ cursor: fileCursor('x') })) seq.toFixed();
`,
    );
    const module = resolution === 'bundler' ? 'esnext' : 'node16';
    const options = [
      '--noEmit',
      '--skipLibCheck',
      '--strict',
      '--target',
      'es2022',
      '--module',
      module,
      '--moduleResolution',
      resolution,
    ];
    const words = [...options, '--types', 'node', 'program.mts'];
    const { stdout } = await run(join(root, 'node_modules', '.bin', 'tsc'), words, { cwd: own }).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
  },
);

test('in a page it takes less than 12 KB, and nothing of Node', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(home, 'dist', 'textrelay.js')],
    ...{ bundle: true, minify: true, write: false, platform: 'browser', format: 'esm' },
  });
  expect(outputFiles?.[0]?.contents.length).toBeLessThan(12_000);
});

test('the README’s programs send a text, ask and get the reply, are refused, and read all pages', async () => {
  const [sent] = await runs('Send');
  expect(sent).toMatch(/^Text \d+ is queued$/);
  expect((await runs('Send'))[0]?.split(' ')[1]).toBe(sent?.split(' ')[1]);
  expect(await runs('Ask, and wait for the answer')).toEqual(['They say: You said: Is Tuesday fine?']);
  expect(await runs('What is refused')).toEqual(['It was refused: invalid_address']);
  expect((await runs('Lists, and all else')).join('\n')).toContain(
    '+15005550011 in You said: Is Tuesday fine?',
  );
  const reader = begin('Everything that changes');
  await until(() => reader.said.includes('They write: You said: Is Tuesday fine?'));
  reader.kill();
});

test('the README’s endpoint takes what the service signs, and refuses all else', async () => {
  const secret = `whsec_${btoa('a secret of 24 octets...')}`;
  const port = await freePort();
  const program = begin('Webhooks', { SECRET: secret, PORT: String(port) });
  const body = JSON.stringify({ events: [{ id: '1.2', type: 'text.received', at: '', data: {} }] });
  const now = new Date();
  const headers = {
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m', now, body),
  };
  const post = (text: string) =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text }).then(
      ({ status }) => status,
      () => undefined,
    );
  expect(await until(() => post(body))).toBe(204);
  expect(await post(`${body} `)).toBe(400);
  await until(() => program.said.includes('Event 1.2 is text.received'));
  program.kill();
});
