import { expect, test } from 'vitest';
import { listTests, tierOf, tiers } from './tiers.ts';

test.each([
  ['unit', 'server/domain/messages/text.test.ts', 'it imports nothing that leaves the process'],
  ['integration', 'test/api/rate_limit.test.ts', 'its test support starts cores and gateways'],
  ['simulation', 'test/flow/text_travels.test.ts', 'it imports the simulation'],
  ['judges', 'test/judges/pdu_gnokii.test.ts', 'it asks which programs there are'],
  ['judges', 'test/judges/pdu_tshark.test.ts', 'its test support asks which programs there are'],
  ['faults', 'test/faults/core_dies.test.ts', 'it lies in the folder of faults'],
])('the tier is %s for %s, because %s', (tier, path) => {
  expect(tierOf(path)).toBe(tier);
});

test('every tier has tests, and what lies in the folder of judges or of faults is in that tier', () => {
  const tests = listTests();
  for (const tier of tiers) {
    expect(tests.filter((file) => file.tier === tier).length).toBeGreaterThan(5);
    const inFolder = tests.filter(({ path }) => path.startsWith(`test/${tier}/`));
    expect(inFolder.filter((file) => file.tier !== tier)).toEqual([]);
  }
});

// These modules are reached past the imports, as a unit test would through the product.
const net = process.getBuiltinModule('node:net');
const dgram = process.getBuiltinModule('node:dgram');
const children = process.getBuiltinModule('node:child_process');

test.each<[what: string, leave: () => unknown]>([
  ['listens', () => net.createServer().listen(0)],
  ['dials', () => net.connect(1)],
  ['binds a datagram socket', () => dgram.createSocket('udp4').bind(0)],
  ['starts a program', () => children.spawn('true')],
  ['runs a program', () => children.execFile('true')],
  ['waits for a program', () => children.execFileSync('true')],
])('a unit test that %s fails, whatever it imports', (_, leave) => {
  expect(leave).toThrow('it is an integration test');
});

test('a unit test that fetches fails, whatever it imports', async () => {
  const failure = await fetch('http://127.0.0.1:50000').catch((error: Error) => error.cause);
  expect(String(failure)).toContain('it is an integration test');
});
