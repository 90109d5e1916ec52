// Received texts: each reaches the agent, and leaves the SIM only when the core has it.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { pdusOf } from '../../../test/support/modem/inbound.ts';
import { ModemBench } from '../../testing/modem_bench.ts';

const friend = '+15557654321';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: ModemBench;
afterEach(() => bench.close());

const onSim = () => bench.modem.stored('SM').length;

async function startListed(): Promise<void> {
  await bench.startReady();
  await bench.passUntil('listed', () => bench.asked('+CMGL') >= 1);
}

test('a text is passed on when it comes, and deleted only when the core has it', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.receive({ from: friend, text: 'hello you' });
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
  const [text] = bench.sink.texts;
  expect(text).toMatchObject({ address: friend, body: 'hello you', receivedAtMs: bench.clock.nowMs() });
  await run('700 s');
  expect(onSim()).toBe(1);
  expect(bench.sink.offers).toHaveLength(1);
  await bench.driver.ackInbound(text?.inboundId ?? '');
  expect(onSim()).toBe(0);
});

test('what came while nobody listened is listed at the start', async () => {
  bench = await ModemBench.open(simulated, { busPowered: false });
  const atMs = bench.clock.nowMs() - 3_600_000;
  bench.modem.receive({ from: 'Shop', text: 'sale', atMs });
  bench.modem.receive({ from: '4711', text: 'Grüße 😀', atMs });
  await startListed();
  await bench.passUntil('both', () => bench.sink.texts.length === 2);
  expect(
    bench.sink.texts.map(({ address, body, receivedAtMs }) => ({ address, body, receivedAtMs })),
  ).toEqual([
    { address: 'Shop', body: 'sale', receivedAtMs: atMs },
    { address: '4711', body: 'Grüße 😀', receivedAtMs: atMs },
  ]);
});

test('parts are passed on each with its place, in whatever order they come, and deleted each', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.receive({
    from: friend,
    text: '',
    parts: ['a', 'b', 'c'],
    order: [3, 1, 2],
    reference: 900,
    referenceBits: 16,
  });
  await bench.passUntil('all', () => bench.sink.texts.length === 3);
  expect(bench.sink.texts.map(({ body, concat }) => [body, concat])).toEqual(
    [
      ['c', 3],
      ['a', 1],
      ['b', 2],
    ].map(([body, number]) => [body, { reference: 900, total: 3, number }]),
  );
  await Promise.all(bench.sink.texts.map(({ inboundId }) => bench.driver.ackInbound(inboundId)));
  expect(onSim()).toBe(0);
});

test('a text that the network delivers twice has one name, and both copies are deleted', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  const [pdu = ''] = bench.modem.receive({ from: friend, text: 'again' });
  bench.modem.receivePdu(pdu);
  await bench.passUntil('both', () => bench.sink.offers.length === 2);
  expect(bench.sink.texts).toHaveLength(1);
  await bench.driver.ackInbound(bench.sink.texts[0]?.inboundId ?? '');
  expect(onSim()).toBe(0);
});

test('a copy that comes after the text was deleted is offered, so that it is deleted as well', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.sink.onInbound = ({ inboundId }) => void bench.driver.ackInbound(inboundId);
  const [pdu = ''] = bench.modem.receive({ from: friend, text: 'again' });
  await bench.passUntil('deleted', () => bench.sink.offers.length === 1 && onSim() === 0);
  bench.modem.receivePdu(pdu);
  await bench.passUntil('deleted again', () => bench.sink.offers.length === 2 && onSim() === 0);
});

test('the same words sent again are another text', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.receive({ from: friend, text: 'yes' });
  await run('1 s');
  bench.modem.receive({ from: friend, text: 'yes' });
  await bench.passUntil('both', () => bench.sink.texts.length === 2);
});

test('nothing is deleted at a place that holds another text by now', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.receive({ from: friend, text: 'first' });
  const [other = ''] = pdusOf({ from: friend, text: 'second' }, 0, '+12063130004');
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
  const answer = `+CMGR: 1,,${other.length / 2 - 8}\r\n${other}\r\n\r\nOK`;
  void bench.modem.planFault({ at: 'command', action: { answer }, command: '+CMGR', times: 'always' });
  await bench.driver.ackInbound(bench.sink.texts[0]?.inboundId ?? '');
  expect(bench.asked('+CMGR')).toBe(3);
  expect(bench.asked('+CMGD')).toBe(0);
});

test('the core’s word for a text that is gone is harmless', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.receive({ from: friend, text: 'keep me' });
  await bench.passUntil('a text', () => bench.sink.texts.length === 1);
  await bench.driver.ackInbound('sms-0000');
  expect(onSim()).toBe(1);
});

test('what the journal has no space for is offered again, and stays on the SIM', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.sink.inboundAnswer = 'full';
  bench.modem.receive({ from: friend, text: 'later' });
  await bench.passUntil('refused', () => bench.sink.offers.length === 1);
  bench.sink.inboundAnswer = 'stored';
  await run('95 s');
  expect(bench.sink.offers).toHaveLength(2);
  expect(onSim()).toBe(1);
  await run('2 min');
  expect(bench.sink.offers).toHaveLength(2);
});

test('a text whose announcement was lost on the line is found within two minutes', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.overhear = (said) => (said.includes('+CMTI') ? '' : said);
  bench.modem.receive({ from: friend, text: 'unnoticed' });
  await run('100 s');
  expect(bench.sink.texts.map((text) => text.body)).toEqual(['unnoticed']);
});

