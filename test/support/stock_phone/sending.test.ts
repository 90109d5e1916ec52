// What the app does with a list: gateway/GatewayService.kt, messages/MessagesService.kt, messages/MessagesRepository.kt and
// data/dao/MessagesDao.kt.
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
const soon = (ms: number) => new Date(bench.clock.nowMs() + ms).toISOString();

test('a text goes on the air once, and each change is reported as a whole', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a', { phoneNumbers: ['+1 (500) 555-0006'] }));
  expect(phone.ledger.sent).toEqual([
    {
      id: 'a',
      recipient: '+15005550006',
      words: 'words of a',
      sim: 1,
      left: 1,
      parts: 1,
      atMs: expect.any(Number),
    },
  ]);
  const last = patches().at(-1);
  expect(last).toEqual({
    id: 'a',
    state: 'Delivered',
    recipients: [{ phoneNumber: '+1 (500) 555-0006', state: 'Delivered' }],
    states: {
      Pending: expect.stringMatching(/\.\d{3}\+02:00$/),
      Processed: expect.any(String),
      Sent: expect.any(String),
      Delivered: expect.any(String),
    },
  });
  expect(phone.conversation.departures).toEqual([]);
});

test('a known id is never sent again, whatever it says; it is reported once more', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a'));
  const before = patches().length;
  await bench.offer(bench.text('a', { textMessage: { text: 'other words' } }));
  expect([phone.ledger.sent.length, patches().length - before]).toEqual([1, 1]);
  expect(patches().at(-1).state).toBe('Delivered');
});

test('a list with one wrong type is not read at all; a text that lacks something is passed over and never reported', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a'), bench.text('b', { priority: 300 }));
  await bench.offer(bench.text('a'), bench.text('b', { phoneNumbers: '+15005550006' }));
  expect(phone.ledger.sent).toEqual([]);
  const twice = ['+15005550006', '+15005550006'];
  await bench.offer(
    bench.text('c', { textMessage: undefined }),
    bench.text('d', { phoneNumbers: null }),
    bench.text('e', { phoneNumbers: twice }),
    bench.text('f'),
  );
  expect(phone.ledger.sent.map(({ id }) => id)).toEqual(['f']);
  expect(new Set(patches().map(({ id }) => id))).toEqual(new Set(['f']));
});

test('the newest goes first unless the server asks for the oldest, and a higher priority before both', async () => {
  const phone = await bench.paired();
  phone.setNetwork(false);
  const at = (second: number) => `2026-03-10T11:00:0${second}.000Z`;
  const texts = [
    bench.text('old', { createdAt: at(1) }),
    bench.text('new', { createdAt: at(3) }),
    bench.text('first', { createdAt: at(2), priority: 5 }),
  ];
  bench.server.messages = texts;
  phone.setNetwork(true);
  // Its stream is opened again, and pulls.
  await bench.pass(6_000);
  expect(phone.ledger.sent.map(({ id }) => id)).toEqual(['first', 'new', 'old']);
  bench.server.settings = { messages: { processing_order: 'FIFO' } };
  bench.server.push('SettingsUpdated');
  await bench.pass(1_000);
  await bench.offer(bench.text('x2', { createdAt: at(2) }), bench.text('x1', { createdAt: at(1) }));
  expect(phone.ledger.sent.slice(3).map(({ id }) => id)).toEqual(['x1', 'x2']);
  expect(bench.server.of('GET /message').at(-1)?.query).toBe('?order=fifo');
});

test('a text whose time is over is not sent, and says so; it is looked at just before the hand-over', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a', { validUntil: soon(-1) }));
  expect(phone.ledger.sent).toEqual([]);
  expect(patches().at(-1)).toMatchObject({
    state: 'Failed',
    recipients: [{ state: 'Failed', error: 'TTL expired' }],
  });
  bench.server.settings = { messages: { limit_period: 'PerMinute', limit_value: 1 } };
  bench.server.push('SettingsUpdated');
  await bench.pass(1_000);
  await bench.offer(bench.text('b', { validUntil: soon(30_000) }));
  await bench.offer(bench.text('c', { validUntil: soon(30_000) }));
  await bench.pass(120_000);
  expect(phone.ledger.sent.map(({ id }) => id)).toEqual(['b']);
  expect(phone.textOf('c')?.recipients[0]?.error).toBe('TTL expired');
});

test('a limit holds texts back until its period is over; a high priority passes it once', async () => {
  const phone = await bench.paired();
  bench.server.settings = { messages: { limit_period: 'PerMinute', limit_value: '2' } };
  bench.server.push('SettingsUpdated');
  await bench.pass(1_000);
  await bench.offer(...['a', 'b', 'c'].map((id) => bench.text(id)));
  expect(phone.ledger.sent.length).toBe(2);
  await bench.offer(bench.text('urgent', { priority: 100 }));
  expect(phone.ledger.sent.at(-1)?.id).toBe('urgent');
  await bench.pass(130_000);
  expect(phone.ledger.sent.length).toBe(4);
});

