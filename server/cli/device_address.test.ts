import { expect, test } from 'vitest';
import type { Connection } from './config.ts';
import { deviceAddressOf } from './device_address.ts';

const connection: Connection = { core: '127.0.0.1:4100', serviceToken: 'x', device: '127.0.0.1:4200' };
const one = (address: string, internal = false) => {
  const family = address.includes(':') ? ('IPv6' as const) : ('IPv4' as const);
  return { address, internal, family, netmask: '', mac: '', cidr: null, scopeid: 0 };
};
const interfaces = {
  lo: [one('127.0.0.1', true), one('::1', true)],
  eth0: [one('fe80::1'), one('2001:db8::7'), one('192.168.1.20')],
  wlan0: [one('10.0.0.5')],
};

test("a listener on every address is named by the machine's own, and the others are reported", () => {
  const { url, advice } = deviceAddressOf({ ...connection, isDeviceEverywhere: true }, interfaces);
  expect(url).toBe('http://192.168.1.20:4200');
  expect(advice).toContain('http://10.0.0.5:4200, http://[2001:db8::7]:4200');
});

test('a listener on this machine alone is said to be that, with what to do for a phone elsewhere', () => {
  const { url, advice } = deviceAddressOf(connection, interfaces);
  expect(url).toBe('http://127.0.0.1:4200');
  expect(advice).toMatch(/from this machine only.*TEXTRELAY_DEVICE_LISTEN.*TEXTRELAY_DEVICE_PUBLIC_URL/);
});

test('what the operator set goes before all, and needs no word', () => {
  const devicePublicUrl = 'https://texts.example:4200';
  expect(deviceAddressOf({ ...connection, devicePublicUrl }, interfaces)).toEqual({
    url: devicePublicUrl,
    others: [],
    advice: '',
  });
  expect(
    deviceAddressOf({ ...connection, device: '10.1.1.1:4299', isDeviceSecure: true }, interfaces),
  ).toEqual({
    url: 'https://10.1.1.1:4299',
    others: [],
    advice: '',
  });
});
