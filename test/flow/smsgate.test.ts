// Programs written for SMS Gateway for Android, with its own npm package. They send, read, list and cancel messages and list
// devices; only the address and the key (an account's) are ours.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import {
  delivered,
  deliveredLater,
  message,
  refused,
  SmsgateWorld,
  unreported,
} from '../support/smsgate_world.ts';

let world: SmsgateWorld;
beforeAll(async () => {
  world = await SmsgateWorld.start();
});
afterEach(() => world.tidy());
afterAll(() => world.stop());

test('its npm client sends a message and reads its state until it is delivered', async () => {
  const { account } = await world.withPhone();
  const client = world.clientOf(account);
  const sent = await client.send(message([delivered]), { skipPhoneValidation: true });
  expect(sent).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    state: 'Pending',
    isHashed: false,
    isEncrypted: false,
    recipients: [{ phoneNumber: delivered, state: 'Pending' }],
    states: { Pending: expect.any(String) },
  });
  const read = await until(async () => {
    const state = await client.getState(sent.id);
    return state.state === 'Delivered' && state;
  });
  expect(read).toMatchObject({
    deviceId: '1',
    recipients: [{ phoneNumber: delivered, state: 'Delivered' }],
    states: { Pending: expect.any(String), Processed: expect.any(String), Sent: expect.any(String) },
  });
});

test('a message to several recipients is a text to each, and has the combined state that their server would show', async () => {
  const { account } = await world.withPhone();
  const client = world.clientOf(account);
  const { id } = await client.send(message([delivered, refused], { id: 'order 7/8' }));
  expect(id).toBe('order 7/8');
  const state = await until(async () => {
    const found = (await world.ask(account, 'GET', `/messages/${encodeURIComponent(id)}`)).json;
    return (
      found.recipients.every(({ state: each }: { state: string }) => /Delivered|Failed/.test(each)) && found
    );
  });
  expect(state).toMatchObject({
    state: 'Sent',
    recipients: [
      { phoneNumber: delivered, state: 'Delivered' },
      { phoneNumber: refused, state: 'Failed', error: expect.stringMatching(/^rejected_by_network: /) },
    ],
    states: { Failed: expect.any(String), Delivered: expect.any(String) },
  });
  expect((await world.textsOf(account)).map(({ clientRef }) => clientRef)).toEqual([
    'smsgate:order 7/8:2',
    'smsgate:order 7/8:1',
  ]);
});

test('a message that is repeated under its id is sent once, and an id stands for one message', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  const asked = message([delivered, deliveredLater], { id: 'once' });
  const first = await client.send(asked);
  const repeats = await Promise.all([client.send(asked), client.send(asked), client.send(asked)]);
  for (const again of repeats) expect(again).toMatchObject({ id: 'once', recipients: first.recipients });
  expect(await world.textsOf(account)).toHaveLength(2);
  for (const another of [
    message([delivered, deliveredLater], { id: 'once', message: 'another' }),
    message([deliveredLater, delivered], { id: 'once' }),
    message([delivered], { id: 'once' }),
    message([refused], { id: 'once' }),
  ])
    await expect(client.send(another)).rejects.toThrow(/^409 the id stands for another one/);
  expect(await world.textsOf(account)).toHaveLength(2);
});

test('many who send under one id at the same time send one message', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  const asked = message([delivered, deliveredLater, unreported], { id: 'race' });
  const all = await Promise.all(Array.from({ length: 8 }, () => client.send(asked)));
  expect(
    new Set(all.map(({ recipients }) => JSON.stringify(recipients.map((one) => one.phoneNumber)))).size,
  ).toBe(1);
  expect(await world.textsOf(account)).toHaveLength(3);
});

test('of several messages under one id at the same time one is sent', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  const bodies = Array.from({ length: 8 }, (_, index) => `text ${index}`);
  const sends = bodies.map((body) => client.send(message([delivered], { id: 'race', message: body })));
  const ends = await Promise.allSettled(sends);
  const refusals = ends.flatMap((end) => (end.status === 'rejected' ? String(end.reason.message) : []));
  expect(refusals).toEqual(Array.from({ length: 7 }, () => expect.stringMatching(/^409 the id stands for/)));
  expect(await world.textsOf(account)).toHaveLength(1);
});

