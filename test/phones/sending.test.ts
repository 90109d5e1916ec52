// Texts that phones send: each outcome, and each accident by itself.
import { expect, test } from 'vitest';
import type { Fate } from '../support/stock_phone/radio.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { AccountWorld } from './account_world.ts';
import { providePhoneService } from './provide_phone_service.ts';

let world: AccountWorld;
providePhoneService((provided) => {
  ({ world } = provided);
});

const address = '+15005550006';
const endOf = async (words: string) => {
  const text = await world.textOf(words);
  return text?.failure ?? text?.status;
};

const long = `long ${'words '.repeat(60)}`;

const fates: [string, Fate, string, string?][] = [
  ['delivered', { kind: 'sent', receipts: [0] }, 'delivered'],
  ['sent without a receipt', { kind: 'sent' }, 'sent'],
  ['refused', { kind: 'refused', result: 'RESULT_ERROR_FDN_CHECK_FAILURE (x)' }, 'device_failed'],
  ['thrown back', { kind: 'throws', message: 'no' }, 'device_failed'],
  ['delivered in parts', { kind: 'sent', receipts: [0, 0, 0] }, 'delivered', long],
  [
    'sent in part',
    { kind: 'refused', result: 'RESULT_ERROR_GENERIC_FAILURE (x)', left: 1 },
    'outcome_unknown',
    long,
  ],
];

test.each(fates)('a text that is %s says so', async (name, fate, end, words = `a text ${name}`) => {
  const phone = await world.paired();
  phone.radio.fateOf = () => fate;
  await world.send({ address, body: words });
  await world.pass('10 s');
  expect(await endOf(words)).toBe(end);
  expect(phone.isQuiet).toBe(true);
  expect(await world.judge()).toEqual([]);
});

test('a text that arrives says so only when the network does', async () => {
  const phone = await world.paired();
  phone.radio.fateOf = () => ({ kind: 'sent', receipts: [70] });
  await world.send({ address, body: 'never arrives' });
  await world.pass('10 s');
  expect((await world.textOf('never arrives'))?.status).toBe('failed');
  expect(phone.ledger.sent.length).toBe(1);
});

test('a part that is sent after the receipt undoes no delivery', async () => {
  const phone = await world.paired();
  phone.radio.fateOf = () => ({ kind: 'sent', receipts: [0], lastAfterMs: 5_000 });
  await world.send({ address, body: long });
  await world.pass('3 s');
  expect(await endOf(long)).toBe('delivered');
  await world.pass('7 s');
  // The phone took it back.
  expect(phone.textOf(phone.ledger.sent[0]?.id ?? '')?.state).toBe('Sent');
  expect(phone.isQuiet).toBe(true);
  expect(await endOf(long)).toBe('delivered');
});

test('a text waits for a phone that is away, unlisted, and is sent when it is back', async () => {
  const phone = await world.paired();
  phone.setNetwork(false);
  await world.pass('5 s');
  await world.send({ address, body: 'waits' });
  await world.pass('5 s');
  expect(phone.ledger.sent).toEqual([]);
  phone.setNetwork(true);
  await world.pass('30 s');
  expect(await endOf('waits')).toBe('delivered');
  expect(await world.judge()).toEqual([]);
});

test('a phone without a stream gets what waits in its next pull', async () => {
  const phone = await world.paired({ channel: 'AUTO', traits: { hasPlayServices: true } });
  await world.pass('20 s');
  expect(phone.conversation.calls('GET', '/message').length).toBeGreaterThan(0);
  await world.send({ address, body: 'pulled' });
  await world.pass('5 s');
  expect(phone.ledger.sent).toEqual([]);
  phone.start();
  await world.pass('10 s');
  expect(phone.ledger.sent).toHaveLength(1);
  expect(await endOf('pulled')).toBe('delivered');
});

test.each(['list read', 'text stored', 'before hand-over', 'state about to be reported'] as const)(
  'a phone that dies at "%s" sends a text once',
  async (point) => {
    const phone = await world.paired();
    phone.dieAt(point);
    await world.send({ address, body: `dies at ${point}` });
    await world.pass('30 s');
    expect(await endOf(`dies at ${point}`)).toBe('delivered');
    expect(await world.judge()).toEqual([]);
  },
);

test('reports that come late, twice or not at all for a while end in what is true', async () => {
  const phone = await world.paired();
  let reports = 0;
  phone.network.lossOf = ({ method, url }) => {
    if (method !== 'PATCH' || !url.endsWith('/message')) return undefined;
    reports += 1;
    return reports <= 2 ? 'request' : reports <= 4 ? 'answer' : undefined;
  };
  const words = [1, 2, 3].map((at) => `late ${at}`);
  for (const [at, body] of words.entries())
    await world.send({ address: `${address.slice(0, -1)}${at + 1}`, body });
  await world.pass('60 s');
  expect(reports).toBeGreaterThan(4);
  for (const body of words) expect(await endOf(body)).toBe('delivered');
  expect(await world.judge()).toEqual([]);
});

