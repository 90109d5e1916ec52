// Which addresses of endpoints are taken, as their owner gives them.
import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { invalidRequest, type Refusal, refuseFields } from '../../errors.ts';
import type { EndpointPolicy } from './address_policy.ts';
import { checkEndpointUrl, endpointUrlFault } from './endpoint_url.ts';
import { newNameFault } from './subscriptions.ts';

const usual: EndpointPolicy = { allowsHttp: false, allowedNetworks: undefined };
const isTaken = (url: string, policy = usual) => {
  try {
    checkEndpointUrl(url, policy);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(invalidRequest('').constructor);
    return false;
  }
};
const ofLength = (length: number) => `https://shop.example/${'x'.repeat(length - 21)}`;

test.each([
  ['no scheme', 'shop.example/texts'],
  ['a scheme of its own', 'shop:texts'],
  ['no host', 'https:///'],
  ['nothing', ''],
  ['another scheme', 'ftp://shop.example/'],
  ['a file', 'file:///etc/passwd'],
  ['no TLS', 'http://shop.example/'],
  ['a user', 'https://user@shop.example/'],
  ['a user and a word', 'https://user:word@shop.example/'],
  ['a word', 'https://:word@shop.example/'],
  ['loopback', 'https://127.0.0.1/'],
  ['loopback, shortened', 'https://127.1/'],
  ['loopback, as a number', 'https://2130706433/'],
  ['loopback, in octal digits', 'https://0177.0.0.1/'],
  ['loopback, in hexadecimal digits', 'https://0x7f000001/'],
  ['loopback with a dot', 'https://127.0.0.1./'],
  ['loopback of IPv6', 'https://[::1]/'],
  ['loopback, mapped', 'https://[::ffff:127.0.0.1]/'],
  ['this machine by name', 'https://localhost/'],
  ['this machine by name with a dot', 'https://localhost./'],
  ['this machine by a name below', 'https://shop.localhost/'],
  ['this machine in capitals', 'https://LOCALHOST/'],
  ['an unspecified address', 'https://0.0.0.0/'],
  ['a private network', 'https://192.168.1.1/'],
  ['metadata of a cloud', 'https://169.254.169.254/latest/'],
  ['a port that is none', 'https://shop.example:65536/'],
  ['a blank', 'https://shop.example/a b'],
  ['a line break', 'https://shop.example/\r\nx: 1'],
  ['U+0000', 'https://shop.example/\u0000'],
  ['letters beyond ASCII', 'https://shöp.example/'],
  ['2,001 characters', ofLength(2_001)],
])('an address with %s is refused', (_what, url) => {
  expect([url, isTaken(url)]).toEqual([url, false]);
});

test.each([
  'https://shop.example',
  'https://shop.example:65535/texts?of=us#here',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://localhost.example/',
  ofLength(2_000),
])('%.40s is taken', (url) => {
  expect(isTaken(url)).toBe(true);
});

test('what the operator allows is taken, and nothing besides', () => {
  const allowedNetworks = new BlockList();
  allowedNetworks.addSubnet('10.0.0.0', 8);
  expect(isTaken('http://shop.example/', { ...usual, allowsHttp: true })).toBe(true);
  expect(isTaken('https://10.0.0.1/', { ...usual, allowedNetworks })).toBe(true);
  expect(isTaken('http://10.0.0.1/', { ...usual, allowedNetworks })).toBe(false);
  expect(isTaken('https://127.0.0.1/', { ...usual, allowedNetworks })).toBe(false);
});

test.each([
  ['shop.example', 'not_an_address'],
  ['ftp://shop.example/', 'not_an_address'],
  ['http://shop.example/', 'not_https'],
  ['https://user@shop.example/', 'has_credentials'],
  ['https://127.0.0.1/', 'not_public'],
  [ofLength(2_001), 'too_long'],
  [ofLength(2_000), undefined],
])('the rule that %s breaks has its word', (url, reason) => {
  expect(endpointUrlFault(url, usual)?.reason).toBe(reason);
});

test('a webhook whose name and address are both wrong is refused with both', () => {
  let refusal: Refusal | undefined;
  try {
    refuseFields(newNameFault('my shop'), endpointUrlFault('http://shop.example/', usual));
  } catch (error) {
    refusal = error as Refusal;
  }
  expect(refusal?.code).toBe('invalid_request');
  expect(refusal?.message).toMatch(/^name must .*; url must begin with https:/);
  expect(refusal?.fields.map(({ field, reason }) => [field, reason])).toEqual([
    ['name', 'not_a_name'],
    ['url', 'not_https'],
  ]);
  expect(() => refuseFields(null, null)).not.toThrow();
});