test('an id that comes at the same time for one recipient and for several stands for one message', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  const ids = Array.from({ length: 8 }, (_, index) => `race ${index}`);
  await Promise.allSettled(
    ids.flatMap((id) => [
      client.send(message([unreported, deliveredLater], { id })),
      client.send(message([delivered], { id })),
    ]),
  );
  const texts = await world.textsOf(account);
  const numbersOf = (id: string) =>
    texts.filter(({ clientRef }) => clientRef?.startsWith(`smsgate:${id}:`)).map((text) => text.addressNorm);
  for (const id of ids) expect([[delivered], [deliveredLater, unreported]]).toContainEqual(numbersOf(id));
});

test('a message that one recipient cannot get is sent to nobody', async () => {
  const account = await world.stack.createAccount();
  await expect(world.clientOf(account).send(message([delivered, '12']))).rejects.toThrow(
    /^400 phoneNumbers\[1\]: /,
  );
  expect(await world.textsOf(account)).toEqual([]);
});

test('the device, SIM, instant and priority of a message become those of its texts', async () => {
  const { account } = await world.withPhone();
  const client = world.clientOf(account);
  const scheduleAt = new Date(Date.now() + 3_600_000).toISOString();
  const asked = {
    id: 'later',
    simNumber: 1,
    scheduleAt,
    priority: 100,
    withDeliveryReport: false,
    ttl: 200_000,
  };
  await client.send(message([delivered], asked));
  await client.send(message([delivered], { id: 'by device', deviceId: '1' }));
  const [byDevice, later] = await world.textsOf(account);
  expect(byDevice).toMatchObject({ from: 'device:1' });
  expect(later).toMatchObject({ from: 'device:1/1' });
  expect(new Date(Number(later?.sendAt?.seconds) * 1000).getTime()).toBe(
    Math.floor(Date.parse(scheduleAt) / 1000) * 1000,
  );
  await world.stack.pair(account);
  await expect(client.send(message([delivered], { simNumber: 1 }))).rejects.toThrow(
    '400 deviceId is required with simNumber',
  );
});

test('a message that waits is cancelled whole, and one that has left is not', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  await client.send(message([delivered, deliveredLater], { id: 'waits' }));
  const cancelled = await world.ask(account, 'DELETE', '/messages/waits');
  expect(cancelled).toMatchObject({
    status: 200,
    json: { state: 'Cancelled', states: { Cancelled: expect.any(String) } },
  });
  expect(await world.ask(account, 'DELETE', '/messages/waits')).toMatchObject({ status: 200 });
  expect((await world.textsOf(account)).map(({ error }) => error?.split(':')[0])).toEqual([
    'cancelled',
    'cancelled',
  ]);

  await client.send(message([delivered, deliveredLater], { id: 'half' }));
  const optOut = `/api/v1/opt-outs/${encodeURIComponent(delivered)}`;
  await world.stack.ask({ method: 'PUT', path: optOut, key: account.key });
  await until(async () =>
    (await world.textsOf(account)).some(({ error }) => error?.startsWith('opted_out:')),
  );
  expect(await world.ask(account, 'DELETE', '/messages/half')).toMatchObject({ status: 409 });
  const half = await client.getState('half');
  expect(half.recipients.map(({ state }) => state)).toEqual(['Failed', 'Pending']);

  const { account: served } = await world.withPhone();
  await world.clientOf(served).send(message([delivered], { id: 'gone' }));
  await until(async () => (await world.clientOf(served).getState('gone')).state === 'Delivered');
  expect(await world.ask(served, 'DELETE', '/messages/gone')).toMatchObject({
    status: 409,
    json: { code: 409 },
  });
});

