import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '../runtime/testing/free_port.ts';

const place = mkdtempSync('/tmp/tr-');
afterAll(() => rmSync(place, { recursive: true, force: true }));

const dataDir = join(place, 'data');
// Root's PostgreSQL runs as another user, who has to reach the data.
if (process.getuid?.() === 0) chmodSync(place, 0o755);

const ports = await Promise.all(Array.from({ length: 6 }, freePort));
const [core, coreOps, device, gateway, gatewayOps, hub] = ports.map((port) => `127.0.0.1:${port}`);

const root = join(import.meta.dirname, '..');

/** As `npm start` does. */
function start(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['runtime/bundle/launch.js', 'server/standalone.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: place,
      TEXTRELAY_DATA_DIR: dataDir,
      TEXTRELAY_CORE_LISTEN: core,
      TEXTRELAY_CORE_OPS_LISTEN: coreOps,
      TEXTRELAY_DEVICE_LISTEN: device,
      TEXTRELAY_HUB_LISTEN: hub,
      TEXTRELAY_GATEWAY_LISTEN: gateway,
      TEXTRELAY_GATEWAY_OPS_LISTEN: gatewayOps,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (data) => {
    output.out += data;
  });
  child.stderr.on('data', (data) => {
    output.error += data;
  });
  return { child, output };
}

/** Whole services start here, beside whatever else the machine has to do. */
const slowMs = 120_000;
const until = (check: () => unknown) => vi.waitFor(check, { timeout: slowMs / 2, interval: 20 });
const untilUp = (output: { out: string; error: string }) =>
  until(() => expect(output.out + output.error).toContain('Ctrl-C stops everything'));

async function stop(child: ChildProcess): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  return (await exited)[0];
}

/** Processes that have the test's directory in their environment or command line. */
function processesOfTest(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
      return read('environ').includes(dataDir) || read('cmdline').includes(dataDir);
    } catch {
      return false;
    }
  });
}

const send = (key: string, clientRef: string, route?: string) =>
  fetch(`http://${gateway}/api/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: '+15005550006', body: 'Hello', client_ref: clientRef, route }),
  });

/** Runs a line as it was pasted. */
async function runShell(line: string) {
  const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  const [code] = await once(child, 'close');
  return { out, code };
}

test(
  'one command brings up a service that texts, survives its own kill -9, and leaves nothing behind',
  async () => {
    const first = start();
    await untilUp(first.output);
    const key = /KEY=(svc_live_\w+)/.exec(first.output.out)?.[1] ?? '';
    expect((await send(key, 'one')).status).toBe(200);
    // Both ways can be tried at once.
    const { message } = (await (await send(key, 'two', 'gateway')).json()) as { message: { id: number } };
    const read = async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`http://${gateway}/api/v1/messages/${message.id}`, { headers })).json();
    };
    // A key may ask 120 times a minute.
    await vi.waitFor(
      async () => expect(await read()).toMatchObject({ message: { route: 'gateway', status: 'delivered' } }),
      { timeout: 20_000, interval: 300 },
    );

    first.child.kill('SIGKILL');
    await until(() => expect(processesOfTest()).toEqual([]));

    const second = start();
    await untilUp(second.output);
    expect(second.output.out).not.toContain(key);
    const repeated = await send(key, 'one');
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);

    const third = start();
    const [code] = await once(third.child, 'exit');
    expect([code, third.output.error]).toEqual([
      1,
      `another instance is running on the data directory ${dataDir}\n`,
    ]);

    expect(await stop(second.child)).toBe(0);
    expect(processesOfTest()).toEqual([]);
    const logs = readdirSync(join(dataDir, 'logs')).map((name) =>
      readFileSync(join(dataDir, 'logs', name), 'utf8'),
    );
    expect(logs.join('')).not.toMatch(/svc_live_|5005550006/);
  },
  slowMs,
);

test(
  'every listener may be on ::1: the service starts, and prints addresses that can be pasted',
  async () => {
    const [core, coreOps, device, gateway, gatewayOps, hub] = ports.map(
      (port) => `[::1]:${port}`,
    ) as string[];
    const { child, output } = start({
      TEXTRELAY_DATA_DIR: join(place, 'other'),
      TEXTRELAY_CORE_LISTEN: core as string,
      TEXTRELAY_CORE_OPS_LISTEN: coreOps as string,
      TEXTRELAY_DEVICE_LISTEN: device as string,
      TEXTRELAY_HUB_LISTEN: hub as string,
      TEXTRELAY_GATEWAY_LISTEN: gateway as string,
      TEXTRELAY_GATEWAY_OPS_LISTEN: gatewayOps as string,
    });
    await untilUp(output);
    const pasted = output.out.match(/^ {2}curl .*?(\\\n.*)?$/gm) ?? [];
    expect(pasted.length).toBeGreaterThan(3);
    // A shell may take bare brackets for a pattern.
    for (const line of pasted) expect(line).toContain(` 'http://${gateway}/api/v1/`);
    const key = /KEY=(svc_live_\w+)/.exec(output.out)?.[1] ?? '';
    const { out, code } = await runShell(`KEY=${key}; ${pasted[0]}`);
    expect([code, JSON.parse(out).message.status]).toEqual([
      0,
      expect.stringMatching(/queued|sending|sent|delivered/),
    ]);
    expect(await stop(child)).toBe(0);
  },
  slowMs,
);

test('a wrong database, variable, directory or port is each one line and exit code 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const listen = `127.0.0.1:${(taken.address() as { port: number }).port}`;
  const file = join(import.meta.filename, 'data');
  const cases = [
    [{ DATABASE_URL: 'postgres://x:y@127.0.0.1:0/z' }, 'DATABASE_URL has an invalid port\n'],
    [{ TEXTRELAY_COUNTRY: 'usa' }, 'TEXTRELAY_COUNTRY must be two capital letters, like US\n'],
    [{ TEXTRELAY_DATA_DIR: file }, `the data directory ${file} cannot be used (ENOTDIR)\n`],
    [
      { TEXTRELAY_CORE_LISTEN: listen },
      `cannot listen on ${listen}: the port is taken (set TEXTRELAY_CORE_LISTEN)\n`,
    ],
  ] as const;
  for (const [environment, line] of cases) {
    const { child, output } = start(environment);
    const [code] = await once(child, 'close');
    expect([code, output.error]).toEqual([1, line]);
  }
  taken.close();
});

test(
  'a database that is away is waited for, and the terminal says so until the start is stopped',
  async () => {
    const { child, output } = start({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' });
    await until(() =>
      expect(output.out).toContain(
        'the core waits: cannot reach the database of DATABASE_URL (ECONNREFUSED)\n',
      ),
    );
    expect(await stop(child)).toBe(0);
    expect(processesOfTest()).toEqual([]);
  },
  slowMs,
);
