// Whoever takes too much gets so far and no further, and everybody else is served meanwhile. The limits are the real ones.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { defaultLimits, type Limits } from '../../gateway/limits.ts';
import { mostJsonValues } from '../../runtime/bodies/json_shape.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { dial as dialUrl } from './raw_connection.ts';

let service: SimulatedService;
let stack: Stack;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await service.simulation.idle();
  expect((await stack.get('/api/v1/tiers')).status).toBe(200);
  await stack.stop();
  await service.end();
});

async function start(limits: Partial<Limits> = {}) {
  service = await SimulatedService.begin();
  stack = await startStack({ service, limits });
  return stack.createAccount();
}

function dial() {
  const received = dialUrl(stack.gateways[0]?.url ?? '');
  open.push(received.socket);
  return received;
}
/** So many wait once nothing is under way. */
async function waiting(count: number): Promise<void> {
  await service.simulation.idle();
  expect(await stack.metric('textrelay_gateway_waiting')).toBe(count);
}
const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe('a request', () => {
  test('a request may have 100 headers, and not one more', async () => {
    await start();
    const withHeaders = (count: number) =>
      stack.bytes(
        `GET /api/v1/tiers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X: y\r\n'.repeat(count - 2)}\r\n`,
        { path: '/api/v1/tiers' },
      );
    expect((await withHeaders(100)).status).toBe(200);
    for (const count of [101, 102, 1_000, 2_500]) {
      const { status, json, headers } = await withHeaders(count);
      expect([count, status, json.code, headers.connection]).toEqual([
        count,
        431,
        'invalid_request',
        'close',
      ]);
    }
  });

  test('a request may have headers of 16 KiB, and not one byte more', async () => {
    await start();
    const path = '/api/v1/tiers';
    const names = ['Host', 'x', 'Connection', 'close', 'X'].join('');
    const withBytes = (bytes: number) =>
      stack.bytes(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ${'y'.repeat(bytes - path.length - names.length)}\r\n\r\n`,
        { path },
      );
    expect((await withBytes(defaultLimits.headerBytes - 1)).status).toBe(200);
    expect((await withBytes(defaultLimits.headerBytes)).status).toBe(431);
  });

  test('a body that may be larger has 40,000 values and 32 levels, and not one more, however it is cut', async () => {
    const { key } = await start();
    const texts = [{ address: '+15005550006', body: '"[{,\\"' }];
    const post = (more: string) =>
      stack.ask({
        ...{ method: 'POST', path: '/api/v1/messages/batch', key },
        body: `{"dry_run":true,"more":${more},"texts":${JSON.stringify(texts)}}`,
      });
    // Six values stand around those of the list: the body, its fields but one, the texts and a text with two fields.
    const list = (values: number) =>
      `[${Array(values - 6)
        .fill('0')
        .join(',')}]`;
    expect((await post(list(mostJsonValues))).status).toBe(200);
    expect((await post('['.repeat(31) + ']'.repeat(31))).status).toBe(200);
    for (const [more, words] of [
      [list(mostJsonValues + 1), 'at most 40000 values'],
      ['['.repeat(32) + ']'.repeat(32), 'deeper than 32 levels'],
      ['['.repeat(500_000), 'deeper than 32 levels'],
    ] as const) {
      const { status, json } = await post(more);
      expect([status, json.error]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  test('a request may have a body of 64 KiB, and not one byte more, in one piece or in chunks', async () => {
    const account = await start();
    const text = { address: '+15005550006', body: 'x', padding: '' };
    const bodyOf = (bytes: number) =>
      JSON.stringify({ ...text, padding: 'y'.repeat(bytes - JSON.stringify(text).length) });
    for (const [bytes, status] of [
      [defaultLimits.bodyBytes, 200],
      [defaultLimits.bodyBytes + 1, 413],
    ] as const) {
      const body = bodyOf(bytes);
      expect((await stack.post('/api/v1/messages', account.key, body)).status).toBe(status);
      const head = [
        'POST /api/v1/messages HTTP/1.1',
        'Host: x',
        'Connection: close',
        `Authorization: Bearer ${account.key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ].join('\r\n');
      const ask = { method: 'POST', path: '/api/v1/messages' };
      const chunks = `${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      expect((await stack.bytes(`${head}\r\n\r\n${chunks}`, ask)).status).toBe(status);
    }
  });
});

describe('a connection', () => {
  test('a connection has 64 requests waiting at most; one more is 400, and is the last', async () => {
    const account = await start();
    const received = dial();
    const authorization = `Authorization: Bearer ${account.key}\r\n`;
    received.socket.write(`GET /api/v1/messages?wait=25 HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`);
    await waiting(1);
    received.socket.write('GET /api/v1/tiers HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
    await stack.send(account);
    await service.simulation.run('1 s');
    expect(received.isClosed).toBe(true);
    expect(statusesOf(received.text)).toEqual([200, ...new Array(64).fill(200), 400]);
  });

  test('a connection that pipelines within the bound is served without end', async () => {
    await start();
    const received = dial();
    for (let round = 1; round <= 20; round++) {
      received.socket.write('GET /api/v1/tiers HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
      await service.simulation.idle();
      expect(statusesOf(received.text)).toHaveLength(round * 50);
    }
    expect(new Set(statusesOf(received.text))).toEqual(new Set([200]));
  });

  test('beyond the bound of all connections the one without a request for longest gives way, and no caller is kept out', async () => {
    const account = await start({ connections: 20 });
    const held: ReturnType<typeof dial>[] = [];
    /** Opens connections one after the other, each accepted before the next. */
    const hold = async (count: number) => {
      for (let nth = 0; nth < count; nth++) {
        const connection = dial();
        await once(connection.socket, 'connect');
        held.push(connection);
      }
    };
    const closed = () => held.flatMap(({ isClosed }, index) => (isClosed ? [index] : []));
    await hold(1);
    const [longest] = held;
    longest?.socket.write(
      `GET /api/v1/messages?wait=25 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\n\r\n`,
    );
    await waiting(1);
    // With those of the test's own client that is more than there may be: the oldest of the idle ones went, and none that waits.
    await hold(40);
    await service.simulation.idle();
    expect(closed().length).toBeGreaterThanOrEqual(21);
    expect(closed()).toEqual(closed().map((_, index) => index + 1));
    for (let nth = 0; nth < 5; nth++) {
      const caller = dial();
      caller.socket.write('GET /api/v1/tiers HTTP/1.1\r\nHost: x\r\n\r\n');
      await service.simulation.idle();
      expect(statusesOf(caller.text)).toHaveLength(1);
    }
    await stack.send(account);
    await service.simulation.run('1 s');
    expect(statusesOf(longest?.text ?? '')).toHaveLength(1);
  });

  test('a connection is dropped beyond the bound of all connections while each has a request, and taken once one has not', async () => {
    const account = await start({ connections: 3 });
    const ask = () => {
      const connection = dial();
      connection.socket.write(
        `GET /api/v1/messages?wait=25 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\n\r\n`,
      );
      return connection;
    };
    const three = [ask(), ask(), ask()];
    await waiting(3);
    const fourth = dial();
    await service.simulation.idle();
    expect(fourth.isClosed).toBe(true);
    expect(three.map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
    three[0]?.socket.destroy();
    await waiting(2);
    expect((await stack.get('/api/v1/tiers')).status).toBe(200);
  });
});

describe('long-polls', () => {
  const hold = (key: string) =>
    stack
      .begin({ path: '/api/v1/messages?wait=25', key })
      .then(({ status, json }) => [status, json.messages?.length]);
  const during = <T>(happening: Promise<T>) => service.simulation.during(happening);

  test('long-polls of one key are 120 at most, because the key may ask no more often while they wait', async () => {
    const account = await start();
    const held = Array.from({ length: 120 }, () => hold(account.key));
    await waiting(120);
    const next = await stack.get('/api/v1/messages?wait=25', account.key);
    expect([next.status, next.json.code]).toEqual([429, 'rate_limited']);
    await stack.send({ key: await stack.createKey(account) });
    expect(new Set((await during(Promise.all(held))).map(String))).toEqual(new Set(['200,1']));
  });

  test('long-polls of one account have a bound of their own: beyond it a wait is 0, and other accounts wait as ever', async () => {
    const account = await start({ waitingOfAccount: 3 });
    const other = await stack.createAccount();
    const held = [hold(account.key), hold(account.key), hold(account.key)];
    await waiting(3);
    expect(await during(hold(account.key))).toEqual([200, 0]);
    expect(await during(hold(await stack.createKey(account)))).toEqual([200, 0]);
    held.push(hold(other.key));
    await waiting(4);
    await stack.send(account);
    await stack.send(other);
    expect(await during(Promise.all(held))).toEqual(new Array(4).fill([200, 1]));
  });
});