test('messages are listed in pages, by state and in both orders; other texts of the account are left out', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  for (const id of ['a', 'b', 'c']) await client.send(message([delivered, deliveredLater], { id }));
  await world.stack.send(account);
  await world.ask(account, 'DELETE', '/messages/b');
  const list = async (query: string) => world.ask(account, 'GET', `/messages?${query}`);
  const idsOf = async (query: string) => (await list(query)).json.map(({ id }: { id: string }) => id);
  expect(await idsOf('')).toEqual(['c', 'b', 'a']);
  expect(await idsOf('sort=created_at&limit=2')).toEqual(['a', 'b']);
  expect(await idsOf('limit=1&offset=2')).toEqual(['a']);
  expect(await idsOf('state=Cancelled')).toEqual(['b']);
  expect(await idsOf('state=Delivered')).toEqual([]);
  expect(await idsOf('deviceId=9')).toEqual([]);
  expect(await idsOf('from=2099-01-01T00:00:00Z')).toEqual([]);
  const all = await list('includeContent=true&limit=1');
  expect(all.headers['x-total-count']).toBe('3');
  expect(all.json).toMatchObject([{ id: 'c', recipients: [{}, {}], textMessage: { text: 'hello' } }]);
  expect((await list('limit=1')).json[0]).not.toHaveProperty('textMessage');
});

test('a list looks at a bounded number of texts, and says so', async () => {
  const account = await world.stack.createAccount({ exempt: true });
  const client = world.clientOf(account);
  await client.send(message([delivered], { id: 'old' }));
  const text = { accountId: account.id, address: delivered, body: 'x' };
  const send = (count: number) =>
    world.stack.core.messages.sendMessages({ texts: Array.from({ length: count }, () => text) });
  for (const count of [500, 500, 500, 499]) await send(count);
  const whole = await world.ask(account, 'GET', '/messages');
  expect([whole.json.length, whole.headers['x-total-count']]).toEqual([1, '1']);
  await send(1);
  await client.send(message([delivered], { id: 'new' }));
  const cut = await world.ask(account, 'GET', '/messages?limit=100');
  expect(cut.json).toMatchObject([{ id: 'new' }]);
  expect(cut.headers).not.toHaveProperty('x-total-count');
  expect(await world.ask(account, 'GET', '/messages?sort=created_at')).toMatchObject({ status: 400 });
  expect(await client.getState('old')).toMatchObject({ state: 'Pending' });
});

test('a list that stops early shows its messages with all of their recipients', async () => {
  const account = await world.stack.createAccount({ exempt: true });
  const client = world.clientOf(account);
  const numbers = Array.from({ length: 60 }, (_, index) => `+12015550${100 + index}`);
  const ids = ['one', 'two', 'three', 'four'];
  // Sent at once, so that their texts stand mixed in the log.
  await Promise.all(ids.map((id) => client.send(message(numbers, { id }))));
  const shown = await world.ask(account, 'GET', '/messages?limit=1');
  expect(shown.headers).not.toHaveProperty('x-total-count');
  expect(shown.json).toHaveLength(1);
  expect(shown.json[0].recipients.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)).toEqual(
    numbers,
  );
  const all = await world.ask(account, 'GET', '/messages');
  expect([all.json.length, all.headers['x-total-count']]).toEqual([4, '4']);
});

test('its npm client lists the devices, and cannot remove them', async () => {
  const { account } = await world.withPhone();
  const client = world.clientOf(account);
  const instant = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await client.getDevices()).toMatchObject([
    { id: '1', name: 'phone', createdAt: instant, updatedAt: instant, lastSeen: instant },
  ]);
  await expect(client.deleteDevice('1')).rejects.toThrow(/^501 removing devices is not served here: /);
  expect(await client.getDevices()).toHaveLength(1);
});

test('another account’s messages, devices and webhooks are not shown', async () => {
  const { account } = await world.withPhone();
  const foreign = await world.stack.createAccount({ paired: false });
  await world.clientOf(account).send(message([delivered], { id: 'mine' }));
  await world
    .clientOf(account)
    .registerWebhook({ id: 'mine', url: world.end.url, event: 'sms:failed' } as never);
  const client = world.clientOf(foreign);
  await expect(client.getState('mine')).rejects.toThrow('404 message not found');
  expect(await world.ask(foreign, 'DELETE', '/messages/mine')).toMatchObject({ status: 404 });
  expect((await world.ask(foreign, 'GET', '/messages')).json).toEqual([]);
  expect(await client.getDevices()).toEqual([]);
  expect(await client.getWebhooks()).toEqual([]);
  await expect(client.deleteWebhook('mine')).rejects.toThrow('404 webhook not found');
  expect(await world.clientOf(account).getWebhooks()).toHaveLength(1);
});
