// TLS from end to end with real certificates and real processes: REST over TLS to the gateway, mutual TLS from it to
// the core, TLS to the device listener.
import { once } from 'node:events';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Health, HealthCheckResponse_ServingStatus } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { PairingService } from '../../proto/gen/textrelay/v1/pairing_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { openCore } from '../../server/cli/core_client/core_client.ts';
import { createAuthority, writeTexts } from '../support/certificates.ts';
import { serviceToken } from '../support/core.ts';
import { type GatewayProcess, startGatewayProcess } from '../support/processes.ts';
import { type SecureStack, startSecureStack } from '../support/secure_stack.ts';

let stack: SecureStack;

beforeAll(async () => {
  stack = await startSecureStack();
});
afterEach(() => stack.expectServing());
afterAll(() => stack.stop());

/** The device's token, by the pairing call over TLS. */
async function pair(): Promise<string> {
  const { code } = await stack.admin.createPairingCode({ accountId: stack.accountId });
  const transport = createConnectTransport({
    baseUrl: `https://127.0.0.1:${stack.core.device.port}`,
    httpVersion: '1.1',
    nodeOptions: { ca: stack.authority.cert },
  });
  return (await createClient(PairingService, transport).pairDevice({ code, deviceName: 'phone' })).token;
}

describe('with the right certificates', () => {
  test('a text is sent through TLS, mutual TLS and the service credential, and read back', async () => {
    await pair();
    const sent = await stack.ask('/api/v1/messages', {
      method: 'POST',
      body: { address: '+15005550006', body: 'over TLS' },
    });
    expect(sent.status).toBe(200);
    const { json, socket } = await stack.ask('/api/v1/messages?since=0');
    expect(json.messages).toMatchObject([{ body: 'over TLS' }]);
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual(['TLSv1.3', false]);
  });

  test('TLS 1.2 is spoken, and HTTP/1.1 agreed on', async () => {
    const tls = { maxVersion: 'TLSv1.2', ALPNProtocols: ['h2', 'http/1.1'] } as const;
    const { status, socket } = await stack.ask('/api/v1', { tls });
    expect([status, socket.getProtocol(), socket.alpnProtocol]).toEqual([200, 'TLSv1.2', 'http/1.1']);
  });

  test('a device is paired and linked over TLS', async () => {
    const token = await pair();
    const link = new WebSocket(`wss://127.0.0.1:${stack.core.device.port}/device/v1/link`, {
      ca: stack.authority.cert,
      headers: { authorization: `Bearer ${token}` },
    });
    await once(link, 'open');
    link.close();
    await once(link, 'close');
  });

  test('health is shown over mutual TLS, and everything else still needs the service credential', async () => {
    const open = (token: string) =>
      openCore({
        core: `127.0.0.1:${stack.core.rpc.port}`,
        serviceToken: token,
        tls: { texts: { ca: stack.authority.cert, ...stack.client } },
      });
    const wrong = open('not-the-service-token');
    await expect(wrong.listKeys({ accountId: stack.accountId })).rejects.toMatchObject({
      code: 16,
    });
    wrong.close();
    const health = createClient(
      Health,
      createGrpcTransport({
        baseUrl: `https://127.0.0.1:${stack.core.rpc.port}`,
        nodeOptions: { ca: stack.authority.cert, ...stack.client },
      }),
    );
    expect((await health.check({})).status).toBe(HealthCheckResponse_ServingStatus.SERVING);
  });
});

test('a gateway that cannot trust the core, or that the core does not, says so and serves 503', async () => {
  const files = writeTexts({
    ca: stack.authority.cert,
    otherCa: (await createAuthority('Another authority')).cert,
    cert: stack.client.cert,
    key: stack.client.key,
  });
  const own = { TEXTRELAY_CORE_TLS_CLIENT_CERT: files.cert, TEXTRELAY_CORE_TLS_CLIENT_KEY: files.key };
  const started = await Promise.all([
    startGatewayProcess([stack.core], { ...own, TEXTRELAY_CORE_TLS_CA: files.otherCa }),
    startGatewayProcess([stack.core], { TEXTRELAY_CORE_TLS_CA: files.ca }),
    startGatewayProcess([stack.core], {
      ...own,
      TEXTRELAY_CORE_TLS_CA: files.ca,
      TEXTRELAY_CORE_TLS_NAME: 'core.internal',
    }),
    startGatewayProcess([stack.core]),
  ]);
  for (const { port, opsPort } of started) {
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/tiers`)).status).toBe(503);
    expect((await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status).toBe(503);
  }
  const reasons = [
    /self-signed|unable to verify/,
    /certificate required/,
    /Host: core\.internal\. is not in the cert/,
  ];
  for (const [index, reason] of reasons.entries()) {
    const { output } = started[index] as GatewayProcess;
    await until(() => output().includes('the core cannot be connected to over TLS') && reason.test(output()));
    expect(output()).not.toContain(serviceToken);
  }
  for (const { stop } of started) expect(await stop()).toBe(0);
});
