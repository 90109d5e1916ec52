// Where requests may go, whatever a name leads to.
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { Simulation } from '../../test/simulation/simulation.ts';
import { createAuthority } from '../../test/support/certificates.ts';
import { isAllowedAddress } from '../app/subscriptions/address_policy.ts';
import { openEndpointClient } from './endpoint_client.ts';

let port: number;
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.setHeader('connection', 'close').end('ok');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const loopback = () => {
  const networks = new BlockList();
  networks.addAddress('127.0.0.1');
  return networks;
};

const open = { allowsHttp: true, allowedNetworks: undefined };

test('only public addresses are delivered to', () => {
  const refused = [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '240.0.0.1', '::', '::1', 'fe80::1'],
    ...['fd00::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '64:ff9b:1::a00:1'],
    ...['2002:a00:1::', '2001:db8::1', 'fec0::1', '::7f00:1', 'shop.example', ''],
  ];
  for (const address of refused) expect([address, isAllowedAddress(address, open)]).toEqual([address, false]);
  for (const address of ['8.8.8.8', '203.0.114.1', '2606:4700::1111'])
    expect([address, isAllowedAddress(address, open)]).toEqual([address, true]);
  const allowedNetworks = new BlockList();
  allowedNetworks.addSubnet('10.0.0.0', 8);
  expect(isAllowedAddress('10.1.2.3', { ...open, allowedNetworks })).toBe(true);
  expect(isAllowedAddress('192.168.1.1', { ...open, allowedNetworks })).toBe(false);
});

test('a name that leads somewhere else later is judged each time that it is connected to', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.7'], []];
  const client = openEndpointClient(
    systemClock,
    { ...open, allowedNetworks: loopback() },
    async () => answers.shift() ?? [],
  );
  const request = { url: `http://shop.example:${port}/`, headers: {}, body: '{}' };
  expect(await client.post(request)).toMatchObject({ status: 200, error: null, answer: 'ok' });
  const refused = await client.post(request);
  expect(refused).toMatchObject({
    status: null,
    error:
      'the name leads to an address that this service does not deliver to: its operator can allow it with TEXTRELAY_WEBHOOK_ALLOW_PRIVATE',
  });
  expect(await client.post(request)).toMatchObject({ status: null, error: 'the connection failed' });
  expect(await client.post({ ...request, url: `http://192.168.0.1:${port}/` })).toMatchObject({
    status: null,
    error: refused.error?.replace('the name', 'url'),
  });
  expect(asked).toBe(1);
  await client.close();
});

test('an endpoint without TLS, and one whose certificate nobody vouches for, are none of https', async () => {
  const authority = await createAuthority();
  let offered: string[] = [];
  const chooseProtocol = ({ protocols }: { protocols: string[] }) => {
    offered = protocols;
    return 'http/1.1';
  };
  const secure = createSecureServer({ ...(await authority.issue()), ALPNCallback: chooseProtocol }, () => {
    asked += 1;
  });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const client = openEndpointClient(systemClock, { ...open, allowedNetworks: loopback() });
  const before = asked;
  for (const at of [port, (secure.address() as AddressInfo).port])
    expect(await client.post({ url: `https://127.0.0.1:${at}/`, headers: {}, body: '{}' })).toMatchObject({
      status: null,
      error: expect.stringMatching(/^TLS failed: /),
    });
  expect(asked).toBe(before);
  // Nothing but HTTP/1.1 is offered, whose answers have the bounds that are meant.
  expect(offered).toEqual(['http/1.1']);
  await client.close();
  secure.close();
});

test('an endpoint has 15 seconds, however it spends them', async () => {
  const simulation = Simulation.begin();
  try {
    const silent = createServer((_request, response) => response.socket?.write('HTTP/1.1 200 OK\r\n'));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const client = openEndpointClient(simulation.clockOf('core'), { ...open, allowedNetworks: loopback() });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    expect(await simulation.during(client.post({ url, headers: {}, body: '{}' }))).toMatchObject({
      status: null,
      error: 'no answer within 15 seconds',
      tookMs: 15_000,
    });
    await client.close();
    silent.closeAllConnections();
    silent.close();
  } finally {
    await simulation.end();
  }
});

test('of an answer without end 16 KiB are read, and then it is cut', async () => {
  let written = 0;
  const endless = createServer((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(1024))) written += 1024;
    };
    response.on('drain', write).on('error', () => {});
    write();
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const client = openEndpointClient(systemClock, { ...open, allowedNetworks: loopback() });
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
  const cut = new Promise((resolve) => endless.on('connection', (socket) => socket.on('close', resolve)));
  expect(await client.post({ url, headers: {}, body: '{}' })).toMatchObject({ status: 200 });
  await cut;
  // What is beyond it was on its way, in the buffers of the two sockets.
  expect(written).toBeLessThan(16 * 1024 * 1024);
  await client.close();
  endless.close();
});
