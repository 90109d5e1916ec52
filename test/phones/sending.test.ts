// Texts that phones send: each outcome, and each accident by itself.
import { expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { Fate } from '../support/stock_phone/radio.ts';
import type { AccountWorld } from './account_world.ts';
import { phoneTest } from './phone_test.ts';

const limitMs = 120_000;

const address = '+15005550006';
const ends = async (world: AccountWorld, words: string) => {
  const text = await until(`"${words}" has ended`, async () => {
    const found = await world.textOf(words);
    return found && ['sent', 'delivered', 'failed'].includes(found.status) && found;
  });
  return text.failure ?? text.status;
};

const arrives = (world: AccountWorld, words: string) =>
  until(`"${words}" has arrived`, async () => (await world.textOf(words))?.status === 'delivered');

const long = `long ${'words '.repeat(60)}`;

const fates: [string, Fate, string[], string?][] = [
  ['delivered', { kind: 'sent', receipts: [0] }, ['delivered']],
  ['sent without a receipt', { kind: 'sent' }, ['sent']],
  [
    'refused',
    { kind: 'refused', result: 'RESULT_ERROR_FDN_CHECK_FAILURE (x)' },
    ['rejected_by_network', 'device_failed'],
  ],
  [
    'thrown back',
    { kind: 'throws', message: 'no' },
    ['device_failed', 'rejected_by_network', 'outcome_unknown'],
  ],
  ['delivered in parts', { kind: 'sent', receipts: [0, 0, 0] }, ['delivered'], long],
  [
    'sent in part',
    { kind: 'refused', result: 'RESULT_ERROR_GENERIC_FAILURE (x)', left: 1 },
    ['outcome_unknown', 'rejected_by_network', 'device_failed'],
    long,
  ],
];

phoneTest.concurrent.for(fates)(
  'a text that is %s says so',
  { timeout: limitMs },
  async ([name, fate, allowed, words = `a text ${name}`], { world }) => {
    const phone = await world.paired();
    phone.radio.fateOf = () => fate;
    await world.send({ address, body: words });
    await until('it has ended', async () => allowed.includes(await ends(world, words)));
    expect(allowed).toContain(await ends(world, words));
    await until('the phone is quiet', () => phone.isQuiet);
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent(
  'a text that arrives says so only when the network does',
  { timeout: limitMs },
  async ({ world }) => {
    const phone = await world.paired();
    phone.radio.fateOf = () => ({ kind: 'sent', receipts: [70] });
    await world.send({ address, body: 'never arrives' });
    await until('it has failed', async () => (await world.textOf('never arrives'))?.status === 'failed');
    expect(phone.ledger.sent.length).toBe(1);
  },
);

phoneTest.concurrent(
  'a part that is sent after the receipt undoes no delivery',
  { timeout: limitMs },
  async ({ world }) => {
    const phone = await world.paired();
    phone.radio.fateOf = () => ({ kind: 'sent', receipts: [0], lastAfterMs: 5_000 });
    await world.send({ address, body: long });
    await arrives(world, long);
    await until(
      'the phone took it back',
      () => phone.textOf(phone.ledger.sent[0]?.id ?? '')?.state === 'Sent',
    );
    await until('the phone is quiet', () => phone.isQuiet);
    expect((await world.textOf(long))?.status).toBe('delivered');
  },
);

phoneTest.concurrent(
  'a text waits for a phone that is away, unlisted, and is sent when it is back',
  {
    timeout: limitMs,
  },
  async ({ world }) => {
    const phone = await world.paired();
    await until('the stream is open', () => phone.streams > 0);
    phone.setNetwork(false);
    // The part that the hub sees.
    await world.pass(10_000);
    await world.send({ address, body: 'waits' });
    await world.pass(10_000);
    phone.setNetwork(true);
    await arrives(world, 'waits');
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent(
  'a phone without a stream gets what waits in its next pull',
  { timeout: limitMs },
  async ({ world }) => {
    const phone = await world.paired({ channel: 'AUTO', traits: { hasPlayServices: true } });
    await until('it has pulled', () => phone.conversation.calls('GET', '/message').length > 0);
    await world.pass(20_000);
    await world.send({ address, body: 'pulled' });
    await world.pass(5_000);
    phone.start();
    await until('it left', () => phone.ledger.sent.length > 0);
    await arrives(world, 'pulled');
  },
);

phoneTest.concurrent.for([
  'list read',
  'text stored',
  'before hand-over',
  'state about to be reported',
] as const)('a phone that dies at "%s" sends a text once', { timeout: limitMs }, async (point, { world }) => {
  const phone = await world.paired();
  await until('the stream is open', () => phone.streams > 0);
  phone.dieAt(point);
  await world.send({ address, body: `dies at ${point}` });
  await arrives(world, `dies at ${point}`);
  expect(await world.judge()).toEqual([]);
});

phoneTest.concurrent(
  'reports that come late, twice or not at all for a while end in what is true',
  {
    timeout: limitMs,
  },
  async ({ world }) => {
    const phone = await world.paired();
    await until('the stream is open', () => phone.streams > 0);
    let reports = 0;
    phone.network.lossOf = ({ method, url }) => {
      if (method !== 'PATCH' || !url.endsWith('/message')) return undefined;
      reports += 1;
      return reports <= 3 ? 'request' : reports <= 6 ? 'answer' : undefined;
    };
    for (const at of [1, 2, 3])
      await world.send({ address: `${address.slice(0, -1)}${at}`, body: `late ${at}` });
    for (const at of [1, 2, 3])
      await until('it arrived', async () => (await ends(world, `late ${at}`)) === 'delivered');
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent(
  'a wiped phone is another device, which none of the old texts reach',
  { timeout: limitMs },
  async ({ world }) => {
    const phone = await world.paired();
    await until('the stream is open', () => phone.streams > 0);
    phone.network.lossOf = ({ method, url }) =>
      method === 'GET' && url.includes('/message') ? 'answer' : undefined;
    await world.send({ address, body: 'of the old one', phone: 0 });
    await until('it was listed', () =>
      phone.conversation.calls('GET', '/message').some(({ answer }) => answer.includes('of the old one')),
    );
    phone.reinstall();
    phone.network.lossOf = () => undefined;
    await phone.pair(await world.createCode());
    await world.pass(20_000);
    expect(phone.ledger.sent).toEqual([]);
  },
);

phoneTest.concurrent(
  'an app that was installed anew sends nothing of what the old one had sent',
  {
    timeout: limitMs,
  },
  async ({ world }) => {
    const phone = await world.paired();
    await world.send({ address, body: 'sent before', phone: 0 });
    await arrives(world, 'sent before');
    phone.radio.fateOf = () => ({ kind: 'silent', leaves: true });
    await world.send({ address, body: 'left, and never said so', phone: 0 });
    await until('it left', () => phone.ledger.sent.length === 2);
    phone.reinstall();
    phone.radio.fateOf = () => ({ kind: 'sent', receipts: [0] });
    await phone.pair(await world.createCode());
    await world.send({ address: '+15005550007', body: 'sent after', phone: 1 });
    await arrives(world, 'sent after');
    await world.pass(20_000);
    expect(phone.ledger.sent.map(({ words }) => words)).toEqual([
      'sent before',
      'left, and never said so',
      'sent after',
    ]);
  },
);

phoneTest.concurrent(
  'a phone that restarts without its app is not present, and sends what waits once its owner opens the app',
  {
    timeout: limitMs,
  },
  async ({ world }) => {
    const phone = await world.paired({ traits: { startsOnBoot: false } });
    await until('the stream is open', () => phone.streams > 0);
    phone.reboot();
    await world.pass(10_000);
    expect(phone.streams).toBe(0);
    await world.send({ address, body: 'after the restart' });
    await world.pass(20_000);
    expect(phone.ledger.sent).toEqual([]);
    phone.start();
    await arrives(world, 'after the restart');
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent(
  'two handsets with one token are served both, and nothing is listed to anybody else',
  {
    timeout: limitMs,
  },
  async ({ world }) => {
    const phone = await world.paired();
    await world.send({ address, body: 'before the backup' });
    await arrives(world, 'before the backup');
    const second = world.phone();
    second.restore(phone.backUp());
    second.start();
    await until('both hold a stream', () => phone.streams > 0 && second.streams > 0);
    phone.throwAway();
    await world.send({ address, body: 'after the move' });
    await arrives(world, 'after the move');
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent(
  'old and new versions are asked for nothing that they do not know',
  { timeout: limitMs },
  async ({ world }) => {
    for (const version of ['1.66.2', '1.67.0', '1.68.0'] as const) {
      const phone = await world.paired({ version });
      await until('hooks were fetched', () => phone.memory.hooks.length > 0);
    }
    expect(await world.judge()).toEqual([]);
  },
);

phoneTest.concurrent.for([
  ['1.66.2', false],
  ['1.67.0', true],
  ['1.68.0', true],
] as const)(
  'a text that is cancelled on the way to a phone is not sent, and its end is certain where its app, here %s, knows how: %s',
  { timeout: limitMs },
  async ([version, knows], { world }) => {
    const phone = await world.paired({ version });
    await until('the stream is open', () => phone.streams > 0);
    phone.network.lossOf = ({ method, url }) =>
      method === 'GET' && url.includes('/message') ? 'answer' : undefined;
    await world.send({ address, body: 'not wanted' });
    const calls = () => phone.conversation.calls('GET', '/message');
    await until('it was listed', () => calls().some(({ answer }) => answer.includes('not wanted')));
    await world.textOf('not wanted');
    expect(await world.cancel('not wanted')).toBe(409);
    phone.network.lossOf = () => undefined;
    const ended = await until('it has ended', async () => {
      const text = await world.textOf('not wanted');
      return text && ['delivered', 'failed'].includes(text.status) && text;
    });
    expect(ended).toMatchObject({ status: 'failed', failure: knows ? 'cancelled' : 'outcome_unknown' });
    expect(phone.ledger.sent).toEqual([]);
    expect(calls().some(({ answer }) => answer.includes('Cancelling'))).toBe(knows);
    expect(await world.judge()).toEqual([]);
  },
);
