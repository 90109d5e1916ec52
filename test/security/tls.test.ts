// TLS from end to end with real certificates and real processes: REST over TLS to the gateway, mutual TLS from it to
// the core, TLS to the device listener. Whoever comes without the right certificate gets nothing and harms nobody.
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Health, HealthCheckResponse_ServingStatus } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { type CoreClient, openCore } from '../../server/cli/core_client.ts';
import { type Authority, createAuthority, expired, type Pem, writeTexts } from '../support/certificates.ts';
import { serviceToken } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  startCoreProcess,
  startGatewayProcess,
} from '../support/processes.ts';
import { until } from '../support/until.ts';

let authority: Authority;
let stranger: Authority;
let client: Pem;
let core: CoreProcess;
let gateway: GatewayProcess;
let admin: CoreClient;
let key: string;
let accountId: bigint;

beforeAll(async () => {
  authority = await createAuthority();
  stranger = await createAuthority('Another authority');
  const server = await authority.issue();
  client = await authority.issue({ names: ['gateway.internal'] });
  const files = writeTexts({
    ca: authority.cert,
    cert: server.cert,
    key: server.key,
    clientCert: client.cert,
    clientKey: client.key,
  });
  core = await startCoreProcess(await createDatabase(), {
    TEXTRELAY_CORE_TLS_CERT: files.cert,
    TEXTRELAY_CORE_TLS_KEY: files.key,
    TEXTRELAY_CORE_TLS_CLIENT_CA: files.ca,
    TEXTRELAY_DEVICE_TLS_CERT: files.cert,
    TEXTRELAY_DEVICE_TLS_KEY: files.key,
  });
  gateway = await startGatewayProcess([core], {
    TEXTRELAY_GATEWAY_TLS_CERT: files.cert,
    TEXTRELAY_GATEWAY_TLS_KEY: files.key,
    TEXTRELAY_CORE_TLS_CA: files.ca,
    TEXTRELAY_CORE_TLS_CLIENT_CERT: files.clientCert,
    TEXTRELAY_CORE_TLS_CLIENT_KEY: files.clientKey,
  });
  admin = openCore({
    core: `127.0.0.1:${core.rpc.port}`,
    serviceToken,
    tls: { texts: { ca: authority.cert, ...client } },
  });
  const created = await admin.admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
  accountId = created.account?.account?.id as bigint;
  key = (await admin.admin.createAccountKey({ accountId })).secret;
});
afterEach(async () => {
  // Whatever was tried: all three listeners go on.
  expect((await ask('/api/v1/tiers')).status).toBe(200);
  expect(await pair('wrong code')).toContain('not_found');
});
afterAll(async () => {
  admin.close();
  expect([await gateway.stop(), await core.stop()]).toEqual([0, 0]);
  for (const { output } of [gateway, core]) {
    expect(output()).not.toContain('PRIVATE KEY');
    expect(output()).not.toContain(key);
    expect(output()).not.toContain(serviceToken);
    expect(output()).not.toMatch(/unhandled|uncaught|Warning/i);
  }
});

interface HttpsAsk {
  method?: string;
  body?: object;
  tls?: ConnectionOptions;
}

async function ask(path: string, { method = 'GET', body, tls = {} }: HttpsAsk = {}) {
  const sent = request({
    host: '127.0.0.1',
    port: gateway.port,
    path,
    method,
    agent: new Agent({ keepAlive: false }),
    ca: authority.cert,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...tls,
  });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return {
    status: response.statusCode as number,
    json: JSON.parse(text),
    socket: response.socket as TLSSocket,
  };
}

/** The answer of the pairing call over TLS: a code that nobody made is told so. */
async function pair(code: string, ca = authority.cert): Promise<string> {
  const transport = createConnectTransport({
    baseUrl: `https://127.0.0.1:${core.device.port}`,
    httpVersion: '1.1',
    nodeOptions: { ca },
  });
  return createClient(DeviceService, transport)
    .pairDevice({ code, deviceName: 'phone' })
    .then(
      ({ token }) => token,
      ({ rawMessage, code: status }) => `${status === 5 ? 'not_found' : ''} ${rawMessage}`,
    );
}

