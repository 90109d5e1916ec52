// Whoever comes to a TLS listener without the right certificate, with an old version or with no TLS at all gets nothing,
// is logged without a word of what it said, and harms nobody.
import { connect as connectTcp } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { openCore } from '../../server/cli/core_client/core_client.ts';
import { type Authority, createAuthority, expired } from '../support/certificates.ts';
import { serviceToken } from '../support/core.ts';
import { closed, handshakeFaults, type SecureStack, startSecureStack } from '../support/secure_stack.ts';

let stack: SecureStack;
let otherAuthority: Authority;

beforeAll(async () => {
  stack = await startSecureStack();
  otherAuthority = await createAuthority('Another authority');
});
afterEach(() => stack.expectServing());
afterAll(() => stack.stop());

describe("the core's RPC listener", () => {
  const call = async (tls: object, token = serviceToken, name?: string) => {
    const opened = openCore({
      core: `127.0.0.1:${stack.core.rpc.port}`,
      serviceToken: token,
      tls: { texts: { ca: stack.authority.cert, ...tls }, ...(name && { name }) },
    });
    try {
      return await opened.listKeys({ accountId: stack.accountId }).then(
        () => 'answered',
        (error) => `${error.code} ${error.rawMessage}`,
      );
    } finally {
      opened.close();
    }
  };

  test("the core's RPC listener refuses a client without a certificate, of another authority, and one that has expired", async () => {
    expect(await call({ ...stack.client })).toBe('answered');
    expect(await call({})).toMatch(/^(1|10|13|14) /);
    expect(await call(await otherAuthority.issue())).toMatch(/^(1|10|13|14) /);
    expect(await call(await stack.authority.issue(expired))).toMatch(/^(1|10|13|14) /);
    // The same, received from the handshake itself: no byte of HTTP/2 ever comes back.
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0';
    for (const certificate of [{}, await otherAuthority.issue(), await stack.authority.issue(expired)])
      for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
        const { received } = await stack.shake(stack.core.rpc.port, { ...certificate, maxVersion }, preface);
        expect(received).toBe('');
      }
    await until(() => handshakeFaults(stack.core).includes('CERT_HAS_EXPIRED'));
    expect(new Set(handshakeFaults(stack.core))).toEqual(
      new Set([
        'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        'CERT_HAS_EXPIRED',
      ]),
    );
  });

  test("the core's RPC listener is refused by a client when its name is another, or its authority is not trusted", async () => {
    expect(await call({ ...stack.client }, serviceToken, 'core.internal')).toMatch(/altnames/);
    expect(await call({ ...stack.client, ca: otherAuthority.cert })).toMatch(/certificate/);
  });

  test('agrees on HTTP/2 only', async () => {
    const { received, fault } = await stack.shake(stack.core.rpc.port, {
      ...stack.client,
      ALPNProtocols: ['http/1.1'],
    });
    expect([received, fault]).toEqual(['', expect.stringMatching(/NO_APPLICATION_PROTOCOL|ECONNRESET/)]);
  });
});

describe.each([
  ['the gateway', () => stack.gateway.port, () => stack.gateway],
  ["the core's RPC listener", () => stack.core.rpc.port, () => stack.core],
  ["the core's device listener", () => stack.core.device.port, () => stack.core],
])('%s', (_name, port, process) => {
  test('refuses TLS 1.1, plaintext and bytes that are no handshake, and logs each without a word of it', async () => {
    const before = handshakeFaults(process()).length;
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    expect(await stack.shake(port(), { ...stack.client, ...old })).toEqual({
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
