// `health`: what is asked of the core, and what a person or a program sees.
import { expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';

const { asked, type, typeJson } = provideCore();

test('health shows the core, what waits and the database, and no control character', async () => {
  const { code, out } = await type('health');
  expect(code).toBe(0);
  expect(asked()).toEqual([['getHealth', {}]]);
  expect(out.split('\n')).toEqual([
    'core               0.1.0?[31m, since 2026-11-20T10:00:00.000Z',
    'devices linked     2',
    'gateways           1',
    'texts handed over  40',
    'texts expired      1',
    'calls              900, 3 failed',
    'carrier cores      1',
    'waiting            5 for devices, 6 for carriers',
    'oldest waiting     70 s',
    'database           PostgreSQL 17.4, since 2026-11-20T09:00:00.000Z',
    'database size      12000000 bytes',
    'connections        9, at most 100',
    '',
  ]);
});

test('health says all of it with --json', async () => {
  expect(await typeJson('health')).toEqual({
    cores: [
      {
        version: '0.1.0\u001b[31m',
        started_at: '2026-11-20T10:00:00.000Z',
        links: 2,
        watches: 1,
        texts_handed_over: 40,
        texts_expired: 1,
        calls: 900,
        calls_failed: 3,
      },
    ],
    carrier_cores: 1,
    queue: { device: 5, gateway: 6 },
    oldest_waiting_seconds: 70,
    database: {
      version: '17.4',
      bytes: 12_000_000,
      connections: 9,
      most_connections: 100,
      started_at: '2026-11-20T09:00:00.000Z',
    },
  });
});

test('health takes no argument', async () => {
  expect((await type('health now')).code).toBe(2);
  expect(asked()).toEqual([]);
});
