// How phones join and leave the hub: pairing, refused tokens, base addresses, and a core that is away.
import { expect, test } from 'vitest';
import type { AccountWorld } from './account_world.ts';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';

let service: PhoneService;
let world: AccountWorld;
providePhoneService((provided) => {
  ({ service, world } = provided);
});

const ask = (path: string, request: RequestInit) => world.during(fetch(`${world.url}${path}`, request));
const simsOf = (subscription: number) => [{ slot: 0, subscription, phoneNumber: `+1500555${subscription}` }];

test('a code pairs one phone, which then holds a stream and keeps to the protocol', async () => {
  const phone = await world.paired();
  expect(phone.conversation.calls('GET', '/events').map(({ status }) => status)).toEqual([200]);
  expect(phone.memory.hooks.length).toBeGreaterThan(0);
  expect(phone.memory.preferences['webhooks.signing_key']).toBeDefined();
  expect(phone.memory.preferences['gateway.notification_channel']).toBe('SSE_ONLY');
  expect(await world.deviceOf(0)).toBeDefined();
  expect(phone.conversation.departures).toEqual([]);
});

test('a code whose answer was lost works again for the same phone, and for no other', async () => {
  const code = await world.createCode();
  const phone = world.phone({ sims: simsOf(1111) });
  phone.network.lossOf = ({ method }) => (method === 'POST' ? 'answer' : undefined);
  await expect(world.pair(phone, code)).rejects.toThrow();
  phone.network.lossOf = () => undefined;
  await world.pair(phone, code);
  const other = world.phone({ sims: simsOf(2222), traits: { maker: 'Other' } });
  await expect(world.pair(other, code)).rejects.toThrow('answered 401');
  expect([await world.deviceOf(0), await world.deviceOf(1)]).toEqual([expect.anything(), undefined]);
});

test('a code answers nobody any more once its token was used, by whatever request and whoever has the model’s name', async () => {
  const code = await world.createCode();
  const body = JSON.stringify({ name: 'Maker/Model', simCards: [] });
  const pair = () =>
    ask('/device', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Code ${code}` },
      body,
    });
  const paired = await pair();
  const { token } = (await paired.json()) as { token: string };
  expect((await pair()).status).toBe(201);
  const headers = { authorization: `Bearer ${token}` };
  expect((await ask('/settings', { headers })).status).toBe(200);
  expect((await pair()).status).toBe(401);
});

test('a wrong code, a missing code and a wrong token are each refused as what they are', async () => {
  await expect(world.pair(world.phone(), '0000000000')).rejects.toThrow('answered 401');
  const post = (headers: Record<string, string>) =>
    ask('/device', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"name":"x","simCards":[]}',
    });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: 'Bearer nonsense' })).status).toBe(401);
  for (const path of ['message', 'webhooks', 'settings', 'events'])
    expect((await ask(`/${path}`, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(401);
});

test('a doubled slash and the short base address reach the same service', async () => {
  const short = world.url.replace('/mobile/v1', '/m');
  const byGateway = (world.urls[2] ?? '').replace(/\/m$/, '');
  const afterHost = [`${byGateway}//m`, `${byGateway}//mobile/v1/`];
  for (const url of [`${world.url}/`, short, `${short}/`, ...afterHost]) {
    const phone = await world.paired({ url });
    expect(phone.conversation.calls('GET', '/message').some(({ status }) => status === 200)).toBe(true);
    expect(phone.conversation.departures).toEqual([]);
  }
});

test('another phone’s id in a patch is refused, and fields that the app does not know are ignored', async () => {
  const phone = await world.paired();
  const { id, token } = phone.memory.registration as { id: string; token: string };
  const patch = (body: object) =>
    ask('/device', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  expect((await patch({ id: `${id}x`, simCards: [] })).status).toBe(403);
  expect((await patch({ id, simCards: [], news: { deep: [1] } })).status).toBe(204);
});

test('while the core is away no phone is refused', async () => {
  const phone = await world.paired();
  await service.core.kill();
  phone.reboot();
  await world.pass('5 s');
  await expect(world.pair(world.phone(), '1234567890')).rejects.toThrow(/answered 50[234]/);
  await service.core.start();
  await world.pass('5 s');
  expect(phone.conversation.exchanges.filter(({ status }) => status === 401)).toEqual([]);
});

test('an unpaired phone is refused, and does no harm when it keeps asking', async () => {
  const phone = await world.paired();
  expect(phone.conversation.calls('GET', '/events').map(({ status }) => status)).toEqual([200]);
  await world.revoke(0);
  await world.pass('10 s');
  expect(phone.conversation.exchanges.some(({ status }) => status === 401)).toBe(true);
  phone.reboot();
  await world.pass('10 s');
  expect(phone.conversation.calls('POST', '/device').some(({ status }) => status === 401)).toBe(true);
  expect(phone.conversation.departures).toEqual([]);
});

test('a phone that moves from another server registers with a code as its private token', async () => {
  const phone = world.phone({ privateToken: await world.createCode() });
  phone.memory.registration = { id: 'elsewhere', token: 'token-of-elsewhere', login: 'OLD' };
  phone.start();
  await world.pass('10 s');
  expect(phone.memory.registration?.id).not.toBe('elsewhere');
  expect(await world.deviceOf(0)).toBeDefined();
});
