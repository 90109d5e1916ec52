// What a core finds by itself: each rule at its bound, and nothing below it.
import { describe, expect, test } from 'vitest';
import { certificateSeconds, fullDisk, manyTexts, oldTextSeconds } from '../../../ops/alerts/bounds.ts';
import { type AlertFacts, alertRules } from '../../../ops/alerts/rules.ts';
import { judgeFacts } from './judge.ts';

const quiet: AlertFacts = {
  unfinished: [{ status: 'queued', count: 5, oldestSeconds: oldTextSeconds }],
  growth: { now: 2 * manyTexts, before: manyTexts },
  away: [],
  troubled: [],
  carriers: [{ name: 'main', up: true }],
  certificates: [{ instance: 'one', listener: 'the RPC listener', seconds: certificateSeconds }],
  disks: [{ instance: 'one', free: fullDisk.bytes, size: 20 * fullDisk.bytes }],
};

const cases: [string, Partial<AlertFacts>, string, string][] = [
  [
    'TextrelayTextsOld',
    { unfinished: [{ status: 'sending', count: 1, oldestSeconds: oldTextSeconds + 1 }] },
    'status sending',
    'A text has been sending for 15 minutes',
  ],
  [
    'TextrelayQueueGrowing',
    { growth: { now: 2 * manyTexts + 1, before: manyTexts } },
    '',
    '2001 texts are unfinished, twice as many as a quarter of an hour ago',
  ],
  [
    'TextrelayDeviceAway',
    { away: [{ account: '7', device: '3' }] },
    'account 7, device 3',
    'Device 3 of account 7 was linked today and is away',
  ],
  [
    'TextrelayDeviceCannotSend',
    { troubled: [{ account: '7', device: '3', problem: 'no_sim' }] },
    'account 7, device 3, problem no_sim',
    'Device 3 of account 7 cannot send: no_sim',
  ],
  [
    'TextrelayCarrierDown',
    { carriers: [{ name: 'main', up: false }] },
    'carrier main',
    'No core can submit through the carrier main',
  ],
  [
    'TextrelayCertificateEnds',
    { certificates: [{ instance: 'one', listener: 'the RPC listener', seconds: certificateSeconds - 1 }] },
    'instance one, listener the RPC listener',
    'The certificate of the RPC listener at one ends in 13 days',
  ],
  [
    'TextrelayDiskFull',
    { disks: [{ instance: 'one', free: fullDisk.bytes - 1, size: 20 * fullDisk.bytes }] },
    'instance one',
    'The disk of the data directory at one is nearly full',
  ],
];

describe('each rule finds what is wrong at its bound, and says it in a sentence', () => {
  test.each(cases)('%s', (rule, facts, subject, summary) => {
    expect(judgeFacts({ ...quiet, ...facts }, true).seen).toEqual([{ rule, subject, summary }]);
  });
});

test('every rule that a core can judge has such a case; the database, which it cannot ask then, is watched apart', () => {
  const own = alertRules.filter((rule) => rule.own).map(({ name }) => name);
  expect(own).toEqual(cases.map(([rule]) => rule));
  expect(judgeFacts(quiet, true).seen).toEqual([]);
});

test('a core that does not speak for all says only how its own carriers, certificates and disk are', () => {
  const wrong = Object.assign({}, quiet, ...cases.map(([, facts]) => facts));
  const { seen, good, judged } = judgeFacts(wrong, false);
  expect(seen.map(({ rule }) => rule)).toEqual([
    ...['TextrelayCarrierDown', 'TextrelayCertificateEnds', 'TextrelayDiskFull'],
  ]);
  expect([good, judged]).toEqual([[], []]);
  expect(judgeFacts(quiet, false).good).toEqual([
    { rule: 'TextrelayCarrierDown', subject: 'carrier main' },
    { rule: 'TextrelayCertificateEnds', subject: 'instance one, listener the RPC listener' },
    { rule: 'TextrelayDiskFull', subject: 'instance one' },
  ]);
});

test('what a core cannot say now ends no alert, and of one rule at most 100 are kept', () => {
  expect(judgeFacts({ ...quiet, growth: undefined, away: undefined }, true).judged).toEqual([
    ...['TextrelayTextsOld', 'TextrelayDeviceCannotSend'],
  ]);
  const away = Array.from({ length: 101 }, (_, device) => ({ account: '7', device: String(device) }));
  expect(judgeFacts({ ...quiet, away: away.slice(1) }, true).seen).toHaveLength(100);
  expect(judgeFacts({ ...quiet, away }, true).seen).toHaveLength(100);
});
