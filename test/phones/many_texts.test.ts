// Large amounts: many texts that waited for a phone, a hub that is stopped or dies while texts are under
// way, and bodies of any size.
import { expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { AccountWorld } from './account_world.ts';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';

const limitMs = 120_000;
const waiting = 250;

let service: PhoneService;
let world: AccountWorld;
providePhoneService((provided) => {
  ({ service, world } = provided);
});

test('250 texts that waited for a phone are sent once each, at most a hundred in an answer', {
  timeout: limitMs,
}, async () => {
  const phone = await world.paired();
  await until('the stream is open', () => phone.streams > 0);
  phone.setNetwork(false);
  await world.pass(10_000);
  const words = Array.from({ length: waiting }, (_, at) => `waits ${at}`);
  for (const body of words) await world.send({ address: `+1500555${1_000 + words.indexOf(body)}`, body });
  phone.setNetwork(true);
  const arrived = async () => (await world.texts()).filter(({ status }) => status === 'delivered').length;
  await until('all have arrived', async () => (await arrived()) === waiting);
  expect(phone.ledger.sent.map((line) => line.words).sort()).toEqual([...words].sort());
  for (const { status, answer } of phone.conversation.calls('GET', '/message'))
    if (status === 200) expect(JSON.parse(answer).length).toBeLessThanOrEqual(100);
  expect(await world.judge()).toEqual([]);
});

test('a hub that is stopped with a text under way leaves it open, and the text goes on after a restart', {
  timeout: limitMs,
}, async () => {
  const phone = await world.paired();
  await until('the stream is open', () => phone.streams > 0);
  let isHeld = true;
  phone.network.lossOf = ({ method, url }) =>
    isHeld && method === 'PATCH' && url.endsWith('/message') ? 'request' : undefined;
  await world.send({ address: '+15005550006', body: 'under way' });
  await until('it left', () => phone.ledger.sent.length > 0);
  await service.hub.stop();
  const text = () => world.textOf('under way');
  expect((await text())?.status).toBe('sending');
  await service.hub.start();
  isHeld = false;
  await until('it arrived', async () => (await text())?.status === 'delivered');
  expect(await world.judge()).toEqual([]);
});

test('a hub that dies after it listed a text lists it again under the same name', {
  timeout: limitMs,
}, async () => {
  const phone = await world.paired();
  await until('the stream is open', () => phone.streams > 0);
  // The phone reads no list until the hub is back.
  phone.network.lossOf = ({ method, url }) =>
    method === 'GET' && url.includes('/message') ? 'answer' : undefined;
  await world.send({ address: '+15005550006', body: 'listed and dead' });
  await until('it was listed', () =>
    phone.conversation.calls('GET', '/message').some(({ answer }) => answer.includes('listed and dead')),
  );
  await service.hub.kill();
  await service.hub.start();
  phone.network.lossOf = () => undefined;
  await until('it arrived', async () => (await world.textOf('listed and dead'))?.status === 'delivered');
  expect(await world.judge()).toEqual([]);
});

test('a body of ten megabytes is refused, by the hub and by the gateway', { timeout: limitMs }, async () => {
  const phone = await world.paired();
  const headers = { authorization: `Bearer ${phone.memory.registration?.token}` };
  const body = `"${'x'.repeat(10_000_000)}"`;
  for (const url of world.urls.filter((each) => each.startsWith('http:'))) {
    const asked = fetch(`${url}/message`, { method: 'PATCH', headers, body });
    // A connection that is cut during the upload counts as a refusal.
    expect([413, 'cut']).toContain(
      await asked.then(
        ({ status }) => status,
        () => 'cut',
      ),
    );
  }
  await world.send({ address: '+15005550006', body: 'lives' });
  await until('it arrived', async () => (await world.textOf('lives'))?.status === 'delivered');
});