test('a full SIM is reported, emptied as the core takes its texts, and then takes what waited', async () => {
  bench = await ModemBench.open(simulated, { memories: { SM: 3 } });
  await startListed();
  for (let n = 1; n <= 5; n += 1) bench.modem.receive({ from: friend, text: `text ${n}` });
  expect(bench.modem.waiting()).toBe(2);
  await run('31 s');
  expect(bench.health).toMatchObject({ inboxFull: true });
  expect(bench.health.problem).toBeUndefined();
  expect(bench.health.detail).toContain('full');
  expect((await bench.submit()).kind).toBe('accepted');
  for (const { inboundId } of bench.sink.texts) await bench.driver.ackInbound(inboundId);
  await bench.passUntil('the rest', () => bench.sink.texts.length === 5);
  await run('31 s');
  expect(bench.health.inboxFull).toBe(false);
  expect(bench.modem.waiting()).toBe(0);
});

test('a SIM that filled up unnoticed is emptied at the next look', async () => {
  bench = await ModemBench.open(simulated, { memories: { SM: 2 } });
  await startListed();
  bench.overhear = (said) => (said.includes('+CMTI') ? '' : said);
  for (let n = 1; n <= 2; n += 1) bench.modem.receive({ from: friend, text: `text ${n}` });
  await run('32 s');
  expect(bench.sink.texts).toHaveLength(2);
});

test('a SIM that is full before the start is emptied', async () => {
  bench = await ModemBench.open(simulated, { memories: { SM: 2 }, busPowered: false });
  for (let n = 1; n <= 3; n += 1) bench.modem.receive({ from: friend, text: `text ${n}` });
  bench.sink.onInbound = ({ inboundId }) => void bench.driver.ackInbound(inboundId);
  await bench.startReady();
  await bench.passUntil('all', () => bench.sink.texts.length === 3 && onSim() === 0);
});

test('many texts at a time all come', async () => {
  bench = await ModemBench.open(simulated, { memories: { SM: 100 } });
  await startListed();
  bench.sink.onInbound = ({ inboundId }) => void bench.driver.ackInbound(inboundId);
  for (let n = 1; n <= 60; n += 1) bench.modem.receive({ from: friend, text: `text ${n}` });
  await bench.passUntil('all', () => bench.sink.texts.length === 60 && onSim() === 0);
});

test('a delete whose answer is lost is not taken for done, and harms no other text', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.receive({ from: friend, text: 'one' });
  bench.modem.receive({ from: friend, text: 'two' });
  await bench.passUntil('both', () => bench.sink.texts.length === 2);
  const struck = bench.modem.planFault({ at: 'after_delete', action: 'drop' });
  await bench.driver.ackInbound(bench.sink.texts[0]?.inboundId ?? '');
  await struck;
  await bench.untilReady();
  await bench.passUntil('listed', () => bench.sink.offers.length === 3);
  expect(bench.modem.stored('SM')).toHaveLength(1);
  expect(bench.sink.texts.map((text) => text.body)).toEqual(['one', 'two']);
});

test('a list that is cut off in the middle loses nothing', async () => {
  bench = await ModemBench.open(simulated, { busPowered: false });
  for (let n = 1; n <= 4; n += 1) bench.modem.receive({ from: friend, text: `text ${n}` });
  const struck = bench.modem.planFault({ at: 'inside_list', action: 'drop', skip: 1 });
  await bench.start();
  await struck;
  await bench.untilReady();
  await bench.passUntil('all', () => bench.sink.texts.length === 4);
});

test('a text that arrives in the middle of a list comes once', async () => {
  bench = await ModemBench.open(simulated, { busPowered: false });
  bench.modem.receive({ from: friend, text: 'old' });
  const receive = { from: friend, text: 'new' };
  void bench.modem.planFault({ at: 'inside_list', action: { receive } });
  await startListed();
  await bench.passUntil('both', () => bench.sink.texts.length === 2);
  expect(bench.sink.offers).toHaveLength(2);
});

test('what is meant for programs, or for nobody, is deleted and not passed on', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  bench.modem.receive({ from: friend, text: '', parts: [''], protocolId: 0x40 });
  await bench.passUntil('deleted', () => bench.asked('+CMGD') >= 1 && onSim() === 0);
  expect(bench.sink.offers).toEqual([]);
});

test('what cannot be read stays where it is and stops nothing', async () => {
  bench = await ModemBench.open(simulated, { memories: { SM: 2 } });
  await startListed();
  bench.modem.receivePdu('0000FF');
  bench.modem.receive({ from: friend, text: 'fine' });
  await bench.passUntil('the text', () => bench.sink.texts.length === 1);
  await run('65 s');
  expect(onSim()).toBe(2);
  expect(bench.health.detail).toContain('1 in it cannot be read');
});

test('a text that is not stored but shown is acknowledged only when the journal has it', async () => {
  bench = await ModemBench.open(simulated);
  await startListed();
  const [pdu = ''] = pdusOf({ from: friend, text: 'flash' }, bench.clock.nowMs(), '+12063130004');
  bench.sink.inboundAnswer = 'full';
  bench.modem.print(`+CMT: ,${pdu.length / 2 - 8}\r\n${pdu}`);
  await bench.passUntil('refused', () => bench.sink.offers.length === 1);
  await run('1 s');
  expect(bench.asked('+CNMA')).toBe(0);
  bench.sink.inboundAnswer = 'stored';
  bench.modem.print(`+CMT: ,${pdu.length / 2 - 8}\r\n${pdu}`);
  await bench.passUntil('acknowledged', () => bench.asked('+CNMA') >= 1);
  expect(bench.sink.texts).toHaveLength(1);
});
