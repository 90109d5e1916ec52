// TLS in the configuration of the core, of the operator's commands and of the one-command start.
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, writeTexts } from '../../test/support/certificates.ts';
import { readConnection } from '../cli/core_client/config.ts';
import { baseUrlOf, listProcesses } from '../standalone/process_list.ts';
import { readConfig } from './config_core.ts';
import { readStandaloneConfig } from './config_standalone.ts';

let files: Record<'ca' | 'cert' | 'key' | 'other', string>;
let core: Record<string, string>;
let client: Record<string, string>;
let device: Record<string, string>;

beforeAll(async () => {
  const authority = await createAuthority();
  const other = (await authority.issue()).key;
  files = writeTexts({ ca: authority.cert, ...(await authority.issue()), other });
  core = { TEXTRELAY_CORE_TLS_CERT: files.cert, TEXTRELAY_CORE_TLS_KEY: files.key };
  client = {
    TEXTRELAY_CORE_TLS_CA: files.ca,
    TEXTRELAY_CORE_TLS_CLIENT_CERT: files.cert,
    TEXTRELAY_CORE_TLS_CLIENT_KEY: files.key,
  };
  device = { TEXTRELAY_DEVICE_TLS_CERT: files.cert, TEXTRELAY_DEVICE_TLS_KEY: files.key };
});

const user = { isRoot: false, home: '/home/ada' };
const needed = { DATABASE_URL: 'postgres://x/y', TEXTRELAY_SERVICE_TOKEN: 'sixteen-characters' };
const errorsOf = (read: () => unknown): string[] => {
  try {
    read();
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

describe('the core', () => {
  test('speaks cleartext unless it is set otherwise, an empty variable being none', () => {
    expect(readConfig(needed).tls).toEqual({});
    expect(readConfig({ ...needed, TEXTRELAY_CORE_TLS_CERT: '' }).tls).toEqual({});
  });

  test('the core names each error in one line, with others of its configuration', () => {
    const errors = (environment: object) => errorsOf(() => readConfig({ ...needed, ...environment }));
    expect(errors({ ...core, ...device, TEXTRELAY_CORE_TLS_CLIENT_CA: files.ca })).toEqual([]);
    expect(errors({ TEXTRELAY_CORE_TLS_CLIENT_CA: files.ca })).toEqual([
      'TEXTRELAY_CORE_TLS_CERT is missing: TEXTRELAY_CORE_TLS_CLIENT_CA needs it',
    ]);
    expect(
      errors({
        ...core,
        TEXTRELAY_CORE_TLS_CLIENT_CA: files.key,
        TEXTRELAY_DEVICE_TLS_CERT: files.cert,
        TEXTRELAY_DEVICE_TLS_KEY: files.other,
        LOG_LEVEL: 'info',
        TEXTRELAY_CORE_LISTEN: 'nowhere',
      }),
    ).toEqual([
      'TEXTRELAY_CORE_LISTEN must be host:port, like 127.0.0.1:8080',
      'TEXTRELAY_CORE_TLS_CLIENT_CA names a file that holds no PEM certificate',
      'TEXTRELAY_DEVICE_TLS_KEY is not the key of TEXTRELAY_DEVICE_TLS_CERT',
    ]);
  });
});

test('the operator’s commands call the core by TLS as the gateway does', () => {
  const given = {
    TEXTRELAY_CORE_ADDRESS: '10.0.0.1:4100',
    TEXTRELAY_SERVICE_TOKEN: 'sixteen-characters',
    ...client,
    TEXTRELAY_CORE_TLS_NAME: 'core.internal',
  };
  const connection = readConnection(given, user);
  expect(connection).toMatchObject({ tls: { name: 'core.internal' } });
  expect(Object.keys(connection.tls?.texts ?? {}).sort()).toEqual(['ca', 'cert', 'key']);
  expect(errorsOf(() => readConnection({ ...given, TEXTRELAY_CORE_TLS_CA: '/nowhere' }, user))).toEqual([
    'TEXTRELAY_CORE_TLS_CA names a file that cannot be read',
  ]);
});

describe('the one-command start', () => {
  test('prints https, pairs by https and calls the core by TLS, each where it is on', async () => {
    const gateway = { TEXTRELAY_GATEWAY_TLS_CERT: files.cert, TEXTRELAY_GATEWAY_TLS_KEY: files.key };
    const config = await readStandaloneConfig({ ...gateway, ...core, ...client, ...device }, user);
    expect(baseUrlOf(config)).toBe('https://127.0.0.1:8080');
    expect(config.tls?.core?.texts.ca).toContain('BEGIN CERTIFICATE');
    const connection = { core: '127.0.0.1:4100', device: '127.0.0.1:4200', serviceToken: 'x'.repeat(16) };
    const scripts = { core: 'core.ts', gateway: 'gateway.ts', agent: 'agent.ts' };
    const { pairing } = listProcesses(scripts, config, connection);
    expect(pairing('code').args).toEqual(['pair', 'https://127.0.0.1:4200', 'code']);
    expect(baseUrlOf(await readStandaloneConfig({}, user))).toBe('http://127.0.0.1:8080');
  });

  test('the one-command start says before it starts anything that its parts could not reach each other', async () => {
    const errors = (environment: object) =>
      readStandaloneConfig({ ...environment }, user).then(
        () => [],
        (error: Error) => error.message.split('\n'),
      );
    expect(await errors(core)).toEqual([
      'TEXTRELAY_CORE_TLS_CA is missing: TEXTRELAY_CORE_TLS_CERT needs it, so that callers trust the core',
    ]);
    expect(await errors({ TEXTRELAY_CORE_TLS_CA: files.ca })).toEqual([
      'TEXTRELAY_CORE_TLS_CERT is missing: TEXTRELAY_CORE_TLS_CA needs it',
    ]);
    expect(
      await errors({ ...core, TEXTRELAY_CORE_TLS_CLIENT_CA: files.ca, TEXTRELAY_CORE_TLS_CA: files.ca }),
    ).toEqual(['TEXTRELAY_CORE_TLS_CLIENT_CERT is missing: TEXTRELAY_CORE_TLS_CLIENT_CA needs it']);
    expect(await errors({ TEXTRELAY_GATEWAY_TLS_CERT: files.cert })).toEqual([
      'TEXTRELAY_GATEWAY_TLS_KEY is missing: TEXTRELAY_GATEWAY_TLS_CERT needs it',
    ]);
  });
});
