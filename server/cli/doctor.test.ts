// `doctor`: what a person or a program sees of a service that is well, and of one that is not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FindingLevel } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { ConfigError } from '../../runtime/config/config_values.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { StandingClock } from '../../runtime/testing/standing_clock.ts';
import { noteBackup } from '../embedded/backup/last_backup.ts';
import { provideCore } from './testing/provide_core.ts';
import { diagnosed } from './testing/service_health.ts';
import { nothingHere, typeLine } from './testing/type_line.ts';

const { connection, type, typeJson } = provideCore();
const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const sound = [...diagnosed.findings];

/** The next answers of the core hold these findings. */
function findNext(...findings: typeof diagnosed.findings) {
  diagnosed.findings.splice(0, diagnosed.findings.length, ...findings);
}

test('a service that is well is shown line by line, and the exit code is 0', async () => {
  findNext(...sound);
  const { code, out } = await type('doctor');
  expect(out.split('\n')).toEqual([
    'ok       this machine     no part of the service listens here',
    `ok       core             ${connection().core} answers, version 0.1.0`,
    'ok       database         PostgreSQL 18.4',
    'ok       backup           no embedded database is here: what backs your PostgreSQL up is not seen from here',
    '',
    'All is well.',
    '',
  ]);
  expect(code).toBe(0);
});

test('a fault has its advice below it, and the exit code is 1; warnings alone leave it 0', async () => {
  const warning = { level: FindingLevel.WARNING, what: 'mail', detail: 'none', advice: 'Set one.' };
  findNext(warning);
  expect((await type('doctor')).code).toBe(0);
  findNext(warning, { level: FindingLevel.FAULT, what: 'disk', detail: 'full', advice: 'Make space.' });
  const { code, out } = await type('doctor');
  expect(code).toBe(1);
  expect(out).toContain('fault    disk             full\n                          -> Make space.\n');
  expect(out).toMatch(/\n\n1 fault, 1 warning\.\n$/);
});

test('with --json it is one document, and the exit code is the same', async () => {
  findNext(...sound);
  const findings = expect.arrayContaining([
    { level: 'ok', what: 'database', detail: 'PostgreSQL 18.4', advice: null },
  ]);
  expect(await typeJson('doctor')).toEqual({ ok: true, findings });
  findNext({ level: FindingLevel.FAULT, what: 'disk', detail: 'full', advice: 'Make space.' });
  const { code, out } = await typeLine('doctor --json', connection());
  expect([code, JSON.parse(out).ok]).toEqual([1, false]);
});

test('a core that is away, and one that refuses the token, are faults and not the end of the command', async () => {
  findNext(...sound);
  const away = { ...connection(), core: `127.0.0.1:${await freePort()}` };
  const wrong = { ...connection(), serviceToken: 'another-token-of-nobody' };
  const { code, out } = await typeLine('doctor', connection(), {
    readConnections: () => [connection(), away, wrong],
  });
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`^fault +core +${away.core}: the core cannot be reached`, 'm'));
  expect(out).toMatch(/^fault +core +\S+: the core refused the service token$/m);
  // What the one that answers said stands there without its address: it is all that is known.
  expect(out).toMatch(/^ok +database +PostgreSQL 18.4$/m);
});

test('without a service to be found it says so, and what is on this machine is looked at all the same', async () => {
  const { code, out } = await typeLine('doctor', connection(), {
    readConnections: () => {
      throw new ConfigError(['no running service found', 'and another line']);
    },
    here: {
      ...nothingHere,
      readListeners: () => ({
        core: { host: '127.0.0.1', port: 1 },
        gateway: { host: '127.0.0.1', port: 2 },
        agent: undefined,
      }),
      ask: async ({ port }) => (port === 1 ? 'not ready' : 'ready'),
      readMetrics: async () =>
        'textrelay_gateway_certificate_end_seconds{listener="the gateway"} 1764288000\n',
    },
    clock: new StandingClock('2025-11-27T12:00:00Z'),
  });
  expect(code).toBe(1);
  expect(out.match(/^\w+ +\w+( \w+)?(?= )/gm)).toEqual([
    ...['fault    settings', 'fault    settings'],
    ...['fault    this machine', 'ok       this machine', 'warning  certificate', 'ok       backup'],
  ]);
});

test('an embedded database without a backup, or with an old one, is warned of', async () => {
  findNext(...sound);
  mkdirSync(join(dataDir, 'pg'));
  const clock = new StandingClock('2026-11-27T12:00:00Z');
  const backup = async () => {
    const around = { readDatabases: () => ({ dataDir, url: '' }), clock };
    return /^(\w+) +backup +(.*)$/m.exec((await typeLine('doctor', connection(), around)).out)?.slice(1);
  };
  expect(await backup()).toEqual(['warning', 'none was made of the embedded database']);
  const path = join(dataDir, 'textrelay-1');
  noteBackup(dataDir, { path, endedAt: '2026-11-27T06:00:00Z' });
  expect(await backup()).toEqual(['warning', 'the last one is not where it was made any more']);
  mkdirSync(path);
  writeFileSync(join(path, 'manifest.json'), '');
  expect(await backup()).toEqual(['ok', 'the last one is of 2026-11-27T06:00:00Z, 6 hours ago']);
  clock.jumpTo('2026-11-28T09:00:00Z');
  expect(await backup()).toEqual(['warning', 'the last one is of 2026-11-27T06:00:00Z, 27 hours ago']);
});
