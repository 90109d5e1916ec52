import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceToken, startFakeCore } from '../testing/fake_core.ts';
import { accountId } from '../testing/samples.ts';
import { readConnection } from './config.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'admin-config-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const user = () => ({ isRoot: false, home });
const found = { core: '127.0.0.1:4100', serviceToken: 'sixteen-characters' };

function leave(directory: string, content: unknown): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'connection.json'), JSON.stringify(content));
}

test('the two variables come first, and of several addresses the first is taken', () => {
  leave(home, found);
  const variables = {
    TEXTRELAY_DATA_DIR: home,
    TEXTRELAY_CORE_ADDRESS: '10.0.0.1:4100,10.0.0.2:4100',
    TEXTRELAY_SERVICE_TOKEN: 'another-sixteen-characters',
  };
  expect(readConnection(variables, user())).toEqual({
    core: '10.0.0.1:4100',
    serviceToken: 'another-sixteen-characters',
  });
});

test('one variable without the other is an error that says what to set, not a mixture with the file', () => {
  leave(home, found);
  const address = { TEXTRELAY_DATA_DIR: home, TEXTRELAY_CORE_ADDRESS: '10.0.0.1:4100' };
  expect(() => readConnection(address, user())).toThrow(
    /TEXTRELAY_SERVICE_TOKEN is missing\nset .* or neither of them for the one on this machine/,
  );
  const token = { TEXTRELAY_DATA_DIR: home, TEXTRELAY_SERVICE_TOKEN: 'sixteen-characters' };
  expect(() => readConnection(token, user())).toThrow('TEXTRELAY_CORE_ADDRESS is missing');
});

test('every error is reported at once, and none of them shows the token', () => {
  const variables = { TEXTRELAY_CORE_ADDRESS: 'http://x/', TEXTRELAY_SERVICE_TOKEN: 'with space' };
  expect(() => readConnection(variables, user())).toThrow(
    'TEXTRELAY_CORE_ADDRESS must be host:port, like 127.0.0.1:4100\nTEXTRELAY_SERVICE_TOKEN must hold no spaces',
  );
});

test("the file is looked for in the data directory, in the user's, and for root in the machine's", () => {
  leave(join(home, '.local', 'share', 'textrelay'), found);
  expect(readConnection({}, user())).toEqual(found);
  const other = join(home, 'other');
  leave(join(other, 'textrelay'), { ...found, core: '127.0.0.1:4101' });
  expect(readConnection({ XDG_DATA_HOME: other }, user())).toEqual({
    ...found,
    core: '127.0.0.1:4101',
  });
  expect(() => readConnection({ TEXTRELAY_DATA_DIR: '/nowhere' }, user())).toThrow(
    '/nowhere/connection.json',
  );
  const noFile = { isRoot: true, home: '/nowhere' };
  expect(() => readConnection({ TEXTRELAY_DATA_DIR: join(home, 'none') }, noFile)).toThrow(
    'no running service found',
  );
});

test.each([
  ['[]', 'core is missing'],
  ['null', 'core is missing'],
  ['{"core":4100,"serviceToken":"sixteen-characters"}', 'core must be host:port'],
  ['{', 'is not JSON'],
])('a damaged file is named: %s', (content, reported) => {
  writeFileSync(join(home, 'connection.json'), content);
  expect(() => readConnection({ TEXTRELAY_DATA_DIR: home }, user())).toThrow(reported);
});

test('the program finds the running core through its file, answers, and ends by itself', async () => {
  const core = await startFakeCore();
  try {
    leave(home, { core: core.address, serviceToken });
    const program = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../admin.ts', import.meta.url)), 'usage', String(accountId), '--json'],
      { env: { TEXTRELAY_DATA_DIR: home }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let out = '';
    let error = '';
    program.stdout.on('data', (chunk) => {
      out += chunk;
    });
    program.stderr.on('data', (chunk) => {
      error += chunk;
    });
    const code = await new Promise((resolve) => program.on('close', resolve));
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(JSON.parse(out)).toMatchObject({ usage: { texts_used: 500 } });
  } finally {
    await core.stop();
  }
});
