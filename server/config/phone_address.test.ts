import { expect, test } from 'vitest';
import { phoneAddressOf, phoneStepsOf } from './phone_address.ts';

test.each([
  ['https://texts.example', ''],
  ['https://texts.example:8443', ''],
  ['https://8.8.8.8', ''],
  ['https://100.63.0.1', ''],
  ['https://100.128.0.1', ''],
  ['https://local.example', ''],
  ['http://texts.example', 'it is not HTTPS'],
  ['http://127.0.0.1:8080', 'this machine only, and it is not HTTPS'],
  ['https://[::1]:8080', 'this machine only.'],
  ['https://192.168.1.20', 'its own network only.'],
  ['https://100.64.0.1', 'its own network only.'],
  ['https://100.127.9.9', 'its own network only.'],
  ['https://[fe80::1]', 'its own network only.'],
  ['https://server', 'its own network only.'],
  ['https://server.local', 'its own network only.'],
  ['https://texts.home.arpa', 'its own network only.'],
  ['https://0.0.0.0', 'this machine only.'],
  ['https://texts.localhost', 'this machine only.'],
])('%s is shown to a phone with: %s', (publicUrl, said) => {
  const { url, advice } = phoneAddressOf(publicUrl);
  expect(url).toBe(`${publicUrl}/m`);
  if (said === '') expect(advice).toBe('');
  else expect(advice).toContain(said);
});

test('of the three steps two are about something that is typed: the address, then the code', () => {
  const steps = phoneStepsOf('https://texts.example/m', '1234567890');
  expect(steps.map(({ value }) => value)).toEqual(['https://texts.example/m', '', '1234567890']);
  for (const { text } of steps) expect(text).toMatch(/^(In|On) .+\.$/);
});
