import { expect, test } from 'vitest';
import { adviceFor, isAtLeast, settingsFor, versionOf } from './app_version.ts';
import { readPhoneName, secretOf, writePhoneName } from './names.ts';

test('a token names its hub and its phone, and nothing else is one', () => {
  const secret = secretOf(Buffer.alloc(32), 'token', 'x');
  const name = { hub: 'hub-2', phone: '0123456789abcdef', secret };
  expect(readPhoneName(writePhoneName(name))).toEqual(name);
  for (const text of [
    '',
    '..',
    `hub.${secret}`,
    `${writePhoneName(name)}x`,
    writePhoneName({ ...name, hub: 'A' }),
  ])
    expect(readPhoneName(text)).toBeUndefined();
});

test('secrets are the same for the same words under one key only', () => {
  const key = Buffer.alloc(32);
  expect(secretOf(key, 'a', 'b')).toBe(secretOf(key, 'a', 'b'));
  const others = [secretOf(key, 'ab'), secretOf(key, 'a', 'c'), secretOf(Buffer.alloc(32, 1), 'a', 'b')];
  expect(others).not.toContain(secretOf(key, 'a', 'b'));
});

test('the app’s version is read from its User-Agent, and one that is not known is an old one', () => {
  expect(versionOf('me.capcom.smsgateway/1.68.0')).toBe('1.68.0');
  for (const other of [undefined, '', 'okhttp/4.10', 'me.capcom.smsgateway/x'])
    expect(versionOf(other)).toBe('');
  const versions = ['', '1.9.9', '1.66.1', '1.66.2', '1.67.0', '2.0'];
  expect(versions.map((version) => isAtLeast(version, '1.66.2'))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('a phone is set to its stream where its version has the choice, and what is not well there is said', () => {
  expect(settingsFor('1.68.0', 'key')).toMatchObject({
    gateway: { notification_channel: 'SSE_ONLY' },
    webhooks: { signing_key: 'key' },
  });
  expect(settingsFor('1.52.0', 'key')).not.toHaveProperty('gateway');
  expect(adviceFor({ version: '1.68.0', isPushed: false })).toBeUndefined();
  expect(adviceFor({ version: '1.68.0', isPushed: true })).toContain('SSE Only');
  expect(adviceFor({ version: '1.65.0', isPushed: false })).toContain('1.66.2');
});