/** Unlike `once` it takes an error before the close for a part of it. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()));

/** Shakes hands and asks for something; resolves with what ended it, or with the bytes that came back. */
async function shake(port: number, options: ConnectionOptions, hello = 'GET /api/v1 HTTP/1.1\r\n\r\n') {
  const socket = connect({
    host: '127.0.0.1',
    port,
    ca: authority.cert,
    ALPNProtocols: ['h2', 'http/1.1'],
    ...options,
  });
  let received = '';
  let fault = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    fault = String(error.code ?? error.message);
  });
  socket.on('secureConnect', () => socket.write(hello));
  await closed(socket);
  return { received, fault };
}

const handshakeFaults = (process: CoreProcess | GatewayProcess) =>
  [...process.output().matchAll(/"reason":"([\w/]+)".*"msg":"a TLS handshake failed"/g)].map(
    ([, reason]) => reason,
  );

describe('with the right certificates', () => {
  test('a text is sent through TLS, mutual TLS and the service credential, and read back', async () => {
    await pairDevice();
    const sent = await ask('/api/v1/messages', {
      method: 'POST',
      body: { address: '+15005550006', body: 'over TLS' },
    });
    expect(sent.status).toBe(200);
    const { json, socket } = await ask('/api/v1/messages?since=0');
    expect(json.messages).toMatchObject([{ body: 'over TLS' }]);
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual(['TLSv1.3', false]);
  });

  test('TLS 1.2 is spoken, and HTTP/1.1 agreed on', async () => {
    const tls = { maxVersion: 'TLSv1.2', ALPNProtocols: ['h2', 'http/1.1'] } as const;
    const { status, socket } = await ask('/api/v1', { tls });
    expect([status, socket.getProtocol(), socket.alpnProtocol]).toEqual([200, 'TLSv1.2', 'http/1.1']);
  });

  test('a device is paired and linked over TLS', async () => {
    const token = await pairDevice();
    const link = new WebSocket(`wss://127.0.0.1:${core.device.port}/device/v1/link`, {
      ca: authority.cert,
      headers: { authorization: `Bearer ${token}` },
    });
    await once(link, 'open');
    link.close();
    await once(link, 'close');
  });

  test('health is told over mutual TLS, and everything else still needs the service credential', async () => {
    const open = (token: string) =>
      openCore({
        core: `127.0.0.1:${core.rpc.port}`,
        serviceToken: token,
        tls: { texts: { ca: authority.cert, ...client } },
      });
    const wrong = open('not-the-service-token');
    await expect(wrong.admin.listAccountKeys({ accountId })).rejects.toMatchObject({ code: 16 });
    wrong.close();
    const health = createClient(
      Health,
      createGrpcTransport({
        baseUrl: `https://127.0.0.1:${core.rpc.port}`,
        nodeOptions: { ca: authority.cert, ...client },
      }),
    );
    expect((await health.check({})).status).toBe(HealthCheckResponse_ServingStatus.SERVING);
  });

  async function pairDevice(): Promise<string> {
    const { code } = await admin.admin.createPairingCode({ accountId });
    return pair(code);
  }
});

