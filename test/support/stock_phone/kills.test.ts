// What is left when the app's process dies, the handset restarts, or the app moves. It follows from where the app writes and where
// it waits: messages/MessagesService.kt, gateway/EventsReceiver.kt, and WorkManager's own database.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { PhoneBench } from './phone_bench.ts';

let bench: PhoneBench;
const simulated = simulateEachTest();
beforeEach(async () => {
  bench = await PhoneBench.open(simulated);
});
afterEach(() => bench.close());

const patches = () => bench.server.of('PATCH /message').map(({ body }) => body[0]);

/** Lists a text for one pull. */
async function offerOnce(message: unknown): Promise<void> {
  bench.server.messages = [message];
  bench.server.push('MessageEnqueued');
  await bench.calm();
  bench.server.messages = [];
  await bench.pass(100);
}

test.each(['list read', 'text stored', 'before hand-over'] as const)(
  'killed at "%s" a text is sent once, by the next process',
  async (point) => {
    const phone = await bench.paired();
    phone.dieAt(point);
    await bench.offer(bench.text('a'));
    await bench.pass(120_000);
    expect([phone.ledger.sent.length, phone.textOf('a')?.state]).toEqual([1, 'Delivered']);
    expect(patches().at(-1).state).toBe('Delivered');
  },
);

test('killed between hand-over and note a text is sent twice, which the phone owns up to', async () => {
  const phone = await bench.paired();
  // An answer that comes before the next process looks would save it.
  phone.radio.fateOf = () => ({ kind: 'sent', afterMs: 5_000 });
  phone.dieAt('handed over');
  await bench.offer(bench.text('a'));
  await bench.pass(120_000);
  expect(phone.ledger.sent.map(({ id }) => id)).toEqual(['a', 'a']);
  expect(phone.ownDoubles.map(({ id }) => id)).toEqual(['a']);
});

test('two send workers may hold one text when Android takes its time', async () => {
  const phone = await bench.paired({ traits: { handOverMs: 50 } });
  bench.server.messages = [bench.text('a')];
  bench.server.push('MessageEnqueued');
  await bench.pass(20);
  bench.server.messages = [bench.text('b', { createdAt: '2026-03-10T11:00:00.000Z' })];
  bench.server.push('MessageEnqueued');
  await bench.pass(1_000);
  expect(phone.ledger.timesSent()).toEqual(
    new Map([
      ['words of a', 2],
      ['words of b', 1],
    ]),
  );
});

test('killed between a change and its report, the change is reported when the text is listed again', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => ({ kind: 'sent' });
  phone.dieAt('state written');
  await offerOnce(bench.text('a'));
  await bench.pass(60_000);
  // Processed was never reported; what Android said afterwards was.
  expect(patches().map(({ state }) => state)).toEqual(['Sent']);
  await bench.offer(bench.text('a'));
  expect(patches().at(-1).state).toBe('Sent');
});

test('in a process that Android began by itself texts are sent, and nothing is reported until they are listed again', async () => {
  const phone = await bench.paired({ traits: { startsOnBoot: false } });
  phone.kill();
  bench.server.messages = [bench.text('a')];
  await bench.pass(10_000);
  expect([phone.ledger.sent.length, patches().length]).toEqual([1, 0]);
  await bench.pass(15 * 60_000);
  expect(patches().at(-1).state).toBe('Delivered');
});

test('an answer of the radio begins a process; a handset that restarts loses it', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => ({ kind: 'sent', afterMs: 30_000 });
  await bench.offer(bench.text('a'));
  phone.forceStop();
  phone.start();
  phone.kill();
  await bench.pass(40_000);
  expect(phone.textOf('a')?.state).toBe('Sent');
  await bench.offer(bench.text('b'));
  phone.reboot();
  await bench.pass(120_000);
  expect(phone.textOf('b')?.state).toBe('Processed');
});

test('a report that was under way at a kill is begun again by the next process', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => ({ kind: 'silent', leaves: true });
  phone.dieAt('state about to be reported');
  await offerOnce(bench.text('a'));
  expect(patches()).toEqual([]);
  await bench.pass(5_000);
  expect(patches().map(({ state }) => state)).toEqual(['Processed']);
});

test('an event that a dying process took is gone; its stream is opened again and pulls', async () => {
  const phone = await bench.paired();
  phone.dieAt('event arrived');
  await bench.offer(bench.text('a'));
  await bench.pass(5_000);
  expect(phone.ledger.sent.length).toBe(1);
});

test('a reinstalled app knows neither its token nor its texts', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a'));
  phone.reinstall();
  await bench.pass(60_000);
  expect(bench.server.streams.size).toBe(0);
  await phone.pair('2345678901');
  await bench.pass(1_000);
  expect(phone.ledger.sent.map(({ id }) => id)).toEqual(['a', 'a']);
});

test('a backup on a second handset is the same token twice, and knows texts up to when it was made', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a'));
  const backup = phone.backUp();
  await bench.offer(bench.text('b'));
  const second = bench.phone();
  second.restore(backup);
  bench.server.messages = [bench.text('a'), bench.text('b')];
  second.start();
  await bench.pass(1_000);
  expect(second.ledger.sent.map(({ id }) => id)).toEqual(['b']);
  expect(bench.server.streams.size).toBe(2);
  expect(bench.server.of('GET /events').at(-1)?.headers.authorization).toBe('Bearer token-1');
});
