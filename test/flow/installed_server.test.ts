// The packed server, installed without a checkout and without other packages: its parts start, and serve what the checkout's serve.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groups } from '../../gateway/docs/contents.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { InstalledServer } from '../support/installed_server.ts';

const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let server: InstalledServer;
let env: Record<string, string>;
beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: 6 }, freePort));
  const [core, coreOps, device, gateway, gatewayOps] = ports.map((port) => `127.0.0.1:${port}`) as string[];
  env = {
    DATABASE_URL: await createEmptyDatabase(),
    TEXTRELAY_SERVICE_TOKEN: 'a-service-token-for-tests',
    TEXTRELAY_CORE_LISTEN: core as string,
    TEXTRELAY_CORE_ADDRESS: core as string,
    TEXTRELAY_CORE_OPS_LISTEN: coreOps as string,
    TEXTRELAY_DEVICE_LISTEN: device as string,
    TEXTRELAY_GATEWAY_LISTEN: gateway as string,
    TEXTRELAY_GATEWAY_OPS_LISTEN: gatewayOps as string,
  };
  server = await InstalledServer.install();
}, 60_000);
afterAll(() => server?.remove());

const get = async (path: string, accept = 'text/html') => {
  const { status } = await fetch(`http://${env.TEXTRELAY_GATEWAY_LISTEN}${path}`, { headers: { accept } });
  return [path, status];
};

test('core and gateway start from the package alone, migrate an empty database, and serve API, docs and console', async () => {
  expect(await server.call(['health'], env)).toEqual({
    code: 1,
    out: '',
    err: 'no part of the service runs here\n',
  });
  const core = await server.start('core', env, env.TEXTRELAY_CORE_OPS_LISTEN as string);
  const gateway = await server.start('gateway', env, env.TEXTRELAY_GATEWAY_OPS_LISTEN as string);
  expect(await server.call(['health', 'start'], env)).toEqual({
    code: 0,
    out: 'core: ready, gateway: ready\n',
    err: '',
  });
  const made = await server.call(
    ['admin', 'accounts', 'create', '--name', 'Acme', '--country', 'US', '--json'],
    env,
  );
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('"name": "Acme"') });
  const pages = groups.flatMap(({ entries }) => entries.map(({ path }) => path));
  for (const path of [...pages, '/sign-in']) expect(await get(path)).toEqual([path, 200]);
  for (const path of ['/llms.txt', '/api/v1/openapi.json'])
    expect(await get(path, '*/*')).toEqual([path, 200]);
  for (const part of [gateway, core]) {
    part.kill('SIGTERM');
    expect(await once(part, 'exit')).toEqual([0, null]);
  }
}, 60_000);

test('the package holds no source and no test, and says its licences and its version', async () => {
  const files = readdirSync(server.home, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => /\.tsx?$|\.map$|testing|node_modules/.test(name))).toEqual([]);
  for (const name of ['README.md', 'LICENSE', 'LICENSES-OF-PACKAGES.txt', 'units/textrelay.service'])
    expect(files).toContain(name);
  expect(await server.call(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  expect((await server.call(['admin', '--help'])).out).toContain('textrelay admin keys create <account>');
  expect((await server.call(['agent', 'drivers'])).out).toMatch(/^simulated {2}/);
  expect(await server.call(['corr'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no part "corr"'),
  });
});

test('an old Node hands over to the one in the package, stop signals included, and says so where there is none', async () => {
  const pretend =
    "if (!process.execArgv.includes('--no-opt')) Object.defineProperty(process.versions, 'node', { value: '20.20.2' });";
  const old = { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}` };
  const refusal = 'Textrelay needs Node 24; this is Node 20.20.2, and the one of the package was left out\n';
  server.leaveOutNode();
  expect(await server.call(['agent', 'drivers'], old)).toEqual({ code: 1, out: '', err: refusal });
  server.bringNode();
  expect((await server.call(['agent', 'drivers'], old)).out).toMatch(/^simulated {2}/);
  const port = await freePort();
  const agent = server.spawn(['agent', 'phones'], { ...old, TEXTRELAY_HUB_LISTEN: `127.0.0.1:${port}` });
  agent.stdout?.resume();
  await until(() =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ),
  );
  agent.kill('SIGTERM');
  expect(await once(agent, 'exit')).toEqual([0, null]);
}, 60_000);
