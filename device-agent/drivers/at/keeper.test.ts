// How a modem is kept in reach: what breaks is reported, texts wait meanwhile, and it comes back by itself.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { ModemBench, someone } from '../../testing/modem_bench.ts';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: ModemBench;
afterEach(() => bench.close());

test('a modem is set up for PDUs, stored texts and direct reports, and its state is reported', async () => {
  bench = await ModemBench.open(simulated);
  bench.modem.setSignal(20);
  bench.modem.setBattery(80);
  await bench.startReady();
  expect(bench.health).toEqual({
    detail: 'registered at home (network 00101)',
    signalPercent: 65,
    batteryPercent: 80,
    inboxFull: false,
  });
  const commands = bench.modem.commands();
  for (const command of [
    'E0',
    '+CMEE=1',
    '+CMGF=0',
    '+CSMS=1',
    '+CPMS="SM","SM","SM"',
    '+CNMI=2,1,0,1,0',
    '+CREG=1',
  ])
    expect(commands).toContain(command);
});

test.each([2, 1] as const)('a modem that takes %i memories is used with those', async (memoryUses) => {
  bench = await ModemBench.open(simulated, { memoryUses });
  await bench.startReady();
  expect(bench.asked(`+CPMS=${Array(memoryUses).fill('"SM"').join()}`)).toBeGreaterThan(0);
  bench.modem.receive({ from: someone, text: 'hello' });
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
});

const [any, on] = [[0, 1, 2, 3], [1]];
test.each([
  ['the fifth value must be 1', [any, any, any, [0, 1, 2], on], '2,1,0,1,1'],
  ['the fifth must be 1, and reports only stored', [any, [0, 1], any, [0, 2], on], '2,1,0,2,1'],
  ['no mode but 1 and 3', [[1, 3], any, any, any, [0, 1]], '1,1,0,1,0'],
  ['no mode but 3, and the fifth must be 1', [[3], any, any, any, on], '3,1,0,1,1'],
  ['texts are not announced', [any, [0, 2, 3], any, any, [0, 1]], '2,0,0,1,0'],
])('a modem of which %s receives texts and reports', async (_what, routingValues, routing) => {
  bench = await ModemBench.open(simulated, { routingValues, memories: { SR: 10 } });
  await bench.startReady();
  expect(
    bench.modem
      .commands()
      .filter((command) => command.startsWith('+CNMI='))
      .at(-1),
  ).toBe(`+CNMI=${routing}`);
  bench.modem.receive({ from: someone, text: 'hello' });
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
  expect((await bench.submit()).kind).toBe('accepted');
});

test('answers that are owed from an earlier conversation do not shift those of the new one', async () => {
  bench = await ModemBench.open(simulated);
  let late = '';
  bench.overhear = (said, write) => {
    if (late === '' && !said.includes('+CMEE:')) return said;
    late += said;
    if (late !== said) return '';
    bench.clock.setTimeout(() => {
      write(late);
      late = '';
    }, 100);
    return '\r\nOK\r\n';
  };
  await bench.startReady();
  expect(bench.connections).toBe(1);
  expect(bench.asked('+CPIN?')).toBe(2);
});

test('signal, registration and charge are looked at twice a minute', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  bench.modem.setSignal(10);
  bench.modem.setBattery(15);
  await run('31 s');
  expect(bench.health).toMatchObject({ signalPercent: 32, batteryPercent: 15 });
});

test('a lost network is reported at once, and so is its return', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  bench.modem.setRegistration('searching');
  await bench.passUntil('reported', () => bench.health.problem !== undefined, 250);
  expect(bench.health).toMatchObject({ problem: 'no_network', detail: 'searching for a network' });
  bench.modem.setRegistration('roaming');
  await bench.passUntil('reported', () => bench.health.problem === undefined, 250);
  expect(bench.health.detail).toContain('abroad');
});

test.each(['denied', 'none'] as const)('a network that is %s is none', async (registration) => {
  bench = await ModemBench.open(simulated);
  bench.modem.setRegistration(registration);
  await bench.start();
  await bench.passUntil('reported', () => bench.health.problem === 'no_network');
});

test('a modem that is unplugged is absent, and used again when it is plugged in', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  bench.modem.unplug();
  await bench.passUntil('reported', () => bench.health.problem === 'absent');
  const before = bench.connections;
  await run('10 min');
  expect(bench.health.problem).toBe('absent');
  // 1, 2, 4, 8 and 16 seconds, then every half minute.
  expect(bench.connections - before).toBeGreaterThan(18);
  expect(bench.connections - before).toBeLessThan(28);
  bench.modem.plug();
  await run('31 s');
  expect(bench.health.problem).toBeUndefined();
  expect((await bench.submit()).kind).toBe('accepted');
});

