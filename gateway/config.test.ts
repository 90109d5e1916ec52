import { describe, expect, test } from 'vitest';
import { ConfigError } from '../runtime/config/config_values.ts';
import { readConfig } from './config.ts';

const token = { TEXTRELAY_SERVICE_TOKEN: 'sixteen-characters' };

describe('the configuration', () => {
  test('the configuration needs nothing but the service token', () => {
    expect(readConfig(token)).toMatchObject({
      listen: { host: '127.0.0.1', port: 8080 },
      opsListen: { host: '127.0.0.1', port: 8081 },
      coreTarget: 'ipv4:127.0.0.1:4100',
      logLevel: 'info',
      limits: { waiting: 20_000 },
    });
  });

  test.each([
    ['core.internal:4100', 'dns:core.internal:4100'],
    ['10.0.0.1:4100, 10.0.0.2:4100', 'ipv4:10.0.0.1:4100,10.0.0.2:4100'],
    ['[::1]:4100', 'ipv6:[::1]:4100'],
  ])('core address %s becomes %s', (address, target) => {
    expect(readConfig({ ...token, TEXTRELAY_CORE_ADDRESS: address }).coreTarget).toBe(target);
  });

  test.each(['', 'core', 'a.example:1,b.example:2', '10.0.0.1:4100,[::1]:4100', 'core:0', 'core:99999'])(
    'core address %j is an error',
    (address) => {
      expect(() => readConfig({ ...token, TEXTRELAY_CORE_ADDRESS: address })).toThrow(
        'TEXTRELAY_CORE_ADDRESS',
      );
    },
  );

  test('the configuration names every error, a line each, and repeats no token', () => {
    const read = () =>
      readConfig({
        TEXTRELAY_SERVICE_TOKEN: 'short',
        TEXTRELAY_GATEWAY_LISTEN: 'nowhere',
        LOG_LEVEL: 'loud',
      });
    expect(read).toThrow(ConfigError);
    try {
      read();
    } catch (error) {
      const lines = (error as Error).message.split('\n');
      expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
        'LOG_LEVEL',
        'TEXTRELAY_GATEWAY_LISTEN',
        'TEXTRELAY_SERVICE_TOKEN',
      ]);
      expect((error as Error).message).not.toContain('short');
    }
  });
});
