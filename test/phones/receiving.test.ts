// Texts that phones receive reach the account once each, whatever is repeated or lost.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { AccountWorld } from './account_world.ts';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';

const limitMs = 90_000;
const sender = '+15005550007';

let service: PhoneService;
let world: AccountWorld;
providePhoneService((provided) => {
  ({ service, world } = provided);
});

async function listening(): Promise<StockPhone> {
  const phone = await world.paired();
  await until(
    'hooks and key were fetched',
    () =>
      phone.memory.hooks.some(({ event }) => event === 'sms:received') &&
      phone.memory.preferences['webhooks.signing_key'] !== undefined,
  );
  return phone;
}

const countOf = async (words: string) => (await world.texts()).filter(({ body }) => body === words).length;
const hookOf = (phone: StockPhone) =>
  phone.memory.hooks.find(({ event }) => event === 'sms:received')?.url as string;

test('a text arrives once, with all its characters', { timeout: limitMs }, async () => {
  const phone = await listening();
  const words = `<b>'tea' & "coffee" = 5€</b> 🫖`;
  phone.receive({ sender, words });
  await until('it is there', async () => (await countOf(words)) === 1);
  expect(await world.judge()).toEqual([]);
});

test('a lost answer makes no second text', { timeout: limitMs }, async () => {
  const phone = await listening();
  let losses = 2;
  phone.network.lossOf = ({ url }) => (url === hookOf(phone) && losses-- > 0 ? 'answer' : undefined);
  phone.receive({ sender, words: 'once' });
  await until('the phone is done', () => losses < 0 && phone.isQuiet);
  // The hub has it already, and the core a moment later.
  await until('it is there', async () => (await countOf('once')) > 0);
  expect(await world.judge()).toEqual([]);
});

test('the same words later are another text', { timeout: limitMs }, async () => {
  const phone = await listening();
  phone.receive({ sender, words: 'again' });
  await until('the first is there', async () => (await countOf('again')) === 1);
  await world.pass(6_000);
  phone.receive({ sender, words: 'again' });
  await until('the second is there', async () => (await countOf('again')) === 2);
});

test('long texts, texts from named senders and texts to either SIM arrive whole and once each', {
  timeout: limitMs,
}, async () => {
  const phone = world.phone({
    sims: [0, 1].map((slot) => ({ slot, subscription: slot + 1, phoneNumber: `+150055501${slot}0` })),
  });
  await phone.pair(await world.createCode());
  await until('hooks were fetched', () => phone.memory.hooks.length > 0);
  phone.setNetwork(false);
  const long = `${'Straße 🫖 '.repeat(100)}end`;
  phone.receive({ sender: 'Parcel & Co', words: long, sim: 1 });
  phone.receive({ sender: '22000', words: 'code 123', sim: 2 });
  // Android delivers it in two ways that name two SIMs, so the app calls twice under two names.
  phone.receive({ sender, words: 'by both ways', sim: 2, inboxSubscription: 1 });
  phone.receive({ sender: '', words: 'from nobody', sim: 2 });
  await world.pass(2_000);
  phone.setNetwork(true);
  await until('the phone is done', () => phone.isQuiet);
  await until('all are there', async () => (await world.texts()).length >= 4);
  const texts = await world.texts();
  // The app repeats each call on its own schedule.
  expect(texts.map(({ body }) => body).sort()).toEqual(
    ['by both ways', 'code 123', 'from nobody', long].sort(),
  );
  const senderOf = (words: string) => texts.find(({ body }) => body === words)?.address;
  expect([long, 'code 123', 'by both ways'].map(senderOf)).toEqual(['Parcel & Co', '22000', sender]);
  const calls = () => phone.conversation.exchanges.filter(({ url }) => url === hookOf(phone));
  await until('one of them was called for twice', () => calls().length > 4);
  const asks = '+15005550009';
  phone.receive({ sender: asks, words: 'answer me', sim: 2 });
  await until('it is there', async () => (await countOf('answer me')) > 0);
  await world.send({ address: asks, body: 'by the SIM that it came to' });
  await until('the answer left', () => phone.ledger.sent.length > 0);
  expect(phone.ledger.sent[0]?.sim).toBe(2);
});

test('an acknowledged text is there even if core and hub die at once', {
  timeout: limitMs,
}, async () => {
  const phone = await listening();
  await service.core.kill();
  const answered = () =>
    phone.conversation.exchanges.filter(({ url, status }) => url === hookOf(phone) && status !== undefined);
  phone.receive({ sender, words: 'kept' });
  await until('the hub answered', () => answered().length > 0);
  await service.hub.kill();
  await service.core.run();
  await service.hub.start();
  await until('it is there', async () => (await countOf('kept')) === 1);
  expect(await world.judge()).toEqual([]);
});

test('a wrong signature, a stale one and a wrong address are refused and change nothing', {
  timeout: limitMs,
}, async () => {
  const phone = await listening();
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
      receivedAt: new Date().toISOString(),
    },
  });
  const post = (url: string, secret: string, timestamp: string) =>
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
    });
  const now = String(Math.floor(Date.now() / 1_000));
  const url = hookOf(phone);
  const statuses = [
    (await post(url, 'another key', now)).status,
    (await post(url, key, '1000000000')).status,
    (await post(`${url}x`, key, now)).status,
    (await fetch(url, { method: 'POST', body })).status,
  ];
  for (const status of statuses) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  await world.pass(5_000);
  expect(await countOf('forged')).toBe(0);
});

test('texts that the phone received while it was away from the hub arrive later, once each', {
  timeout: limitMs,
}, async () => {
  const phone = await listening();
  phone.setNetwork(false);
  for (let at = 0; at < 30; at += 1) phone.receive({ sender, words: `stored ${at}` });
  await world.pass(2_000);
  phone.setNetwork(true);
  await until('all are there', async () => (await world.texts()).length >= 30);
  await until('the phone is done', () => phone.isQuiet);
  expect(await world.judge()).toEqual([]);
});
