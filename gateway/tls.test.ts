// The public listener over TLS: renewed certificates, handshakes that never end, and what its configuration refuses.
import { once } from 'node:events';
import { renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList, connect as connectTcp, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../runtime/testing/until.ts';
import { loadTls } from '../runtime/tls/tls_files.ts';
import { type Authority, createAuthority, writeTexts } from '../test/support/certificates.ts';
import { type GatewayConfig, readConfig } from './config.ts';
import { holdTimers } from './testing/held_timers.ts';
import { type Pair, startPair } from './testing/start_pair.ts';

const variables = { cert: 'TEXTRELAY_GATEWAY_TLS_CERT', key: 'TEXTRELAY_GATEWAY_TLS_KEY' };
/** How often the files of certificates are looked at. */
const lookPeriodMs = 10_000;
const pairs: Pair[] = [];
afterEach(async () => {
  for (const pair of pairs.splice(0)) await pair.stop();
});

async function start(limits = {}, config: Partial<GatewayConfig> = {}) {
  const authority = await createAuthority();
  const files = writeTexts(await authority.issue({ names: ['first.example'] }));
  const errors: string[] = [];
  const environment = { [variables.cert]: files.cert, [variables.key]: files.key };
  const tls = loadTls(environment, variables, 'cert', errors);
  expect(errors).toEqual([]);
  const { clock, fire: look } = holdTimers(lookPeriodMs);
  const pair = await startPair({ clock, limits, config: { ...config, tls } });
  pairs.push(pair);
  return { look, authority, files, pair, port: Number(new URL(pair.gateway.url).port) };
}

async function open(port: number, authority: Authority): Promise<TLSSocket> {
  const options = { ca: authority.cert, checkServerIdentity: () => undefined };
  const socket = connect({ host: '127.0.0.1', port, ...options });
  await once(socket, 'secureConnect');
  return socket;
}
const nameOf = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN;
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()));

async function askOn(socket: TLSSocket): Promise<string> {
  socket.write('GET /api/v1 HTTP/1.1\r\nHost: gateway\r\n\r\n');
  const [data] = await once(socket, 'data');
  return String(data).split('\r\n', 1)[0] as string;
}

test('over TLS every answer says that browsers shall come by HTTPS alone, and in cleartext none does', async () => {
  const hub = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(hub, 'listening');
  const phoneHubs = new Map([['hub', { host: '127.0.0.1', port: (hub.address() as AddressInfo).port }]]);
  const requests = {
    'a page that is not there': 'GET /nothing HTTP/1.1\r\nHost: gateway\r\n\r\n',
    'a refusal': 'GET /api/v1/usage HTTP/1.1\r\nHost: gateway\r\n\r\n',
    'a page': 'GET /docs HTTP/1.1\r\nHost: gateway\r\n\r\n',
    'what a hub says': 'GET /mobile/v1/device HTTP/1.1\r\nHost: gateway\r\n\r\n',
    'an overlong path': `GET /${'a'.repeat(15_000)} HTTP/1.1\r\nHost: gateway\r\n\r\n`,
    'no request': 'nonsense\r\n\r\n',
    'a CONNECT': 'CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n',
  };
  const { authority, port } = await start({}, { phoneHubs });
  const plain = await startPair({ config: { phoneHubs } });
  pairs.push(plain);
  const ofTls: string[] = [];
  const ofCleartext: string[] = [];
  for (const [what, request] of Object.entries(requests)) {
    const socket = await open(port, authority);
    const bare = connectTcp(Number(new URL(plain.gateway.url).port), '127.0.0.1');
    for (const [each, found] of [
      [socket, ofTls],
      [bare, ofCleartext],
    ] as const) {
      each.write(request);
      const [data] = await once(each, 'data');
      if (/^strict-transport-security: max-age=31536000\r$/im.test(String(data))) found.push(what);
      each.destroy();
    }
  }
  expect([ofTls, ofCleartext]).toEqual([Object.keys(requests), []]);
  hub.close();
});

test('behind a trusted proxy the header is there where the browser speaks HTTPS with it', async () => {
  const trustedProxies = new BlockList();
  trustedProxies.addAddress('127.0.0.1');
  const pair = await startPair({ config: { trustedProxies } });
  pairs.push(pair);
  const header = async (proto: string) =>
    (await pair.get('/api/v1', { headers: { 'x-forwarded-proto': proto } })).headers.get(
      'strict-transport-security',
    );
  expect([await header('https'), await header('http')]).toEqual(['max-age=31536000', null]);
});

describe('a renewed certificate', () => {
  test('a renewed certificate is taken by new connections within 10 seconds, and those that are open stay', async () => {
    const { look, authority, files, pair, port } = await start();
    expect(pair.gateway.url).toMatch(/^https:/);
    const before = await open(port, authority);
    expect(nameOf(before)).toBe('first.example');
    const renewed = await authority.issue({ names: ['second.example'] });
    // As certbot does it and as a mounted secret changes: another file takes the name.
    writeFileSync(`${files.key}.new`, renewed.key);
    renameSync(`${files.key}.new`, files.key);
    writeFileSync(files.cert, renewed.cert);
    await until(async () => {
      look();
      const socket = await open(port, authority);
      const name = nameOf(socket);
      socket.destroy();
      return name === 'second.example';
    });
    expect(await askOn(before)).toBe('HTTP/1.1 200 OK');
    before.destroy();
  });

  test('a renewed certificate that is half there, broken or gone leaves the one before in use', async () => {
    const { look, authority, files, port } = await start();
    const renewed = await authority.issue({ names: ['second.example'] });
    const stays = async () => {
      for (let i = 0; i < 5; i++) {
        look();
        const socket = await open(port, authority);
        expect(nameOf(socket)).toBe('first.example');
        expect(await askOn(socket)).toBe('HTTP/1.1 200 OK');
        socket.destroy();
      }
    };
    writeFileSync(files.cert, renewed.cert);
    await stays();
    writeFileSync(files.cert, renewed.cert.slice(0, 100));
    await stays();
    unlinkSync(files.cert);
    await stays();
  });
});