/** Sends a text that the hub lists, and the phone never learns of. */
async function listUnread(phone: StockPhone, body: string): Promise<void> {
  phone.network.lossOf = ({ method, url }) =>
    method === 'GET' && url.includes('/message') ? 'answer' : undefined;
  await world.send({ address, body });
  await world.pass('2 s');
  const calls = phone.conversation.calls('GET', '/message');
  expect(calls.some(({ answer }) => answer.includes(body))).toBe(true);
}

test('a wiped phone is another device, which none of the old texts reach', async () => {
  const phone = await world.paired();
  await listUnread(phone, 'of the old one');
  phone.reinstall();
  phone.network.lossOf = () => undefined;
  await world.pair(phone);
  await world.pass('20 s');
  expect(await world.deviceOf(1)).toBeDefined();
  expect(phone.ledger.sent).toEqual([]);
});

test('an app that was installed anew sends nothing of what the old one had sent', async () => {
  const phone = await world.paired();
  await world.send({ address, body: 'sent before', phone: 0 });
  await world.pass('5 s');
  expect(await endOf('sent before')).toBe('delivered');
  phone.radio.fateOf = () => ({ kind: 'silent', leaves: true });
  await world.send({ address, body: 'left, and never said so', phone: 0 });
  await world.pass('2 s');
  expect(phone.ledger.sent).toHaveLength(2);
  phone.reinstall();
  phone.radio.fateOf = () => ({ kind: 'sent', receipts: [0] });
  await world.pair(phone);
  await world.pass('1 s');
  await world.send({ address: '+15005550007', body: 'sent after', phone: 1 });
  await world.pass('20 s');
  expect(await endOf('sent after')).toBe('delivered');
  expect(phone.ledger.sent.map(({ words }) => words)).toEqual([
    'sent before',
    'left, and never said so',
    'sent after',
  ]);
});

test('a phone that restarts without its app is not present, and sends what waits once its owner opens the app', async () => {
  const phone = await world.paired({ traits: { startsOnBoot: false } });
  phone.reboot();
  await world.pass('5 s');
  expect(phone.streams).toBe(0);
  await world.send({ address, body: 'after the restart' });
  await world.pass('20 s');
  expect(phone.ledger.sent).toEqual([]);
  phone.start();
  await world.pass('10 s');
  expect(await endOf('after the restart')).toBe('delivered');
  expect(await world.judge()).toEqual([]);
});

test('two handsets with one token are served both, and nothing is listed to anybody else', async () => {
  const phone = await world.paired();
  await world.send({ address, body: 'before the backup' });
  await world.pass('5 s');
  expect(await endOf('before the backup')).toBe('delivered');
  const second = world.phone();
  second.restore(phone.backUp());
  second.start();
  await world.pass('1 s');
  expect([phone.streams, second.streams].every((streams) => streams > 0)).toBe(true);
  phone.throwAway();
  await world.send({ address, body: 'after the move' });
  await world.pass('10 s');
  expect(await endOf('after the move')).toBe('delivered');
  expect(await world.judge()).toEqual([]);
});

test('old and new versions are asked for nothing that they do not know', async () => {
  for (const version of ['1.66.2', '1.67.0', '1.68.0'] as const) {
    const phone = await world.paired({ version });
    expect(phone.memory.hooks.length).toBeGreaterThan(0);
  }
  expect(await world.judge()).toEqual([]);
});

test.each([
  ['1.66.2', false],
  ['1.67.0', true],
  ['1.68.0', true],
] as const)(
  'a text that is cancelled on the way to a phone is not sent, and its end is certain where its app, here %s, knows how: %s',
  async (version, knows) => {
    const phone = await world.paired({ version });
    await listUnread(phone, 'not wanted');
    await world.textOf('not wanted');
    phone.network.lossOf = () => undefined;
    expect(await world.cancel('not wanted')).toBe(409);
    await world.pass('30 s');
    const ended = await world.textOf('not wanted');
    expect(ended).toMatchObject({ status: 'failed', failure: knows ? 'cancelled' : 'outcome_unknown' });
    expect(phone.ledger.sent).toEqual([]);
    const calls = phone.conversation.calls('GET', '/message');
    expect(calls.some(({ answer }) => answer.includes('Cancelling'))).toBe(knows);
    expect(await world.judge()).toEqual([]);
  },
);
