// Large amounts: many texts that waited for a phone, a hub that is stopped or dies while texts are under
// way, and bodies of any size.
import { expect, test } from 'vitest';
import { extent } from '../support/extent.ts';
import type { AccountWorld } from './account_world.ts';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';

/** More than a phone that listens is given at a time. */
const waiting = extent({ suite: 30, nightly: 250 });

let service: PhoneService;
let world: AccountWorld;
providePhoneService((provided) => {
  ({ service, world } = provided);
});

test('many texts that waited for a phone are sent once each, at most a hundred in an answer', async () => {
  const phone = await world.paired();
  phone.setNetwork(false);
  await world.pass('2 s');
  const words = Array.from({ length: waiting }, (_, at) => `waits ${at}`);
  await world.sendAll(words.map((body, at) => ({ address: `+1500555${1_000 + at}`, body })));
  phone.setNetwork(true);
  await world.pass('15 s');
  const statuses = (await world.texts()).map(({ status }) => status);
  expect(statuses).toEqual(Array(waiting).fill('delivered'));
  expect(phone.ledger.sent.map((line) => line.words).sort()).toEqual([...words].sort());
  for (const { status, answer } of phone.conversation.calls('GET', '/message'))
    if (status === 200) expect(JSON.parse(answer).length).toBeLessThanOrEqual(100);
  expect(await world.judge()).toEqual([]);
});

test('a hub that is stopped with a text under way leaves it open, and the text goes on after a restart', async () => {
  const phone = await world.paired();
  let isHeld = true;
  phone.network.lossOf = ({ method, url }) =>
    isHeld && method === 'PATCH' && url.endsWith('/message') ? 'request' : undefined;
  await world.send({ address: '+15005550006', body: 'under way' });
  await world.pass('2 s');
  expect(phone.ledger.sent).toHaveLength(1);
  await service.hub.running.stop();
  expect((await world.textOf('under way'))?.status).toBe('sending');
  await service.hub.start();
  isHeld = false;
  await world.pass('30 s');
  expect((await world.textOf('under way'))?.status).toBe('delivered');
  expect(await world.judge()).toEqual([]);
});

test('a hub that dies after it listed a text lists it again under the same name', async () => {
  const phone = await world.paired();
  // The phone reads no list until the hub is back.
  phone.network.lossOf = ({ method, url }) =>
    method === 'GET' && url.includes('/message') ? 'answer' : undefined;
  await world.send({ address: '+15005550006', body: 'listed and dead' });
  await world.pass('2 s');
  const lists = () =>
    phone.conversation.calls('GET', '/message').filter(({ answer }) => answer.includes('listed and dead'));
  expect(lists()).not.toEqual([]);
  await service.hub.kill();
  await service.hub.start();
  phone.network.lossOf = () => undefined;
  await world.pass('30 s');
  expect((await world.textOf('listed and dead'))?.status).toBe('delivered');
  expect(
    new Set(lists().flatMap(({ answer }) => JSON.parse(answer).map(({ id }: { id: string }) => id))).size,
  ).toBe(1);
  expect(await world.judge()).toEqual([]);
});

test('a body of ten megabytes is refused, by the hub and by the gateway', async () => {
  const phone = await world.paired();
  const headers = { authorization: `Bearer ${phone.memory.registration?.token}` };
  const body = `"${'x'.repeat(10_000_000)}"`;
  for (const url of world.urls) {
    const asked = fetch(`${url}/message`, { method: 'PATCH', headers, body });
    // A connection that is cut during the upload counts as a refusal.
    const status = asked.then(
      (answer) => answer.status,
      () => 'cut',
    );
    expect([413, 'cut']).toContain(await world.during(status));
  }
  await world.send({ address: '+15005550006', body: 'lives' });
  await world.pass('5 s');
  expect((await world.textOf('lives'))?.status).toBe('delivered');
});
