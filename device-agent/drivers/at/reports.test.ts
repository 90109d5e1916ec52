// Delivery reports: passed on directly or stored, acknowledged and deleted only when the journal has them.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { ModemBench, someone } from '../../testing/modem_bench.ts';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: ModemBench;
afterEach(() => bench.close());

async function startListed(): Promise<void> {
  await bench.startReady();
  await bench.passUntil('listed', () => bench.asked('+CMGL') >= 1);
}

test('reports come by themselves, are acknowledged, and say what became of the text', async () => {
  bench = await ModemBench.open(simulated, { receiptMs: 1_000 });
  await startListed();
  bench.modem.setFate('+15550000001', { kind: 'failed', status: 0x41 });
  bench.modem.setFate('+15550000002', { kind: 'delayed', status: 0x30, thenMs: 60_000 });
  for (const address of [someone, '+15550000001', '+15550000002']) await bench.submit({ address });
  await run('5 s');
  const [delivered, failed] = bench.sink.receipts.toSorted((a, b) => a.outcome.localeCompare(b.outcome));
  expect([delivered, failed].map((receipt) => [receipt?.outcome, receipt?.match])).toEqual([
    ['delivered', { by: 'ref', ref: '0', address: someone }],
    ['failed', { by: 'ref', ref: '1', address: '+15550000001' }],
  ]);
  expect(failed?.detail).toBe("the recipient's device takes no texts");
  await run('61 s');
  expect(bench.sink.receipts.at(-1)?.match).toMatchObject({ ref: '2' });
  expect(bench.asked('+CNMA')).toBe(4);
  expect(bench.modem.waiting()).toBe(0);
  expect(bench.modem.lost()).toEqual([]);
});

test('a modem that closed its direct way, because nobody listened, is set up anew', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.setDefaultFate({ kind: 'held' });
  await bench.submit();
  // The driver is there, but the line to it is not.
  void bench.modem.planFault({ at: 'command', action: 'silence', command: '+CNMA' });
  bench.modem.releaseReceipts();
  await run('1 min');
  await bench.untilReady();
  await bench.submit({ messageId: 2n });
  bench.modem.releaseReceipts();
  await bench.passUntil('the second report', () =>
    bench.sink.receipts.some(({ match }) => match.by === 'ref' && match.ref === '1'),
  );
});

test('a stored report stays until the journal has it', async () => {
  const routingValues = [[2], [1], [0], [0, 2], [0]];
  bench = await ModemBench.open(simulated, { routingValues, memories: { SM: 30, SR: 5 } });
  await startListed();
  bench.sink.broken = true;
  await bench.submit();
  await bench.passUntil('it is stored', () => bench.modem.stored('SR').length === 1);
  await run('5 s');
  expect(bench.modem.stored('SR')).toHaveLength(1);
  bench.sink.broken = false;
  await run('90 s');
  expect(bench.sink.receipts).toHaveLength(1);
  expect(bench.modem.stored('SR')).toEqual([]);
});
