// Asking a server who it is, whatever happens to the connection: real servers, on real time.
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../runtime/testing/until.ts';
import { createDatabase, openInspector } from '../../../../test/support/database.ts';
import { readDatabaseUrl } from './database_url.ts';
import { HostPoll } from './host_poll.ts';

let url: string;
let inspect: ReturnType<typeof openInspector>;
beforeAll(async () => {
  url = await createDatabase();
  inspect = openInspector(url);
});
afterAll(() => inspect.end());

const pollOf = (text: string) => {
  const read = readDatabaseUrl(text);
  return new HostPoll(read, read.hosts[0] as (typeof read.hosts)[number]);
};
const sessions = async () =>
  (
    await inspect`select pid from pg_stat_activity where application_name = 'textrelay poll' and datname = current_database()`
  ).length;

test('a kept connection that broke since is made again, and its server is not taken for silent', async () => {
  const poll = pollOf(url);
  const identity = { systemId: expect.stringMatching(/^\d+$/), timeline: 1, startedAt: expect.any(String) };
  expect(await poll.ask(true)).toEqual(identity);
  expect(await sessions()).toBe(1);
  await inspect`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'textrelay poll' and datname = current_database()`;
  await until(async () => (await sessions()) === 0);
  expect(await poll.ask(true)).toEqual(identity);
  expect(await poll.ask(false)).toEqual(identity);
  await until(async () => (await sessions()) === 0);
});

test('a connection that is slow to open is used once it is', async () => {
  const { host, port } = readDatabaseUrl(url).hosts[0] as { host: string; port: number };
  const held: (() => void)[] = [];
  const gate = createServer((near) => {
    held.push(() => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      near.pipe(far).pipe(near);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => gate.once('listening', resolve));
  const slow = pollOf(url.replace(/@[^/]+/, `@127.0.0.1:${(gate.address() as { port: number }).port}`));
  expect(await slow.ask(true)).toEqual({ fault: expect.objectContaining({ code: 'ETIMEDOUT' }) });
  held[0]?.();
  await until(async () => 'systemId' in (await slow.ask(true)));
  expect(held).toHaveLength(1);
  slow.close();
  gate.close();
});

test('what cannot be asked is a fault, and never thrown', async () => {
  expect(await pollOf('postgres://h/d?sslmode=verify-full&sslrootcert=/nowhere/ca.pem').ask(true)).toEqual({
    fault: expect.objectContaining({ message: expect.stringContaining('/nowhere/ca.pem') }),
  });
  const sockets: Socket[] = [];
  const mute = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => mute.once('listening', resolve));
  const { port } = mute.address() as { port: number };
  const silent = pollOf(`postgres://u@127.0.0.1:${port}/d`);
  for (let round = 0; round < 2; round++)
    expect(await silent.ask(true)).toEqual({ fault: expect.objectContaining({ code: 'ETIMEDOUT' }) });
  // It goes on opening the same connection meanwhile.
  expect(sockets).toHaveLength(1);
  silent.close();
  for (const socket of sockets) socket.destroy();
  mute.close();
});
