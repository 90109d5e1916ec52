// A core that starts while its database is away waits for it and says so, and becomes ready without further help.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';
import { serviceToken } from '../support/core.ts';
import { createDatabase, openInspector, withDatabase, withHost } from '../support/database.ts';
import { TcpProxy } from '../support/tcp_proxy.ts';

interface Starting {
  child: ChildProcess;
  /** What it reported to the process that started it. */
  reported: { type: string; what?: string }[];
  output: { out: string; error: string };
}

async function start(databaseUrl: string): Promise<Starting> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../server/main.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl,
      TEXTRELAY_SERVICE_TOKEN: serviceToken,
      TEXTRELAY_CORE_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${await freePort()}`,
      TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${await freePort()}`,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const reported: Starting['reported'] = [];
  const output = { out: '', error: '' };
  child.on('message', (message: Starting['reported'][number]) => reported.push(message));
  child.stdout?.on('data', (data) => {
    output.out += data;
  });
  child.stderr?.on('data', (data) => {
    output.error += data;
  });
  return { child, reported, output };
}

async function stop({ child }: Starting): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  return (await exited)[0];
}

test('a core waits for a database that is away, says so, and is ready as soon as it is there', async () => {
  const { target, through } = withHost(await createDatabase());
  const port = await freePort();
  const core = await start(through(port));
  await until(() => core.reported.length > 0);
  expect(core.reported).toEqual([
    { type: 'waiting', what: 'cannot reach the database of DATABASE_URL (ECONNREFUSED)' },
  ]);
  expect(core.output.out).toContain('cannot reach the database');
  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far])
      socket
        .on('error', () => {})
        .on('close', () => {
          near.destroy();
          far.destroy();
        });
    near.pipe(far).pipe(near);
  }).listen(port, '127.0.0.1');
  await until(() => core.reported.at(-1)?.type === 'ready');
  expect(await stop(core)).toBe(0);
  server.close();
}, 90_000);

test('a core waits for a database that has no connection left, and says so', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'textrelay-full-'));
  // The driver looks for a socket below the whole list of hosts, so the list's comma is part of the folder's name.
  const hosts = `${directory},`;
  mkdirSync(hosts);
  const path = join(hosts, '.s.PGSQL.5432');
  const listens = `require('node:net').createServer().listen({ path: '${path}', backlog: 1 }, () => console.log('up'))`;
  const frozen = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] });
  const waiting: Socket[] = [];
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    frozen.kill('SIGKILL');
    for (const made of [directory, hosts]) rmSync(made, { recursive: true });
  });
  await once(frozen.stdout, 'data');
  frozen.kill('SIGSTOP');
  const isFull = async () => {
    const socket = connect(path);
    waiting.push(socket);
    return once(socket, 'connect').then(
      () => false,
      (error) => error.code === 'EAGAIN',
    );
  };
  await until(isFull);
  const core = await start(`postgres://a:b@${encodeURIComponent(hosts)}/c`);
  await until(() => core.reported.length > 0);
  expect(core.reported).toEqual([
    { type: 'waiting', what: 'cannot reach the database of DATABASE_URL (EAGAIN)' },
  ]);
  expect(await stop(core)).toBe(0);
}, 90_000);

test('a core that waits for its database stops at once when asked', async () => {
  const core = await start(`postgres://a:b@127.0.0.1:${await freePort()}/c`);
  await until(() => core.reported.length > 0);
  expect(await stop(core)).toBe(0);
}, 90_000);

test('a fault that waiting cannot mend ends the core with one plain line and exit code 1', async () => {
  const url = await createDatabase();
  const { through } = withHost(url);
  const line = await TcpProxy.to(url);
  const here = through(Number(new URL(line.url).port));
  const sql = openInspector(url);
  await sql`create role rightless login password 'rightless'`.catch(() => undefined);
  const newer = await createDatabase();
  const newerSql = openInspector(newer);
  await newerSql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`;
  await newerSql`update oldest_start set migration = 4102444800000`;
  const cases = [
    [here.replace(/:[^:@]*@/, ':wrong@'), 'refuses the user or password'],
    [withDatabase(here, 'no_such_database'), 'does not exist'],
    [withDatabase(here, 'postgres').replace(/\/\/[^@]*@/, '//rightless:rightless@'), 'may not create tables'],
    ['postgres://127.0.0.1:99999/x', 'has an invalid port'],
    [newer, 'a newer version of Textrelay'],
  ] as const;
  const started = await Promise.all(cases.map(([given]) => start(given)));
  const codes = await Promise.all(started.map(async ({ child }) => (await once(child, 'close'))[0]));
  expect(codes).toEqual(cases.map(() => 1));
  for (const [index, { output }] of started.entries()) {
    expect(output.error).toMatch(/^[^\n]*\n$/);
    expect(output.error).toContain(cases[index]?.[1]);
  }
  await Promise.all([sql.end(), newerSql.end()]);
  await line.close();
}, 90_000);
