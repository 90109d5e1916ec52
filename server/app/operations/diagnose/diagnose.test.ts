// What a core finds when its operator asks how it is: nothing wrong where nothing is, and each trouble by name, with what to do.
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../runtime/cli/findings.ts';
import { systemClock } from '../../../../runtime/clock.ts';
import type { DatabaseSetup, Troubles } from '../../../store/operations/diagnose.ts';
import type { RefusingTarget } from '../alerts/watch.ts';
import { createDiagnose } from './diagnose.ts';
import type { CoreSetup } from './diagnose_setup.ts';

const nowMs = Date.parse('2026-11-27T12:00:00Z');
/** A clock that shows a moment. */
const showing = (ms: number) => ({ ...systemClock, nowMs: () => ms });
const day = 86_400_000;

const setup: DatabaseSetup = {
  version: '18.4',
  bytes: 5 * 1024 * 1024,
  connections: 9,
  mostConnections: 100,
  isDurable: true,
  isVacuumed: true,
  standbys: 0,
  isSynchronous: false,
  frozenAge: 5_000,
  migrationMs: 7,
  knownMigrationMs: 7,
  atMs: nowMs,
};
const troubles: Troubles = {
  ...{ linked: 3, away: 0, withProblem: 0 },
  ...{ failingWebhooks: 0, disabledWebhooks: 0, heldTexts: 0 },
};
const core: CoreSetup = {
  isProduction: true,
  hasMail: true,
  hasAlerts: true,
  publicUrl: 'https://texts.example',
  listeners: [
    { name: 'device listener', host: '0.0.0.0', isSecure: true, variable: 'TEXTRELAY_DEVICE_TLS_CERT' },
  ],
  unknownVariables: [],
  dataDir: '/data',
};

interface Seen {
  setup?: Partial<DatabaseSetup>;
  troubles?: Partial<Troubles>;
  core?: Partial<CoreSetup>;
  oldestSeconds?: number;
  carriers?: { name: string; up: boolean }[];
  gateways?: number;
  refusing?: RefusingTarget[];
  endMs?: number;
  free?: number;
  machineMs?: number;
  isAway?: boolean;
}

async function diagnose(seen: Seen = {}) {
  const answer = <T>(value: T) => (seen.isAway ? Promise.reject(new Error('away')) : Promise.resolve(value));
  const state = {
    kind: 'smpp',
    priority: 1,
    sharedSender: null,
    detail: 'said by the carrier: ada',
    capacity: 1,
  };
  return createDiagnose({
    store: {
      readSetup: () => answer({ ...setup, ...seen.setup }),
      readTroubles: () => answer({ ...troubles, ...seen.troubles }),
      listAwayDevices: () => answer([{ accountId: 421n, deviceId: 3n, lastSeenAtMs: nowMs - 3 * 3_600_000 }]),
      listTableSizes: () => answer([{ name: 'message', rows: 5, bytes: 8192 }]),
      countUnfinished: () => answer([{ status: 'queued', count: 2, oldestSeconds: seen.oldestSeconds ?? 4 }]),
    },
    clock: showing(nowMs),
    machineClock: showing(seen.machineMs ?? nowMs),
    setup: { ...core, ...seen.core },
    carriers: () => (seen.carriers ?? [{ name: 'main', up: true }]).map((each) => ({ ...state, ...each })),
    countGateways: async () => seen.gateways ?? 2,
    refusingTargets: () => seen.refusing ?? [],
    certificateEnds: () => new Map([['the device listener', seen.endMs ?? nowMs + 90 * day]]),
    readDisk: async () => ({ free: seen.free ?? 40e9, size: 100e9 }),
    admin: 'textrelay admin',
  })();
}

const badOf = (findings: readonly Finding[]) => findings.filter(({ level }) => level !== 'ok');

test('of a service that is as it should be, all is well, and every subject is named', async () => {
  const { findings, tables } = await diagnose();
  expect(badOf(findings)).toEqual([]);
  expect([...new Set(findings.map(({ what }) => what))]).toEqual([
    ...['settings', 'database', 'schema', 'replication', 'clock', 'texts', 'devices', 'webhooks'],
    ...['carriers', 'gateways', 'mail', 'alerts', 'certificate', 'disk'],
  ]);
  expect(tables).toEqual([{ name: 'message', rows: 5, bytes: 8192 }]);
});