describe('a handshake', () => {
  test('a handshake that never ends is cut, whether it never began or stopped half-way', async () => {
    const { port } = await start({ headersTimeoutMs: 150 });
    for (const bytes of ['', '\x16\x03\x01\x02\x00\x01']) {
      const socket = connectTcp(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(bytes, 'latin1');
      await closed(socket.resume());
    }
  });

  test('a handshake under way does not hold up a stop', async () => {
    const { pair, port } = await start();
    const socket = connectTcp(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    // Served only after the other connection was taken.
    await open(port, await createAuthority()).catch(() => undefined);
    const ended = closed(socket.resume());
    await pair.gateway.stop();
    await ended;
  });
});

describe('the configuration', () => {
  const token = { TEXTRELAY_SERVICE_TOKEN: 'sixteen-characters' };
  const errorsOf = (environment: Record<string, string>) => {
    try {
      readConfig({ ...token, ...environment });
      return [];
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  };

  test('the configuration names each error of certificates in one line, without a path or a word of the file', async () => {
    const authority = await createAuthority();
    const files = writeTexts({
      ...(await authority.issue()),
      other: (await authority.issue()).key,
      ca: authority.cert,
      nonsense: 'nonsense',
      broken: '-----BEGIN CERTIFICATE-----\nbm9uc2Vuc2U=\n-----END CERTIFICATE-----\n',
    });
    const [cert, key, ca] = ['CERT', 'KEY', 'CA'];
    const gateway = (parts: Record<string, string>) =>
      errorsOf(
        Object.fromEntries(
          Object.entries(parts).map(([name, path]) => [`TEXTRELAY_GATEWAY_TLS_${name}`, path]),
        ),
      );
    expect(gateway({ [cert]: files.cert, [key]: files.key })).toEqual([]);
    expect(gateway({ [cert]: files.cert })).toEqual([
      'TEXTRELAY_GATEWAY_TLS_KEY is missing: TEXTRELAY_GATEWAY_TLS_CERT needs it',
    ]);
    expect(gateway({ [key]: files.key })).toEqual([
      'TEXTRELAY_GATEWAY_TLS_CERT is missing: TEXTRELAY_GATEWAY_TLS_KEY needs it',
    ]);
    expect(gateway({ [cert]: '/nowhere', [key]: files.key })).toEqual([
      'TEXTRELAY_GATEWAY_TLS_CERT names a file that cannot be read',
    ]);
    expect(gateway({ [cert]: files.nonsense, [key]: files.nonsense })).toEqual([
      'TEXTRELAY_GATEWAY_TLS_CERT names a file that holds no PEM certificate',
      'TEXTRELAY_GATEWAY_TLS_KEY names a file that holds no PEM private key without a passphrase',
    ]);
    expect(gateway({ [cert]: files.broken, [key]: files.key })).toEqual([
      'TEXTRELAY_GATEWAY_TLS_CERT names a file that holds no PEM certificate',
    ]);
    expect(gateway({ [cert]: files.cert, [key]: files.other })).toEqual([
      'TEXTRELAY_GATEWAY_TLS_KEY is not the key of TEXTRELAY_GATEWAY_TLS_CERT',
    ]);
    const core = { [`TEXTRELAY_CORE_TLS_${ca}`]: files.ca };
    const own = {
      TEXTRELAY_CORE_TLS_CLIENT_CERT: files.cert,
      TEXTRELAY_CORE_TLS_CLIENT_KEY: files.key,
    };
    expect(errorsOf({ ...core, ...own })).toEqual([]);
    expect(errorsOf(own)).toEqual([
      'TEXTRELAY_CORE_TLS_CA is missing: TEXTRELAY_CORE_TLS_CLIENT_CERT needs it',
    ]);
    expect(errorsOf({ ...core, TEXTRELAY_CORE_ADDRESS: '10.0.0.1:4100,10.0.0.2:4100' })).toEqual([
      'TEXTRELAY_CORE_TLS_NAME is missing: TEXTRELAY_CORE_TLS_CA with several addresses needs it',
    ]);
  });

  test.each([
    ['10.0.0.0/8, fd00::/8,192.0.2.1', []],
    ['nonsense', ['TEXTRELAY_GATEWAY_TRUSTED_PROXIES']],
    ['10.0.0.0/33', ['TEXTRELAY_GATEWAY_TRUSTED_PROXIES']],
    ['10.0.0.0/8/8', ['TEXTRELAY_GATEWAY_TRUSTED_PROXIES']],
    ['proxy.example', ['TEXTRELAY_GATEWAY_TRUSTED_PROXIES']],
  ])('trusted proxies %s', (text, faulty) => {
    const errors = errorsOf({ TEXTRELAY_GATEWAY_TRUSTED_PROXIES: text });
    expect(errors.map((line) => line.split(' ')[0])).toEqual(faulty);
  });
});
