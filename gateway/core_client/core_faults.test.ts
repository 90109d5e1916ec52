// A core that is away, slow or breaks in the middle: the gateway answers 503 in time and repeats nothing that could
// send twice.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { startGateway } from '../gateway.ts';
import { defaultLimits } from '../limits.ts';
import { serviceToken } from '../testing/fake_core.ts';
import { type Pair, startPair } from '../testing/start_pair.ts';

const { clock, run, idle, during } = simulateEachTest();
let pair: Pair | undefined;
afterEach(async () => {
  await pair?.stop();
  pair = undefined;
});

const text = { address: '+15551234567', body: 'hello' };

describe('a core that is away', () => {
  test('a core that is away is 503 with Retry-After, never a 500, and the gateway is alive but not ready', async () => {
    pair = await startPair({ clock });
    const ops = pair.gateway.opsUrl;
    expect((await fetch(`${ops}/readyz`)).status).toBe(200);
    await pair.core.stop();
    for (const response of [
      await pair.get('/api/v1/usage'),
      await pair.post('/api/v1/messages', text),
      await pair.get('/api/v1/tiers'),
    ]) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await response.json()).toMatchObject({ code: 'unavailable' });
    }
    expect((await fetch(`${ops}/healthz`)).status).toBe(200);
    expect((await fetch(`${ops}/readyz`)).status).toBe(503);
    await pair.gateway.stop();
    pair = undefined;
  });
});

test('a connection that refuses every call while it stays open is replaced, and a read has its answer', async () => {
  pair = await startPair({ clock });
  const { core, gateway } = pair;
  expect((await pair.get('/api/v1/messages')).status).toBe(200);
  // Connections are replaced once a second at most.
  await run('1 s');
  core.spend();
  const statuses: number[] = [];
  for (let reads = 0; reads < 2; reads++) statuses.push((await pair.get('/api/v1/messages')).status);
  // The call by which the gateway learns of it may not be repeated.
  expect(statuses).toEqual([503, 200]);
  expect((await fetch(`${gateway.opsUrl}/readyz`)).status).toBe(200);
  expect((await pair.post('/api/v1/messages', text)).status).toBe(200);
});

describe('a connection that breaks while texts are sent', () => {
  test.each([
    ['with a client_ref is offered once more and answered', 'r-1', 2, 200],
    ['without one is not, and its outcome is unknown', undefined, 1, 503],
  ])('a text %s', async (_name, clientRef, offers, status) => {
    pair = await startPair({ clock });
    const { core } = pair;
    core.answers.beforeSend = async () => {
      if (core.asked.texts.length > 1) return;
      core.cut();
      await new Promise(() => {});
    };
    const response = await pair.post('/api/v1/messages', { ...text, client_ref: clientRef });
    expect(response.status).toBe(status);
    expect(core.asked.texts).toHaveLength(offers);
  });
});

describe('a core that does not answer', () => {
  test('a core that does not answer is given up at the deadline', async () => {
    pair = await startPair({
      clock,
      limits: { sendTimeoutMs: 300 },
      on: { beforeSend: () => new Promise(() => {}) },
    });
    const beganMs = clock.nowMs();
    const response = await during(pair.post('/api/v1/messages', { ...text, client_ref: 'r' }));
    expect([response.status, clock.nowMs() - beganMs]).toEqual([503, 300]);
    expect(pair.core.asked.texts).toHaveLength(1);
    const failures =
      'textrelay_gateway_core_failures_total{method="SendMessages",status="DEADLINE_EXCEEDED"}';
    expect(await pair.metric(failures)).toBe(1);
  });
});

test('a core that answers too few results is not believed', async () => {
  pair = await startPair({
    clock,
    on: { listChanges: async () => ({ pages: [] }) },
  });
  expect((await pair.get('/api/v1/messages')).status).toBe(503);
});

test('a stop lets a request in flight finish', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  pair = await startPair({ clock, on: { beforeSend: () => held } });
  const answer = pair.post('/api/v1/messages', text);
  await idle();
  expect(pair.core.asked.texts).toHaveLength(1);
  const stopped = pair.gateway.stop();
  expect(pair.gateway.stop()).toBe(stopped);
  release();
  const response = await answer;
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
});

test('a taken port is an error of the start, and nothing is left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const start = startGateway(
    {
      listen: { host: '127.0.0.1', port },
      opsListen: { host: '127.0.0.1', port: 0 },
      coreTarget: 'ipv4:127.0.0.1:9',
      serviceToken,
      logLevel: 'silent',
      limits: defaultLimits,
    },
    clock,
    createLog('gateway', 'silent'),
  );
  await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' });
  taken.close();
});
