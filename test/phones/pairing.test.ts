// How phones join and leave the hub: pairing, refused tokens, base addresses, and a core that is away.
import { expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { AccountWorld } from './account_world.ts';
import type { PhoneService } from './phone_service.ts';
import { providePhoneService } from './provide_phone_service.ts';

const limitMs = 60_000;

let service: PhoneService;
let world: AccountWorld;
providePhoneService((provided) => {
  ({ service, world } = provided);
});

const simsOf = (subscription: number) => [{ slot: 0, subscription, phoneNumber: `+1500555${subscription}` }];

test('a code pairs one phone, which then holds a stream and keeps to the protocol', {
  timeout: limitMs,
}, async () => {
  const phone = await world.paired();
  await until('the stream is open', () =>
    phone.conversation.calls('GET', '/events').some(({ status }) => status === 200),
  );
  await until('hooks were fetched', () => phone.memory.hooks.length > 0);
  await until('settings were fetched', () => phone.memory.preferences['webhooks.signing_key'] !== undefined);
  expect(phone.memory.preferences['gateway.notification_channel']).toBe('SSE_ONLY');
  expect(await world.deviceOf(0)).toBeDefined();
  expect(phone.conversation.departures).toEqual([]);
});

test('a code whose answer was lost works again for the same phone, and for no other', {
  timeout: limitMs,
}, async () => {
  const code = await world.createCode();
  const phone = world.phone({ sims: simsOf(1111) });
  phone.network.lossOf = ({ method }) => (method === 'POST' ? 'answer' : undefined);
  await expect(phone.pair(code)).rejects.toThrow();
  phone.network.lossOf = () => undefined;
  await phone.pair(code);
  const other = world.phone({ sims: simsOf(2222), traits: { maker: 'Other' } });
  await expect(other.pair(code)).rejects.toThrow('answered 401');
  expect([await world.deviceOf(0), await world.deviceOf(1)]).toEqual([expect.anything(), undefined]);
});

test('a code answers nobody any more once its token was used, by whatever request and whoever has the model’s name', {
  timeout: limitMs,
}, async () => {
  const code = await world.createCode();
  const body = JSON.stringify({ name: 'Maker/Model', simCards: [] });
  const pair = () =>
    fetch(`${world.url}/device`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Code ${code}` },
      body,
    });
  const paired = await pair();
  const { token } = (await paired.json()) as { token: string };
  expect((await pair()).status).toBe(201);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${world.url}/settings`, { headers })).status).toBe(200);
  expect((await pair()).status).toBe(401);
});

test('a wrong code, a missing code and a wrong token are each refused as what they are', {
  timeout: limitMs,
}, async () => {
  await expect(world.phone().pair('0000000000')).rejects.toThrow('answered 401');
  const post = (headers: Record<string, string>) =>
    fetch(`${world.url}/device`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"name":"x","simCards":[]}',
    });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: 'Bearer nonsense' })).status).toBe(401);
  for (const path of ['message', 'webhooks', 'settings', 'events'])
    expect(
      (await fetch(`${world.url}/${path}`, { headers: { authorization: 'Bearer nonsense' } })).status,
    ).toBe(401);
});

test('a doubled slash and the short base address reach the same service', { timeout: limitMs }, async () => {
  const short = world.url.replace('/mobile/v1', '/m');
  const byGateway = (world.urls[2] ?? '').replace(/\/m$/, '');
  const afterHost = [`${byGateway}//m`, `${byGateway}//mobile/v1/`];
  for (const url of [`${world.url}/`, short, `${short}/`, ...afterHost]) {
    const phone = await world.paired({ url });
    await until('a list was answered', () =>
      phone.conversation.calls('GET', '/message').some(({ status }) => status === 200),
    );
    expect(phone.conversation.departures).toEqual([]);
  }
});

test('another phone’s id in a patch is refused, and fields that the app does not know are ignored', {
  timeout: limitMs,
}, async () => {
  const phone = await world.paired();
  const { id, token } = phone.memory.registration as { id: string; token: string };
  const patch = (body: object) =>
    fetch(`${world.url}/device`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  expect((await patch({ id: `${id}x`, simCards: [] })).status).toBe(403);
  expect((await patch({ id, simCards: [], news: { deep: [1] } })).status).toBe(204);
});

test('while the core is away no phone is refused', { timeout: limitMs }, async () => {
  const phone = await world.paired();
  await service.core.kill();
  try {
    phone.reboot();
    await world.pass(10_000);
    const code = await world
      .phone()
      .pair('1234567890')
      .catch((error: Error) => error.message);
    expect(code).toMatch(/answered 50[234]|no answer|timeout/i);
  } finally {
    await service.core.run();
  }
  expect(phone.conversation.exchanges.filter(({ status }) => status === 401)).toEqual([]);
});

test('an unpaired phone is refused, and does no harm when it keeps asking', {
  timeout: limitMs,
}, async () => {
  const phone = await world.paired();
  await until('the stream is open', () =>
    phone.conversation.calls('GET', '/events').some(({ status }) => status === 200),
  );
  await world.revoke(0);
  await until('it is refused', () => phone.conversation.exchanges.some(({ status }) => status === 401));
  phone.reboot();
  await until('a new registration is refused', () =>
    phone.conversation.calls('POST', '/device').some(({ status }) => status === 401),
  );
  expect(phone.conversation.departures).toEqual([]);
});

test('a phone that moves from another server registers with a code as its private token', {
  timeout: limitMs,
}, async () => {
  const phone = world.phone({ privateToken: await world.createCode() });
  phone.memory.registration = { id: 'elsewhere', token: 'token-of-elsewhere', login: 'OLD' };
  phone.start();
  await until('it is registered', () => phone.memory.registration?.id !== 'elsewhere');
  expect(await world.deviceOf(0)).toBeDefined();
});