const cases: [string, Seen, Finding['level'], RegExp][] = [
  ['connections run out', { setup: { connections: 80 } }, 'warning', /^80 of 100 connections/],
  ['fsync is off', { setup: { isDurable: false } }, 'fault', /loses acknowledged texts/],
  ['autovacuum is off', { setup: { isVacuumed: false } }, 'warning', /autovacuum is off/],
  ['vacuum is behind', { setup: { frozenAge: 1.2e9 } }, 'warning', /1200 million transactions/],
  ['a newer version has migrated', { setup: { migrationMs: 8 } }, 'warning', /a newer version/],
  ['migrations are missing', { setup: { migrationMs: 6 } }, 'fault', /lacks migrations/],
  ['replication is asynchronous', { setup: { standbys: 2 } }, 'warning', /may lose acknowledged texts/],
  ['no standby is there to wait for', { setup: { isSynchronous: true } }, 'fault', /none follows/],
  ['the clock is ahead', { machineMs: nowMs + 14_000 }, 'warning', /14 s ahead of the database/],
  ['the clock is behind', { machineMs: nowMs - 3_000 }, 'warning', /3 s behind the database/],
  ['a text is old', { oldestSeconds: 7_300 }, 'warning', /queued for 2 hours$/],
  ['texts are held', { troubles: { heldTexts: 4 } }, 'warning', /^4 wait for you/],
  [
    'devices are away',
    { troubles: { away: 7 } },
    'warning',
    /^7 away: device 3 of account 421 for 3 hours, and 6 more$/,
  ],
  ['a device cannot send', { troubles: { withProblem: 1 } }, 'warning', /unable to send/],
  [
    'webhooks fail',
    { troubles: { failingWebhooks: 2, disabledWebhooks: 1 } },
    'warning',
    /^2 failing, 1 given up$/,
  ],
  ['all carriers are down', { carriers: [{ name: 'main', up: false }] }, 'fault', /^down: main$/],
  [
    'one carrier is down',
    {
      carriers: [
        { name: 'main', up: true },
        { name: 'spare', up: false },
      ],
    },
    'warning',
    /^down: spare$/,
  ],
  ['no gateway is there', { gateways: 0 }, 'warning', /none watches/],
  ['there is no mail', { core: { hasMail: false } }, 'warning', /no mail server/],
  ['nobody gets alerts', { core: { hasAlerts: false } }, 'warning', /nobody gets/],
  [
    'a target takes no alerts',
    { refusing: [{ target: 'post', sinceMs: nowMs, error: 'it answered 404' }] },
    'warning',
    /^the target post has taken none since .*: it answered 404$/,
  ],
  ['links lead nowhere', { core: { publicUrl: 'http://127.0.0.1:8080' } }, 'warning', /nobody else reaches/],
  [
    'a variable is misspelt',
    { core: { unknownVariables: ['X is not known'] } },
    'warning',
    /^X is not known$/,
  ],
  [
    'a listener is in cleartext',
    { core: { listeners: [{ name: 'RPC listener', host: '::', isSecure: false, variable: 'V' }] } },
    'warning',
    /the RPC listener .* cleartext$/,
  ],
  ['a certificate ends', { endMs: nowMs + 3 * day }, 'warning', /good until 2026-11-30$/],
  ['a certificate ended', { endMs: nowMs - day }, 'fault', /ended on 2026-11-26$/],
  ['the disk is nearly full', { free: 3e9 }, 'warning', /^3.0 GB free, 3 % of it$/],
];

describe('each trouble is one finding, in a sentence and with what to do', () => {
  test.each(cases)('%s', async (_, seen, level, detail) => {
    const bad = badOf((await diagnose(seen)).findings);
    expect(bad).toEqual([
      { level, what: expect.any(String), detail: expect.stringMatching(detail), advice: expect.any(String) },
    ]);
    expect(JSON.stringify(bad)).not.toContain('ada');
  });
});

test('while the database is away the rest is looked at all the same', async () => {
  const { findings, tables } = await diagnose({ isAway: true });
  expect(badOf(findings)).toMatchObject([{ level: 'fault', what: 'database' }]);
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['carriers', 'certificate', 'disk']),
  );
  expect(tables).toEqual([]);
});

test('a trial is left alone: neither mail nor an address for others is missed', async () => {
  const trial = { isProduction: false, hasMail: false, hasAlerts: false, publicUrl: 'http://127.0.0.1:8080' };
  expect(badOf((await diagnose({ core: trial })).findings)).toEqual([]);
});
