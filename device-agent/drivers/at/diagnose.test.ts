// What doctor says of a modem in each state, in plain words and with advice.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { ModemBench } from '../../testing/modem_bench.ts';
import type { Finding } from '../driver.ts';
import { listCandidates } from './candidates.ts';

const simulated = simulateEachTest();
let bench: ModemBench;
afterEach(() => bench?.close());

const short = (findings: Finding[]) => findings.map(({ level, what }) => `${what}: ${level}`);
const healthy = [
  'serial port',
  'modem',
  'texts',
  'SIM',
  'network',
  'signal',
  'SMSC',
  'memory',
  'delivery reports',
];

test('a healthy modem has nothing but good findings, and nothing was sent or set for good', async () => {
  bench = await ModemBench.open(simulated);
  const findings = await bench.diagnose();
  expect(short(findings).slice(0, 9)).toEqual(healthy.map((what) => `${what}: ok`));
  expect(findings[1]?.detail).toBe('it answers: Textrelay Simulated modem');
  expect(findings.every(({ level, advice }) => (level === 'ok') === (advice === undefined))).toBe(true);
  expect(
    bench.modem.commands().filter((line) => /^\+(CMGS|CMGD|CMGW|CPIN|CNMI|CSCA|CPMS)=[^?]/.test(line)),
  ).toEqual([]);
});

test('nobody at the network address is reported', async () => {
  bench = await ModemBench.open(simulated);
  const [port, ...rest] = await bench.diagnose({ TEXTRELAY_AGENT_SERIAL_PORT: 'tcp://127.0.0.1:1' });
  expect(port).toMatchObject({ level: 'fault', what: 'serial port' });
  expect(port?.advice).toContain('ser2net');
  expect(rest).toEqual([]);
});

test('a missing port is reported, with those that are seen', async () => {
  bench = await ModemBench.open(simulated);
  const [port, ...rest] = await bench.diagnose({ TEXTRELAY_AGENT_SERIAL_PORT: '' });
  expect(port).toMatchObject({ level: 'fault', detail: 'no port is configured' });
  expect(port?.advice).toContain('TEXTRELAY_AGENT_SERIAL_PORT');
  expect(rest).toEqual([]);
});

test('a modem that does not answer is reported, in less than half a minute', async () => {
  bench = await ModemBench.open(simulated);
  void bench.modem.planFault({ at: 'command', action: 'hang' });
  const startedMs = bench.clock.nowMs();
  const findings = await bench.diagnose();
  expect(short(findings)).toEqual(['serial port: ok', 'modem: fault']);
  expect(bench.clock.nowMs() - startedMs).toBeLessThan(30_000);
});

test('a modem that stops answering in the middle is reported as well, in time', async () => {
  bench = await ModemBench.open(simulated);
  void bench.modem.planFault({ at: 'command', action: 'hang', command: '+COPS' });
  const startedMs = bench.clock.nowMs();
  const findings = await bench.diagnose();
  expect(findings.at(-1)).toMatchObject({ level: 'fault', what: 'modem' });
  expect(findings.at(-1)?.detail).toContain('stopped answering');
  expect(bench.clock.nowMs() - startedMs).toBeLessThan(30_000);
});

test('a port without texts is reported', async () => {
  bench = await ModemBench.open(simulated);
  void bench.modem.planFault({ at: 'command', action: { answer: 'ERROR' }, command: '+CMGF' });
  expect(short(await bench.diagnose()).at(-1)).toBe('texts: fault');
});

test('without SIM, without PIN, and with one that was refused', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234' });
  bench.modem.removeSim();
  expect((await bench.diagnose()).at(-1)).toMatchObject({
    what: 'SIM',
    level: 'fault',
    detail: expect.stringContaining('no SIM'),
  });
  bench.modem.insertSim();
  expect((await bench.diagnose()).at(-1)?.advice).toBe('Set TEXTRELAY_AGENT_PIN.');
  const wrong = { TEXTRELAY_AGENT_PIN: '1111' };
  expect((await bench.diagnose(wrong)).at(-1)).toMatchObject({ what: 'SIM', level: 'warning' });
  expect(bench.asked('+CPIN=')).toBe(0);
  await bench.start(wrong);
  await bench.passUntil('refused', () => bench.health.problem === 'pin_required');
  await bench.driver.close();
  expect((await bench.diagnose(wrong)).at(-1)).toMatchObject({ what: 'SIM', level: 'fault' });
  expect(bench.asked('+CPIN=')).toBe(1);
});

test('no network, a weak signal, no SMSC and a full memory are reported, each with advice', async () => {
  bench = await ModemBench.open(simulated, { smsc: '', memories: { SM: 1 } });
  bench.modem.setRegistration('denied');
  bench.modem.setSignal(2);
  const findings = await bench.diagnose();
  expect(short(findings)).toContain('network: fault');
  expect(short(findings)).toContain('signal: warning');
  expect(short(findings)).toContain('SMSC: fault');
  bench.modem.setRegistration('home');
  bench.modem.receive({ from: '4711', text: 'hi' });
  expect(short(await bench.diagnose({ TEXTRELAY_AGENT_SMSC: '+12063130004' }))).toEqual(
    expect.arrayContaining(['SMSC: ok', 'memory: warning']),
  );
});

test('no finding holds a number or a PIN', async () => {
  bench = await ModemBench.open(simulated, { pin: '7391' });
  const findings = [...(await bench.diagnose({ TEXTRELAY_AGENT_PIN: '7391' })), ...(await bench.diagnose())];
  expect(JSON.stringify(findings)).not.toMatch(/7391|12063130004|001010123456789|8900101234567890123/);
});

test('ports are listed by their lasting names, or else as they are numbered', async () => {
  const dev = mkdtempSync(join(tmpdir(), 'dev-'));
  for (const name of ['ttyUSB1', 'ttyACM0', 'ttyS0', 'ttyUSB0']) writeFileSync(join(dev, name), '');
  expect(await listCandidates(dev)).toEqual(['ttyACM0', 'ttyUSB0', 'ttyUSB1'].map((name) => join(dev, name)));
  mkdirSync(join(dev, 'serial', 'by-id'), { recursive: true });
  writeFileSync(join(dev, 'serial', 'by-id', 'usb-Modem-if00'), '');
  expect(await listCandidates(dev)).toEqual([join(dev, 'serial', 'by-id', 'usb-Modem-if00')]);
  rmSync(dev, { recursive: true });
});