test('a modem that is absent at the start is waited for', async () => {
  bench = await ModemBench.open(simulated);
  bench.modem.unplug();
  await bench.start();
  await bench.passUntil('reported', () => bench.health.problem === 'absent');
  expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
  bench.modem.plug();
  await bench.untilReady();
});

test('a connection that is lost for a moment is back within two seconds', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  bench.modem.drop();
  await bench.passUntil('reported', () => bench.health.problem === 'absent');
  await bench.passUntil('back', () => bench.health.problem === undefined, 2_000);
});

test.each([
  ['and says so', ['RDY']],
  ['in the words of another maker', ['^SYSSTART']],
  ['without a word', []],
])('a modem that starts anew %s is set up again, and nothing is sent meanwhile', async (_how, bootLines) => {
  bench = await ModemBench.open(simulated, { bootLines, bootMs: 5_000 });
  await bench.startReady();
  bench.modem.reboot();
  if (bootLines.length > 0)
    await bench.passUntil('reported', () => bench.health.detail.includes('started anew'), 5_500);
  await run('2 min');
  await bench.untilReady();
  expect(bench.asked('+CNMI=')).toBeGreaterThan(1);
  bench.modem.receive({ from: someone, text: 'after all' });
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
  expect((await bench.submit()).kind).toBe('accepted');
});

test('a line that some modems repeat for ever is no restart', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  const before = bench.asked('+CNMI=');
  for (let n = 0; n < 5; n += 1) {
    bench.modem.print('^BOOT:41542237,0,0,0,72');
    await run('5 s');
  }
  expect(bench.health.problem).toBeUndefined();
  expect(bench.asked('+CNMI=')).toBe(before);
});

test('a modem that stops answering is found out, reported, and opened again and again, ever more slowly', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  const struck = bench.modem.planFault({ at: 'command', action: 'hang' });
  await run('31 s');
  await struck;
  await bench.passUntil('reported', () => bench.health.problem === 'not_answering');
  await run('10 min');
  expect(bench.health.problem).toBe('not_answering');
  bench.modem.reboot();
  await bench.passUntil('back', () => bench.health.problem === undefined, 45_000);
});

test('a command that is never answered costs a reopening and nothing else', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  const struck = bench.modem.planFault({ at: 'command', action: 'silence', command: '+CSQ' });
  await run('11 s');
  await struck;
  await bench.passUntil('reported', () => bench.health.problem === 'not_answering');
  await bench.untilReady();
});

test('a text that is refused because the SIM is gone uses up no try', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  void bench.modem.planFault({ at: 'before_prompt', action: { answer: '+CMS ERROR: 310' } });
  expect(await bench.begin()).toMatchObject({ kind: 'rejected', retryable: true });
  expect(bench.health.problem).toBe('no_sim');
  await bench.untilReady();
});

test('a modem without space on its SIM uses its own memory', async () => {
  bench = await ModemBench.open(simulated, { memories: { SM: 0, ME: 20 } });
  await bench.startReady();
  bench.modem.receive({ from: someone, text: 'hi' });
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
  await bench.driver.ackInbound(bench.sink.texts[0]?.inboundId ?? '');
  expect(bench.modem.stored('ME')).toEqual([]);
});

test('a modem that only stores its reports is read, and its reports are deleted', async () => {
  bench = await ModemBench.open(simulated, {
    routingValues: [any, any, any, [0, 2], [0, 1]],
    memories: { SM: 30, SR: 5 },
  });
  await bench.startReady();
  expect(bench.modem.commands()).toContain('+CNMI=2,1,0,2,0');
  for (let n = 0; n < 3; n += 1) await bench.submit();
  await bench.passUntil(
    'reports',
    () => bench.sink.receipts.length === 3 && bench.modem.stored('SR').length === 0,
  );
  bench.modem.receive({ from: someone, text: 'hi' });
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
});

test('a modem that can ask for no reports promises none', async () => {
  bench = await ModemBench.open(simulated, { routingValues: [any, any, any, [0], [0, 1]] });
  await bench.startReady();
  expect(await bench.submit()).toEqual({ kind: 'accepted', refs: [null] });
  expect(bench.modem.submits()[0]?.statusReport).toBe(false);
});

test('when it is closed nothing is left behind: no timer, and a port for the next one', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  await bench.driver.close();
  expect(bench.health.problem).toBe('absent');
  expect(simulated.simulation.time.describe()).toEqual([]);
  await bench.startReady();
});

test('an agent that dies lets go at once, also in the middle of a submit', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  await bench.passUntil('listed', () => bench.asked('+CMGL') >= 1);
  const struck = bench.modem.planFault({ at: 'after_ctrl_z', action: 'hold' });
  const result = bench.begin();
  await struck;
  bench.abort();
  expect((await result).kind).toBe('unknown');
  expect(bench.health.problem).toBe('absent');
  expect(simulated.simulation.time.describe()).toEqual([]);
});
