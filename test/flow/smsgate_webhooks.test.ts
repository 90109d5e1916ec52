// Webhooks of programs written for SMS Gateway for Android, made and removed by its npm package, and verified as its documentation
// says.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { putInbound } from '../../device-agent/drivers/simulated_inbox.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import {
  delivered,
  deliveredLater,
  message,
  refused,
  SmsgateWorld,
  unreported,
} from '../support/smsgate_world.ts';

let service: SimulatedService;
let world: SmsgateWorld;
beforeAll(async () => {
  service = await SimulatedService.begin();
  world = await SmsgateWorld.start(service);
});
afterEach(() => world.tidy());
afterAll(async () => {
  await world?.stop();
  await service?.end();
});

/** Everything that follows from what was asked for so far has happened. */
const settle = () => service.simulation.run('5 s');

test('its npm client makes, lists and removes webhooks, and gets requests with signatures that its users can check', async () => {
  const { account, phone } = await world.withPhone();
  const client = world.clientOf(account);
  for (const event of ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed'] as const) {
    await world.register(account, {
      ...{ id: event.replace(':', '-'), event },
      path: `/${event.slice('sms:'.length)}`,
    });
  }
  expect(await client.getWebhooks()).toEqual(
    expect.arrayContaining([
      { id: 'sms-received', deviceId: null, url: `${world.end.url}/received`, event: 'sms:received' },
    ]),
  );
  await client.send(message([delivered, refused], { id: 'm1' }));
  putInbound(phone.dir, {
    ...{ inboundId: 'i1', address: '+15005550100', receivedAtMs: service.simulation.time.nowMs() },
    body: 'Hello <you> & "me"',
  });
  await settle();
  expect(new Set(world.end.received.map(({ path }) => path)).size).toBe(4);
  expect(world.end.received.filter(({ isSigned }) => !isSigned)).toEqual([]);
  const saidTo = (path: string) =>
    world.end.received.filter((each) => each.path === path).map(({ json }) => json);
  const instant = expect.stringMatching(/^\d{4}-.*Z$/);
  const ofFirst = {
    messageId: 'm1',
    phoneNumber: delivered,
    recipient: delivered,
    sender: null,
    simNumber: 1,
  };
  const envelope = { id: expect.stringMatching(/^[\w-]{21}$/), deviceId: '1' };
  expect(saidTo('/sent')[0]).toEqual({
    ...{ ...envelope, webhookId: 'sms-sent', event: 'sms:sent' },
    payload: { ...ofFirst, partsCount: 1, sentAt: instant },
  });
  expect(saidTo('/delivered')).toEqual([
    {
      ...{ ...envelope, webhookId: 'sms-delivered', event: 'sms:delivered' },
      payload: { ...ofFirst, deliveredAt: instant },
    },
  ]);
  expect(saidTo('/failed')).toMatchObject([
    {
      event: 'sms:failed',
      payload: {
        messageId: 'm1',
        phoneNumber: refused,
        reason: expect.stringMatching(/^rejected/),
        failedAt: instant,
      },
    },
  ]);
  expect(saidTo('/received')).toMatchObject([
    {
      event: 'sms:received',
      payload: {
        messageId: expect.stringMatching(/^text-\d+$/),
        message: 'Hello <you> & "me"',
        phoneNumber: '+15005550100',
        sender: '+15005550100',
        receivedAt: instant,
      },
    },
  ]);
  await client.deleteWebhook('sms-sent');
  expect((await client.getWebhooks()).map(({ id }) => id)).not.toContain('sms-sent');
  await expect(client.deleteWebhook('sms-sent')).rejects.toThrow('404 webhook not found');
});

test('an endpoint learns once that a text was sent, even when its delivery is already known', async () => {
  const { account } = await world.withPhone();
  const client = world.clientOf(account);
  const made = await world.register(account, { path: '/sent', event: 'sms:sent' });
  const sent = () => world.end.received.map(({ json }) => json.payload.messageId);
  // The endpoint takes nothing until the text is delivered, and learns of the sending then.
  world.end.status = 503;
  await client.send(message([delivered], { id: 'late' }));
  await settle();
  expect((await client.getState('late')).state).toBe('Delivered');
  world.end.received.splice(0);
  world.end.status = 200;
  await world.stack.post(`/api/v1/webhooks/${made.id}/test`, account.key, {});
  await settle();
  expect(sent()).toContain('late');
  // An endpoint that knows of the sending does not get it again when the receipt comes.
  await client.send(message([deliveredLater], { id: 'early' }));
  await service.simulation.run('30 s');
  expect(sent()).toContain('early');
  expect((await world.textsOf(account)).every(({ deliveredAt }) => deliveredAt !== undefined)).toBe(true);
  await client.send(message([unreported], { id: 'last' }));
  await settle();
  expect(sent()).toContain('last');
  expect(sent().filter((id) => id === 'late' || id === 'early')).toEqual(['late', 'early']);
});

test('a webhook of another format is neither shown, changed nor removed', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  const url = 'http://127.0.0.1:9/texts';
  await world.stack.ask({ method: 'PUT', path: '/api/v1/webhooks/shop', key: account.key, body: { url } });
  expect(await client.getWebhooks()).toEqual([]);
  await expect(client.registerWebhook({ id: 'shop', url, event: 'sms:sent' } as never)).rejects.toThrow(
    /^409 /,
  );
  await expect(client.deleteWebhook('shop')).rejects.toThrow('404 webhook not found');
  const shop = await world.stack.get('/api/v1/webhooks/shop', account.key);
  expect(shop.json.webhook.format).toBe('standard');
});

test('a webhook of the format has one type, and the secret that its owner gave it', async () => {
  const account = await world.stack.createAccount();
  const url = `${world.end.url}/own`;
  const put = (body: object) =>
    world.stack.ask({
      method: 'PUT',
      path: '/api/v1/webhooks/own',
      key: account.key,
      body: { url, format: 'smsgate', ...body },
    });
  const secret = 'a key of one’s own'.replace(/[^a-z]/g, '-');
  expect(await put({ types: ['sms:failed'], secret })).toMatchObject({ status: 200, json: { secret } });
  for (const types of [undefined, [], ['sms:failed', 'sms:sent'], ['text.received'], ['device.offline']])
    expect(await put({ types })).toMatchObject({ status: 400 });
  world.end.keys.set('/own', secret);
  const tested = await world.stack.post('/api/v1/webhooks/own/test', account.key, {});
  expect(tested.json).toMatchObject({ acknowledged: true });
  expect(world.end.received).toMatchObject([
    { isSigned: true, json: { event: 'webhook.test', payload: {} } },
  ]);
  const standard = { url, format: 'standard', types: ['sms:sent'] };
  expect(
    await world.stack.ask({ method: 'PUT', path: '/api/v1/webhooks/x', key: account.key, body: standard }),
  ).toMatchObject({
    status: 400,
  });
});
