import { expect, test } from 'vitest';
import { readDatabaseUrl } from './database_url.ts';

test('a URL may name several servers, each with a port of its own', () => {
  const read = readDatabaseUrl('postgresql://me:p%40ss@one:5433,two,[::1]:5434/texts?sslmode=require');
  expect(read.hosts).toEqual([
    { host: 'one', port: 5433 },
    { host: 'two', port: 5432 },
    { host: '::1', port: 5434 },
  ]);
  expect(read).toMatchObject({ user: 'me', password: 'p@ss', database: 'texts', tls: { mode: 'require' } });
});

test('a directory is the place of a unix socket, however it is written', () => {
  for (const url of [
    'postgres://me@%2Frun%2Fpg/texts',
    'postgres://me@%2Frun%2Fpg,/texts',
    'postgres://me@/texts?host=/run/pg',
  ])
    expect(readDatabaseUrl(url).hosts).toEqual([{ host: '/run/pg', port: 5432 }]);
});

test('a password may hold what a URL usually ends at', () => {
  expect(readDatabaseUrl('postgres://me:a@b:c@host/texts').password).toBe('a@b:c');
});

test('what is not for the client becomes a parameter of each session', () => {
  const { parameters } = readDatabaseUrl(
    'postgres://h/d?search_path=texts&target_session_attrs=primary&sslrootcert=system&application_name=x&channel_binding=require&pgbouncer=true',
  );
  expect(parameters).toEqual({ search_path: 'texts' });
});

test.each([
  ['mysql://h/d', 'start with postgres://'],
  ['postgres://h:0/d', 'port'],
  ['postgres://h:five/d', 'port'],
  ['postgres://h/d?sslmode=maybe', 'sslmode'],
  ['postgres://me:100%@h/d', '%25'],
  ['postgres://h one/d', 'host'],
  ['postgres://h/d?target_session_attrs=standby', 'primary'],
])('%s is refused with a reason', (url, reason) => {
  expect(() => readDatabaseUrl(url)).toThrow(reason);
});
