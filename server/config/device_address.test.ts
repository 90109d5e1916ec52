import { expect, test } from 'vitest';
import { type DeviceListener, deviceAddressOf } from './device_address.ts';

const listener: DeviceListener = {
  known: '127.0.0.1:4200',
  isSecure: false,
  isEverywhere: false,
  publicUrl: undefined,
};
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
  const { url, advice } = deviceAddressOf({ ...listener, isEverywhere: true }, interfaces);
  expect(url).toBe('http://192.168.1.20:4200');
  expect(advice).toContain('http://10.0.0.5:4200, http://[2001:db8::7]:4200');
});

test('a listener on this machine alone is said to be that, with what to do for a phone elsewhere', () => {
  const { url, advice } = deviceAddressOf(listener, interfaces);
  expect(url).toBe('http://127.0.0.1:4200');
  expect(advice).toMatch(/from this machine only.*TEXTRELAY_DEVICE_LISTEN.*TEXTRELAY_DEVICE_PUBLIC_URL/);
});

test('what the operator set goes before all, and needs no word', () => {
  const publicUrl = 'https://texts.example:4200';
  expect(deviceAddressOf({ ...listener, publicUrl }, interfaces)).toEqual({
    url: publicUrl,
    others: [],
    advice: '',
  });
  expect(deviceAddressOf({ ...listener, known: '10.1.1.1:4299', isSecure: true }, interfaces)).toEqual({
    url: 'https://10.1.1.1:4299',
    others: [],
    advice: '',
  });
});
