// What the app says of a text when the air is not kind: messages/MessagesService.kt, receivers/EventsReceiver.kt,
// data/entities/MessageWithRecipients.kt and gateway/workers/SendStateWorker.kt.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { PhoneBench } from './phone_bench.ts';
import type { Fate } from './radio.ts';

let bench: PhoneBench;
const simulated = simulateEachTest();
beforeEach(async () => {
  bench = await PhoneBench.open(simulated);
});
afterEach(() => bench.close());

const patches = () => bench.server.of('PATCH /message').map(({ body }) => body[0]);

const fates: [string, Fate, string, string | null, number][] = [
  ['taken and delivered', { kind: 'sent', receipts: [0] }, 'Delivered', null, 1],
  ['taken without a receipt', { kind: 'sent' }, 'Sent', null, 1],
  ['still tried by the network', { kind: 'sent', receipts: [32] }, 'Sent', null, 1],
  [
    'not delivered',
    { kind: 'sent', receipts: [70] },
    'Failed',
    'Delivery result from SC +15005550999: 70',
    1,
  ],
  ['taken by a handset that leaves out its name', { kind: 'sent', withoutUri: true }, 'Processed', null, 1],
  [
    'refused',
    { kind: 'refused', result: 'RESULT_ERROR_NO_SERVICE' },
    'Failed',
    'Send result: RESULT_ERROR_NO_SERVICE',
    0,
  ],
  ['never answered, and left', { kind: 'silent', leaves: true }, 'Processed', null, 1],
  ['never answered, and stayed', { kind: 'silent', leaves: false }, 'Processed', null, 0],
  ['thrown back', { kind: 'throws', message: 'no' }, 'Failed', 'sendSMS: no', 0],
];

test.each(fates)('a text that is %s', async (_name, fate, state, error, left) => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => fate;
  await bench.offer(bench.text('a'));
  const [recipient] = phone.textOf('a')?.recipients ?? [];
  expect([recipient?.state, recipient?.error ?? null, phone.ledger.sent.length]).toEqual([
    state,
    error,
    left,
  ]);
  expect(patches().at(-1).state).toBe(state);
});

const long = 'x'.repeat(400);

test('of a long text one refused part is a failure for good, whatever left', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => ({ kind: 'refused', result: 'RESULT_ERROR_GENERIC_FAILURE', left: 2 });
  await bench.offer(bench.text('a', { textMessage: { text: long } }));
  expect(phone.ledger.sent).toMatchObject([{ left: 2, parts: 3 }]);
  expect(phone.textOf('a')?.state).toBe('Failed');
});

test('of a long text the first receipt is a delivery, and a part that is sent later undoes it', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => ({ kind: 'sent', receipts: [0], lastAfterMs: 20_000 });
  await bench.offer(bench.text('a', { textMessage: { text: long } }));
  expect([phone.textOf('a')?.state, phone.textOf('a')?.partsCount]).toEqual(['Delivered', 3]);
  await bench.pass(20_000);
  expect(patches().at(-1)).toMatchObject({ state: 'Sent', recipients: [{ state: 'Sent' }] });
  expect(Object.keys(patches().at(-1).states)).toEqual(['Pending', 'Processed', 'Sent', 'Delivered']);
});

test('delivered to one and failed for the other is sent, as a whole', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = ({ recipient }) =>
    recipient.endsWith('6')
      ? { kind: 'sent', receipts: [0] }
      : { kind: 'refused', result: 'RESULT_NETWORK_REJECT' };
  await bench.offer(bench.text('a', { phoneNumbers: ['+15005550006', '+15005550007'] }));
  expect(patches().at(-1)).toMatchObject({
    state: 'Sent',
    recipients: [{ state: 'Delivered' }, { state: 'Failed', error: 'Send result: RESULT_NETWORK_REJECT' }],
  });
});

test('each report is tried eleven times, doubling from 10 s, and then dropped; it says what is true when it is sent', async () => {
  const phone = await bench.paired();
  bench.server.script = ({ call }) => (call === 'PATCH /message' ? { status: 500 } : undefined);
  phone.radio.fateOf = () => ({ kind: 'sent', afterMs: 65_000 });
  await bench.offer(bench.text('a'));
  bench.server.messages = [];
  await bench.pass(4 * 3_600_000);
  const reports = bench.server.of('PATCH /message');
  expect(reports.length).toBe(22);
  const times = reports.map(({ atMs }) => atMs);
  const [first = 0] = times;
  const tenSeconds = Array.from({ length: 11 }, (_, run) => first + 10_000 * (2 ** run - 1));
  expect(times.filter((atMs) => tenSeconds.includes(atMs)).length).toBe(11);
  // The work that was begun for Processed says Sent as soon as that is so.
  expect(reports.filter(({ body }) => body[0].state === 'Processed').length).toBe(3);
  expect(phone.memory.works.filter(({ kind }) => kind === 'state')).toEqual([]);
});

test('reports wait for a network, which is no failed try', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => ({ kind: 'sent', afterMs: 5_000 });
  await bench.offer(bench.text('a'));
  phone.setNetwork(false);
  const before = patches().length;
  await bench.pass(3 * 3_600_000);
  phone.setNetwork(true);
  await bench.pass(1_000);
  expect(patches().slice(before).at(-1).state).toBe('Sent');
});

test('a lost answer makes the same report come twice', async () => {
  const phone = await bench.paired();
  phone.radio.fateOf = () => ({ kind: 'silent', leaves: true });
  let losses = 1;
  phone.network.lossOf = ({ method, url }) =>
    method === 'PATCH' && url.endsWith('/message') && losses-- > 0 ? 'answer' : undefined;
  await bench.offer(bench.text('a'));
  await bench.pass(10_000);
  const [one, two, ...others] = patches();
  expect([one, others]).toEqual([two, []]);
});
