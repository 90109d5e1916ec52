// The console as it is served: its page with its policy, and its files, of a folder that this test wrote.
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleFiles } from '../../console_files.ts';
import type { App } from '../../edge/app.ts';
import { addConsoleRoutes } from './console.ts';
import { addHomeRoutes } from './home.ts';

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
const folders: string[] = [];

function serve(): { app: App; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  folders.push(folder);
  const app = fastify() as unknown as App;
  const files = openConsoleFiles(pathToFileURL(`${folder}/`));
  addHomeRoutes(app, { consoleFiles: files });
  addConsoleRoutes(app, { consoleFiles: files });
  return { app, folder };
}

async function write(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<meta content="{{nonce}}">');
  for (const ending of ['', '.br', '.gz'])
    await writeFile(join(folder, 'assets', `console-AB12.js${ending}`), `script${ending}`);
  await writeFile(join(folder, 'assets', 'notes.txt'), 'no file of the console');
}

let app: App;
beforeAll(async () => {
  const served = serve();
  await write(served.folder);
  app = served.app;
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('a browser gets the page at each of its paths, under a policy whose nonce is new each time', async () => {
  const nonces = new Set<string>();
  for (const path of [
    '/',
    '/sign-in',
    '/sign-up',
    '/invitation',
    '/confirm-email',
    '/after-payment',
    '/approve-text',
    '/forgot-password',
    '/new-password',
    '/me',
    '/accounts/7/threads/%2B1500',
    '/operator/x',
  ]) {
    const { statusCode, headers, body } = await get(path, { accept: browser });
    expect([path, statusCode, headers['x-frame-options']]).toEqual([path, 200, 'DENY']);
    const policy = String(headers['content-security-policy']);
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? [];
    expect(body).toBe(`<meta content="${nonce}">`);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(12);
});

test('a program finds no page at the paths of the console', async () => {
  for (const path of ['/sign-in', '/accounts/7', '/operator/x'])
    expect([path, (await get(path, { accept: 'application/json' })).statusCode]).toEqual([path, 404]);
});

test('a file is sent in the smallest form that is taken, to be kept for ever', async () => {
  const path = '/assets/console-AB12.js';
  const cases: [accepts: string, encoding: string | undefined, body: string][] = [
    ['gzip, deflate, br, zstd', 'br', 'script.br'],
    ['gzip;q=1.0', 'gzip', 'script.gz'],
    ['br;q=0, gzip', 'gzip', 'script.gz'],
    ['identity', undefined, 'script'],
  ];
  for (const [accepts, encoding, text] of cases) {
    const { headers, body } = await get(path, { 'accept-encoding': accepts });
    expect([accepts, headers['content-encoding'], body]).toEqual([accepts, encoding, text]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
  }
});

test('no other file is reached, whatever the name', async () => {
  for (const name of [
    'console-AB13.js',
    'notes.txt',
    '..%2Findex.html',
    '%2e%2e%2findex.html',
    'console-AB12.js.br',
    '',
  ])
    expect([name, (await get(`/assets/${name}`)).statusCode]).toEqual([name, 404]);
});

test('a gateway whose console was not built says so, and serves it as soon as it is', async () => {
  const later = serve();
  const ask = (url: string) => later.app.inject({ url, headers: { accept: browser } });
  expect((await ask('/')).body).toContain('The console for people was not built');
  expect([(await ask('/sign-in')).statusCode, (await ask('/assets/console-AB12.js')).statusCode]).toEqual([
    404, 404,
  ]);
  await write(later.folder);
  expect((await ask('/')).body).toContain('<meta content=');
  expect((await ask('/assets/console-AB12.js')).statusCode).toBe(200);
});
