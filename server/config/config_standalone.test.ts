import { expect, test } from 'vitest';
import { readStandaloneConfig } from './config_standalone.ts';

const user = { isRoot: false, home: '/home/ada' };

test('without any variable everything has its place', async () => {
  const config = await readStandaloneConfig({}, user);
  expect(config).toMatchObject({
    dataDir: '/home/ada/.local/share/textrelay',
    isDataDirChosen: false,
    country: 'US',
  });
  expect(config.listeners.TEXTRELAY_GATEWAY_LISTEN).toEqual({ host: '127.0.0.1', port: 8080 });
  expect(config.agentDir).toBe('/home/ada/.local/share/textrelay/agent');
  expect((await readStandaloneConfig({}, { ...user, isRoot: true })).dataDir).toBe('/var/lib/textrelay');
  expect((await readStandaloneConfig({ XDG_DATA_HOME: '/data' }, user)).dataDir).toBe('/data/textrelay');
  expect(await readStandaloneConfig({ TEXTRELAY_DATA_DIR: '/x' }, user)).toMatchObject({
    dataDir: '/x',
    isDataDirChosen: true,
  });
});

test('all errors are named at once, a line each', async () => {
  const environment = {
    DATABASE_URL: 'mysql://x',
    TEXTRELAY_COUNTRY: 'usa',
    TEXTRELAY_GATEWAY_LISTEN: '8080',
    TEXTRELAY_SERVICE_TOKEN: 'short',
    TEXTRELAY_CARRIERS_FILE: '/nowhere/carriers.json',
  };
  try {
    await readStandaloneConfig(environment, user);
    expect.unreachable();
  } catch (error) {
    const lines = String(error instanceof Error ? error.message : error).split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(environment).sort());
  }
});
