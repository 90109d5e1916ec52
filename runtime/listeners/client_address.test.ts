import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress } from './client_address.ts';

const proxies = new BlockList();
proxies.addSubnet('10.0.0.0', 8, 'ipv4');
proxies.addAddress('fd00::1', 'ipv6');

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  [undefined, 'unknown'],
  ['nonsense', 'unknown'],
])('the peer %s is counted as %s', (peer, counted) => {
  expect(clientAddress(peer, undefined, undefined)).toBe(counted);
});

test.each([
  ['nobody is trusted', '203.0.113.7', '198.51.100.1', undefined, '203.0.113.7'],
  ['the peer is no trusted proxy', '203.0.113.7', '198.51.100.1', proxies, '203.0.113.7'],
  ['the proxy names the client', '10.0.0.1', '198.51.100.1', proxies, '198.51.100.1'],
  [
    'the client wrote names of its own',
    '10.0.0.1',
    '1.1.1.1, 2.2.2.2, 198.51.100.1',
    proxies,
    '198.51.100.1',
  ],
  ['one proxy stands behind another', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9', proxies, '198.51.100.1'],
  ['the proxy speaks IPv6', 'fd00::1', '2001:db8::7', proxies, '2001:db8:0:0::/64'],
  ['the proxy names a port', '10.0.0.1', '198.51.100.1:4711', proxies, '198.51.100.1'],
  ['the proxy names a port of IPv6', '10.0.0.1', '[2001:db8::7]:4711', proxies, '2001:db8:0:0::/64'],
  ['the proxy names nothing', '10.0.0.1', '', proxies, '10.0.0.1'],
  ['the proxy sends no header', '10.0.0.1', undefined, proxies, '10.0.0.1'],
  ['what is named is no address', '10.0.0.1', '198.51.100.1, unknown', proxies, '10.0.0.1'],
  ['only proxies are named', '10.0.0.1', '10.0.0.3, 10.0.0.2', proxies, '10.0.0.3'],
])('when %s, %s with "%s" is counted right', (_when, peer, forwarded, trusted, counted) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(counted);
});

test('a header of thousands of proxies is followed for ten', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `10.0.0.${index % 200}`).join(',');
  expect(clientAddress('10.0.0.1', many, proxies)).toMatch(/^10\./);
});
