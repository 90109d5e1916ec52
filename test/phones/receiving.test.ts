// Texts that phones receive reach the account once each, whatever is repeated or lost.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { AccountWorld } from './account_world.ts';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';

const sender = '+15005550007';

let service: PhoneService;
let world: AccountWorld;
providePhoneService((provided) => {
  ({ service, world } = provided);
});

const countOf = async (words: string) => (await world.texts()).filter(({ body }) => body === words).length;
const hookOf = (phone: StockPhone) =>
  phone.memory.hooks.find(({ event }) => event === 'sms:received')?.url as string;

test('a text arrives once, with all its characters', async () => {
  const phone = await world.paired();
  const words = `<b>'tea' & "coffee" = 5€</b> 🫖`;
  phone.receive({ sender, words });
  await world.pass('6 s');
  expect(await countOf(words)).toBe(1);
  expect(await world.judge()).toEqual([]);
});

test('a lost answer makes no second text', async () => {
  const phone = await world.paired();
  let losses = 2;
  phone.network.lossOf = ({ url }) => (url === hookOf(phone) && losses-- > 0 ? 'answer' : undefined);
  phone.receive({ sender, words: 'once' });
  await world.pass('30 s');
  expect(losses).toBeLessThan(0);
  expect(phone.isQuiet).toBe(true);
  expect(await countOf('once')).toBe(1);
  expect(await world.judge()).toEqual([]);
});

test('the same words later are another text', async () => {
  const phone = await world.paired();
  phone.receive({ sender, words: 'again' });
  await world.pass('6 s');
  expect(await countOf('again')).toBe(1);
  phone.receive({ sender, words: 'again' });
  await world.pass('6 s');
  expect(await countOf('again')).toBe(2);
});

test('long texts, texts from named senders and texts to either SIM arrive whole and once each', async () => {
  const phone = await world.paired({
    sims: [0, 1].map((slot) => ({ slot, subscription: slot + 1, phoneNumber: `+150055501${slot}0` })),
  });
  phone.setNetwork(false);
  const long = `${'Straße 🫖 '.repeat(100)}end`;
  phone.receive({ sender: 'Parcel & Co', words: long, sim: 1 });
  phone.receive({ sender: '22000', words: 'code 123', sim: 2 });
  // Android delivers it in two ways that name two SIMs, so the app calls twice under two names.
  phone.receive({ sender, words: 'by both ways', sim: 2, inboxSubscription: 1 });
  phone.receive({ sender: '', words: 'from nobody', sim: 2 });
  await world.pass('2 s');
  phone.setNetwork(true);
  await world.pass('20 s');
  expect(phone.isQuiet).toBe(true);
  const texts = await world.texts();
  expect(texts.map(({ body }) => body).sort()).toEqual(
    ['by both ways', 'code 123', 'from nobody', long].sort(),
  );
  const senderOf = (words: string) => texts.find(({ body }) => body === words)?.address;
  expect([long, 'code 123', 'by both ways'].map(senderOf)).toEqual(['Parcel & Co', '22000', sender]);
  // One of them was called for twice.
  const calls = phone.conversation.exchanges.filter(({ url }) => url === hookOf(phone));
  expect(calls.length).toBeGreaterThan(4);
  const asks = '+15005550009';
  phone.receive({ sender: asks, words: 'answer me', sim: 2 });
  await world.pass('6 s');
  expect(await countOf('answer me')).toBe(1);
  await world.send({ address: asks, body: 'by the SIM that it came to' });
  await world.pass('5 s');
  expect(phone.ledger.sent.map(({ sim }) => sim)).toEqual([2]);
});

test('an acknowledged text is there even if core and hub die at once', async () => {
  const phone = await world.paired();
  await service.core.kill();
  phone.receive({ sender, words: 'kept' });
  await world.pass('6 s');
  const answers = phone.conversation.exchanges.filter(({ url }) => url === hookOf(phone));
  expect(answers.map(({ status }) => status)).toEqual([204]);
  await service.hub.kill();
  await service.core.start();
  await service.hub.start();
  await world.pass('10 s');
  expect(await countOf('kept')).toBe(1);
  expect(await world.judge()).toEqual([]);
});

test('a wrong signature, a stale one and a wrong address are refused and change nothing', async () => {
  const phone = await world.paired();
  const key = String(phone.memory.preferences['webhooks.signing_key']);
  const body = JSON.stringify({
    id: 'forged',
    webhookId: phone.memory.hooks[0]?.id,
    event: 'sms:received',
    deviceId: phone.memory.registration?.id,
    payload: {
      messageId: 'f',
      sender,
      phoneNumber: sender,
      message: 'forged',
      receivedAt: new Date(world.clock.nowMs()).toISOString(),
    },
  });
  const post = (url: string, secret: string, timestamp: string) =>
    world.during(
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-timestamp': timestamp,
          'x-signature': createHmac('sha256', secret)
            .update(body + timestamp)
            .digest('hex'),
        },
        body,
      }),
    );
  const now = String(Math.floor(world.clock.nowMs() / 1_000));
  const url = hookOf(phone);
  const statuses = [
    (await post(url, 'another key', now)).status,
    (await post(url, key, '1000000000')).status,
    (await post(`${url}x`, key, now)).status,
    (await world.during(fetch(url, { method: 'POST', body }))).status,
  ];
  for (const status of statuses) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  await world.pass('5 s');
  expect(await countOf('forged')).toBe(0);
});

test('texts that the phone received while it was away from the hub arrive later, once each', async () => {
  const phone = await world.paired();
  phone.setNetwork(false);
  for (let at = 0; at < 30; at += 1) phone.receive({ sender, words: `stored ${at}` });
  await world.pass('2 s');
  phone.setNetwork(true);
  await world.pass('30 s');
  expect(await world.texts()).toHaveLength(30);
  expect(phone.isQuiet).toBe(true);
  expect(await world.judge()).toEqual([]);
});
