import { expect, test } from 'vitest';
import { readHubConfig } from './config.ts';

test('the hub listens on this machine unless something else is said', () => {
  expect(readHubConfig('/home/ada/textrelay-agent', { TEXTRELAY_HUB_DIR: '' })).toMatchObject({
    listen: { host: '127.0.0.1', port: 4300 },
    dir: '/home/ada/textrelay-phones',
    name: 'hub',
    coreUrl: 'http://127.0.0.1:4200',
    publicUrl: undefined,
  });
});

test('every error is reported at once', () => {
  const given = {
    TEXTRELAY_HUB_LISTEN: 'nowhere',
    TEXTRELAY_HUB_NAME: 'My Hub',
    TEXTRELAY_HUB_CORE: 'http://core/path',
    TEXTRELAY_HUB_TRUSTED_PROXIES: 'everybody',
  };
  expect(() => readHubConfig('/a/b', given)).toThrow(
    new RegExp(
      Object.keys(given)
        .map((name) => `(?=[^]*${name} must)`)
        .join(''),
    ),
  );
  expect(() => readHubConfig('/a/b', { TEXTRELAY_HUB_DIR: 'phones' })).toThrow(
    'TEXTRELAY_HUB_DIR must be an absolute path',
  );
});
