// How the app registers and what it does at its start: gateway/GatewayService.kt, services/PushService.kt, workers/RegistrationWorker.kt.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { PhoneBench } from './phone_bench.ts';

let bench: PhoneBench;
const simulated = simulateEachTest();
beforeEach(async () => {
  bench = await PhoneBench.open(simulated);
});
afterEach(() => bench.close());

const calls = () => bench.server.asked.map(({ call }) => call);

test('a code registers once, without a push token and with masked SIMs', async () => {
  await bench.paired();
  const [post, ...others] = bench.server.of('POST /device');
  expect(others).toEqual([]);
  expect(post?.headers.authorization).toBe('Code 1234567890');
  expect(post?.headers['user-agent']).toBe('me.capcom.smsgateway/1.68.0');
  expect(post?.body).toEqual({
    name: 'Fake/stock',
    simCards: [
      {
        slotIndex: 0,
        simNumber: 1,
        phoneNumber: '********0100',
        carrierName: '***tcel',
        iccid: '***************0017',
      },
    ],
  });
});

test('a refused code is shown and not tried again', async () => {
  bench.server.script = () => ({ status: 401 });
  const phone = bench.phone();
  await expect(phone.pair('1')).rejects.toThrow('answered 401');
  await bench.pass(600_000);
  expect(calls()).toEqual(['POST /device']);
});

test('a start patches the device, pulls, fetches webhooks and settings, and then opens the stream', async () => {
  await bench.paired();
  // Works stand beside each other: their order is open, but for the stream, which follows the answer to the patch.
  expect(calls().slice(1).sort()).toEqual([
    'GET /events',
    'GET /message',
    'GET /message',
    'GET /settings',
    'GET /webhooks',
    'PATCH /device',
  ]);
  expect(calls().indexOf('GET /events')).toBeGreaterThan(calls().indexOf('PATCH /device'));
  const [patch] = bench.server.of('PATCH /device');
  expect(patch?.headers.authorization).toBe('Bearer token-1');
  expect(patch?.body.id).toBe('device-1');
  expect(patch?.body).not.toHaveProperty('pushToken');
  // The stream's opening pulls once more.
  expect(calls().lastIndexOf('GET /message')).toBeGreaterThan(calls().indexOf('GET /events'));
  expect(bench.server.streams.size).toBe(1);
});

test('a phone with a push token holds no stream', async () => {
  const phone = await bench.paired({ channel: 'AUTO', traits: { hasPlayServices: true } });
  expect(bench.server.of('PATCH /device')[0]?.body.pushToken).toBe('push-token');
  expect([phone.streams, bench.server.streams.size]).toEqual([0, 0]);
});

test('a phone without push services holds a stream though its owner chose nothing', async () => {
  await bench.paired({ channel: 'AUTO' });
  expect(bench.server.streams.size).toBe(1);
});

test('while the server is away the device is patched again, ever more slowly, and no stream is opened', async () => {
  bench.server.script = ({ call }) => (call === 'PATCH /device' ? { status: 503 } : undefined);
  await bench.paired();
  await bench.pass(200_000);
  const times = bench.server.of('PATCH /device').map(({ atMs }) => atMs);
  expect(times.slice(1).map((atMs, at) => atMs - Number(times[at]))).toEqual([
    10_000, 20_000, 40_000, 80_000,
  ]);
  expect(bench.server.of('GET /events')).toEqual([]);
  expect(bench.server.of('POST /device').length).toBe(1);
});

test('a refused token makes the app register anew with its private token, and take the new identity', async () => {
  const phone = await bench.paired({ privateToken: 'secret' });
  bench.server.script = ({ call, headers }) => {
    if (call === 'POST /device') return { body: { id: 'device-2', token: 'token-2', login: 'A' } };
    return headers.authorization === 'Bearer token-2' ? undefined : { status: 401 };
  };
  phone.reboot();
  await bench.pass(1_000);
  expect(bench.server.of('POST /device').at(-1)?.headers.authorization).toBe('Bearer secret');
  expect(bench.server.of('GET /events').at(-1)?.headers.authorization).toBe('Bearer token-2');
  expect(phone.memory.registration?.id).toBe('device-2');
});

test('with a refused token and no private token it asks without credentials, and keeps its identity when refused', async () => {
  const phone = await bench.paired();
  bench.server.script = () => ({ status: 401 });
  phone.reboot();
  await bench.pass(1_000);
  expect(bench.server.of('POST /device').at(-1)?.headers.authorization).toBeUndefined();
  expect(phone.memory.registration?.id).toBe('device-1');
});