test('the SIM that is named is used; one that is not there fails before anything is handed over', async () => {
  const sims = [
    { slot: 0, subscription: 3 },
    { slot: 1, subscription: 4 },
  ];
  const phone = await bench.paired({ sims });
  await bench.offer(bench.text('a', { simNumber: 2 }), bench.text('b', { simNumber: 3 }));
  expect(phone.ledger.sent.map(({ id, sim }) => [id, sim])).toEqual([['a', 2]]);
  expect(phone.textOf('b')?.recipients[0]?.error).toBe("Can't send message: SIM 3 not found");
});

test('a scheduled text waits on the phone', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a', { scheduleAt: soon(60_000) }));
  await bench.pass(50_000);
  expect(phone.ledger.sent.length).toBe(0);
  await bench.pass(10_000);
  expect(phone.ledger.sent.length).toBe(1);
});

test('a text that is not scheduled waits behind one that is, unless its priority is high', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('later', { scheduleAt: soon(60_000) }));
  await bench.offer(bench.text('now'));
  expect(phone.ledger.sent).toEqual([]);
  await bench.offer(bench.text('urgent', { priority: 100 }));
  expect(phone.ledger.sent.map(({ id }) => id)).toEqual(['urgent', 'now']);
});

test('six digits of a second are read as minutes', async () => {
  const phone = await bench.paired();
  const late = soon(-60_000).replace(/\d{3}Z$/, '120000Z');
  await bench.offer(bench.text('a', { validUntil: late }));
  expect(phone.ledger.sent.length).toBe(1);
});

test('without a delivery report a text ends as sent', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a', { withDeliveryReport: false }));
  expect(phone.textOf('a')?.state).toBe('Sent');
});

test('a text that is cancelled while it waits is not sent; one that left stays as it is, without a report', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('left'));
  await bench.offer(bench.text('waits', { scheduleAt: soon(60_000) }));
  const before = patches().length;
  await bench.offer(
    bench.text('waits', { state: 'Cancelling' }),
    bench.text('left', { state: 'Cancelling' }),
    bench.text('unknown', { state: 'Cancelling' }),
  );
  const after = patches().slice(before);
  expect(after.map(({ id, state }) => [id, state]).sort()).toEqual([
    ['unknown', 'Cancelled'],
    ['waits', 'Cancelled'],
  ]);
  await bench.pass(120_000);
  expect(phone.ledger.sent.map(({ id }) => id)).toEqual(['left']);
  // Nothing is kept of the unknown one: listed as waiting it would be sent.
  await bench.offer(bench.text('unknown'));
  expect(phone.ledger.sent.at(-1)?.id).toBe('unknown');
});

test('an event cancels what waits, and says nothing of what is unknown', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a', { scheduleAt: soon(60_000) }));
  const before = patches().length;
  bench.server.push('MessageCancelled', '{"messageId":"b"}');
  bench.server.push('MessageCancelled', '{"messageId":"a"}');
  await bench.pass(120_000);
  expect(phone.ledger.sent).toEqual([]);
  expect(
    patches()
      .slice(before)
      .map(({ id }) => id),
  ).toEqual(['a']);
});

test('below 1.67.0 a text that is being cancelled is sent', async () => {
  const phone = await bench.paired({ version: '1.66.2' });
  await bench.offer(bench.text('a', { state: 'Cancelling' }));
  expect(phone.ledger.sent.length).toBe(1);
  expect(phone.conversation.departures).toEqual(['GET /message: 1.66.2 would send what is cancelled']);
});

test('an id that was deleted with the old ones is sent again', async () => {
  const phone = await bench.paired();
  await bench.offer(bench.text('a', { createdAt: soon(-3 * 86_400_000) }));
  bench.server.settings = { messages: { log_lifetime_days: 1 } };
  bench.server.push('SettingsUpdated');
  await bench.pass(1_000);
  phone.reboot();
  await bench.pass(5_000);
  await bench.offer(bench.text('a'));
  expect(phone.ledger.sent.length).toBe(2);
});

test('a limit period that its version does not know ends the import, and the fetch is tried again', async () => {
  const phone = await bench.paired({ version: '1.66.2' });
  bench.server.settings = { messages: { limit_period: 'Per30Minutes' } };
  bench.server.push('SettingsUpdated');
  await bench.pass(31_000);
  expect(bench.server.of('GET /settings').length).toBe(4);
  expect(phone.conversation.departures).toEqual(['GET /settings: 1.66.2 does not know Per30Minutes']);
});
