// The SIM: missing, busy, closed by its PIN. A wrong PIN never locks it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import { ModemBench } from '../../../testing/modem_bench.ts';
import { pinFileName } from '../pin_memory.ts';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: ModemBench;
afterEach(() => bench.close());

const tries = () => bench.modem.commands().filter((line) => line.startsWith('+CPIN='));

test('a SIM that is missing is reported, and used when it is put in', async () => {
  bench = await ModemBench.open(simulated);
  bench.modem.removeSim();
  await bench.start();
  await bench.passUntil('reported', () => bench.health.problem === 'no_sim');
  bench.modem.insertSim();
  await bench.untilReady();
  bench.modem.removeSim();
  await bench.passUntil('reported again', () => bench.health.problem === 'no_sim');
});

test('a SIM that is still starting is waited for', async () => {
  bench = await ModemBench.open(simulated, { simBusyMs: 7_000 });
  await bench.start();
  await bench.passUntil('reported', () => bench.health.problem === 'no_sim');
  await bench.untilReady();
});

test('the PIN is given once, and again after each restart of the modem', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234', simBusyMs: 1_000 });
  await bench.startReady({ TEXTRELAY_AGENT_PIN: '1234' });
  expect(tries()).toHaveLength(1);
  bench.modem.unplug();
  bench.modem.plug();
  await bench.passUntil('away', () => bench.health.problem !== undefined);
  await bench.untilReady();
  expect(tries()).toHaveLength(2);
});

test('a memory of PINs that cannot be read is reported, and no PIN is tried', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234' });
  writeFileSync(join(bench.dir, pinFileName), 'not json');
  await bench.start({ TEXTRELAY_AGENT_PIN: '1234' });
  await bench.passUntil('reported', () => bench.health.problem === 'other');
  expect(bench.health.detail).toContain(pinFileName);
  await run('1 min');
  expect(tries()).toEqual([]);
});

test('without a PIN the SIM’s question is reported', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234' });
  await bench.start();
  await bench.passUntil('reported', () => bench.health.problem === 'pin_required');
  expect(bench.health.detail).toContain('TEXTRELAY_AGENT_PIN');
  expect(tries()).toEqual([]);
});

test('a wrong PIN is tried once, never again, and never a third one: the SIM is not locked', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234' });
  for (const wrong of ['1111', '1111', '2222', '1111', '3333']) {
    await bench.start({ TEXTRELAY_AGENT_PIN: wrong });
    await bench.passUntil('reported', () => bench.health.problem === 'pin_required');
    await run('2 min');
    bench.modem.unplug();
    bench.modem.plug();
    await run('1 min');
  }
  expect(tries()).toEqual(['+CPIN="1111"', '+CPIN="2222"']);
  expect(bench.modem.simState()).toBe('pin');
  expect(bench.health).toMatchObject({ problem: 'pin_required' });
  expect(readFileSync(join(bench.dir, pinFileName), 'utf8')).not.toMatch(/1111|2222/);
});

test('a PIN whose answer is lost counts as tried', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234' });
  void bench.modem.planFault({ at: 'command', action: 'reboot', command: '+CPIN', skip: 1, times: 'always' });
  await bench.start({ TEXTRELAY_AGENT_PIN: '1111' });
  await run('5 min');
  expect(tries().length).toBeLessThanOrEqual(2);
});

test('after a success older refusals count no more', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234' });
  await bench.start({ TEXTRELAY_AGENT_PIN: '1111' });
  await bench.passUntil('reported', () => bench.health.problem === 'pin_required');
  await bench.startReady({ TEXTRELAY_AGENT_PIN: '1234' });
  expect(JSON.parse(readFileSync(join(bench.dir, pinFileName), 'utf8')).tried).toEqual([]);
});

test('a SIM that asks for its PUK is left alone', async () => {
  bench = await ModemBench.open(simulated, { pin: '1234' });
  void bench.modem.planFault({
    at: 'command',
    action: { answer: '+CPIN: SIM PUK\r\n\r\nOK' },
    command: '+CPIN',
    times: 'always',
  });
  await bench.start({ TEXTRELAY_AGENT_PIN: '1234' });
  await bench.passUntil('reported', () => bench.health.detail.includes('PUK'));
  expect(bench.health.problem).toBe('pin_required');
  expect(tries()).toEqual([]);
});