describe("the core's RPC listener", () => {
  const call = async (tls: object, token = serviceToken, name?: string) => {
    const opened = openCore({
      core: `127.0.0.1:${core.rpc.port}`,
      serviceToken: token,
      tls: { texts: { ca: authority.cert, ...tls }, ...(name && { name }) },
    });
    try {
      return await opened.admin.listAccountKeys({ accountId }).then(
        () => 'answered',
        (error) => `${error.code} ${error.rawMessage}`,
      );
    } finally {
      opened.close();
    }
  };

  test('refuses a client without a certificate, of another authority, and one that has expired', async () => {
    expect(await call({ ...client })).toBe('answered');
    expect(await call({})).toMatch(/^(1|10|13|14) /);
    expect(await call(await stranger.issue())).toMatch(/^(1|10|13|14) /);
    expect(await call(await authority.issue(expired))).toMatch(/^(1|10|13|14) /);
    // The same, heard from the handshake itself: no byte of HTTP/2 ever comes back.
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0';
    for (const certificate of [{}, await stranger.issue(), await authority.issue(expired)])
      for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
        const { received } = await shake(core.rpc.port, { ...certificate, maxVersion }, preface);
        expect(received).toBe('');
      }
    await until(() => handshakeFaults(core).includes('CERT_HAS_EXPIRED'));
    expect(new Set(handshakeFaults(core))).toEqual(
      new Set([
        'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        'CERT_HAS_EXPIRED',
      ]),
    );
  });

  test('is refused by a client when its name is another, or its authority is not trusted', async () => {
    expect(await call({ ...client }, serviceToken, 'core.internal')).toMatch(/altnames/);
    expect(await call({ ...client, ca: stranger.cert })).toMatch(/certificate/);
  });

  test('agrees on HTTP/2 only', async () => {
    const { received, fault } = await shake(core.rpc.port, { ...client, ALPNProtocols: ['http/1.1'] });
    expect([received, fault]).toEqual(['', expect.stringMatching(/NO_APPLICATION_PROTOCOL|ECONNRESET/)]);
  });
});

test('a gateway that can not trust the core, or that the core does not, says so and serves 503', async () => {
  const files = writeTexts({
    ca: authority.cert,
    otherCa: stranger.cert,
    cert: client.cert,
    key: client.key,
  });
  const own = { TEXTRELAY_CORE_TLS_CLIENT_CERT: files.cert, TEXTRELAY_CORE_TLS_CLIENT_KEY: files.key };
  const started = await Promise.all([
    startGatewayProcess([core], { ...own, TEXTRELAY_CORE_TLS_CA: files.otherCa }),
    startGatewayProcess([core], { TEXTRELAY_CORE_TLS_CA: files.ca }),
    startGatewayProcess([core], {
      ...own,
      TEXTRELAY_CORE_TLS_CA: files.ca,
      TEXTRELAY_CORE_TLS_NAME: 'core.internal',
    }),
    startGatewayProcess([core]),
  ]);
  for (const { port, opsPort } of started) {
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/tiers`)).status).toBe(503);
    expect((await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status).toBe(503);
  }
  const [distrusts, nameless, elsewhere] = started.map(({ output }) => output());
  for (const [output, reason] of [
    [distrusts, 'unable to verify the first certificate'],
    [nameless, 'certificate required'],
    [elsewhere, 'Host: core.internal. is not in the cert'],
  ]) {
    expect(output).toContain('the core can not be connected to over TLS');
    expect(output).toContain(reason);
    expect(output).not.toContain(serviceToken);
  }
  for (const { stop } of started) expect(await stop()).toBe(0);
});

describe.each([
  ['the gateway', () => gateway.port, () => gateway],
  ["the core's RPC listener", () => core.rpc.port, () => core],
  ["the core's device listener", () => core.device.port, () => core],
])('%s', (_name, port, process) => {
  test('refuses TLS 1.1, plaintext and bytes that are no handshake, and logs each without a word of it', async () => {
    const before = handshakeFaults(process()).length;
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(await shake(port(), { ...client, ...old })).toEqual({
      received: '',
      fault: expect.stringMatching(/PROTOCOL_VERSION|ECONNRESET/),
    });
    for (const bytes of [
      'GET /api/v1/secretive HTTP/1.1\r\nHost: x\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\xff\xff\x01secretive',
      '\0'.repeat(100),
    ]) {
      const socket = connectTcp(port(), '127.0.0.1');
      let received = '';
      socket.on('data', (data) => {
        received += data.toString('latin1');
      });
      socket.on('error', () => {});
      socket.end(bytes, 'latin1');
      await closed(socket);
      // At most an alert of TLS, which begins with the byte 21.
      expect([0, 7]).toContain(received.length);
      if (received !== '') expect(received.charCodeAt(0)).toBe(21);
    }
    await until(() => handshakeFaults(process()).length > before || handshakeFaults(process()).length >= 10);
    expect(process().output()).not.toContain('secretive');
  });
});
