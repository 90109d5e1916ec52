// Where requests may go, whatever a name leads to.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { isAllowedAddress } from '../app/consumers/address_policy.ts';
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
  const allowedNetworks = new BlockList();
  allowedNetworks.addAddress('127.0.0.1');
  const answers = [['127.0.0.1'], ['10.0.0.7'], []];
  const client = openEndpointClient(
    systemClock,
    { ...open, allowedNetworks },
    async () => answers.shift() ?? [],
  );
  const request = { url: `http://shop.example:${port}/`, headers: {}, body: '{}' };
  expect(await client.post(request)).toMatchObject({ status: 200, error: null, answer: 'ok' });
  const refused = await client.post(request);
  expect(refused).toMatchObject({
    status: null,
    error: 'the name leads to an address that is not delivered to',
  });
  expect(await client.post(request)).toMatchObject({ status: null, error: 'the connection failed' });
  expect(await client.post({ ...request, url: `http://192.168.0.1:${port}/` })).toMatchObject({
    status: null,
  });
  expect(asked).toBe(1);
  await client.close();
});

test('an endpoint that does not speak TLS is no endpoint of https', async () => {
  const allowedNetworks = new BlockList();
  allowedNetworks.addAddress('127.0.0.1');
  const client = openEndpointClient(systemClock, { ...open, allowedNetworks });
  const said = await client.post({ url: `https://127.0.0.1:${port}/`, headers: {}, body: '{}' });
  expect(said).toMatchObject({ status: null, error: expect.stringContaining('failed') });
  await client.close();
});
