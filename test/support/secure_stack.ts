// A core and a gateway as processes, with TLS on every listener, and clients that have the right certificates or not.
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { expect } from 'vitest';
import { type CoreClient, openCore } from '../../server/cli/core_client/core_client.ts';
import { type Authority, createAuthority, type Pem, writeTexts } from './certificates.ts';
import { serviceToken } from './core.ts';
import { createDatabase } from './database.ts';
import { type CoreProcess, type GatewayProcess, startCoreProcess, startGatewayProcess } from './processes.ts';

export interface SecureAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads from it, it asserts.
  json: any;
  socket: TLSSocket;
}

export interface SecureAsk {
  method?: string;
  body?: object;
  tls?: ConnectionOptions;
}

export interface SecureStack {
  /** Who signed everything here. */
  authority: Authority;
  /** What the gateway and the operator show the core. */
  client: Pem;
  core: CoreProcess;
  gateway: GatewayProcess;
  admin: CoreClient;
  accountId: bigint;
  key: string;
  /** Asks the gateway. */
  ask(path: string, ask?: SecureAsk): Promise<SecureAnswer>;
  /** Shakes hands with a port and says hello; resolves, once it is closed, with what came back and what ended it. */
  shake(
    port: number,
    options: ConnectionOptions,
    hello?: string,
  ): Promise<{ received: string; fault: string }>;
  /** Fails the test unless all three listeners go on. */
  expectServing(): Promise<void>;
  /** Ends both processes; fails the test when one ended badly or showed a secret. */
  stop(): Promise<void>;
}

/** Unlike `once` it takes an error before the close for a part of it. */
export const closed = (socket: Socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()));

/** Why a process' handshakes failed, as far as it logged them. */
export const handshakeFaults = ({ output }: Pick<CoreProcess, 'output'>) =>
  [...output().matchAll(/"reason":"([\w/]+)".*"msg":"a TLS handshake failed"/g)].map(([, reason]) => reason);

/** The core and the gateway with a certificate each, and the authority that signed both. */
async function startProcesses() {
  const authority = await createAuthority();
  const server = await authority.issue();
  const client = await authority.issue({ names: ['gateway.internal'] });
  const files = writeTexts({ ca: authority.cert, ...server, clientCert: client.cert, clientKey: client.key });
  const core = await startCoreProcess(await createDatabase(), {
    TEXTRELAY_CORE_TLS_CERT: files.cert,
    TEXTRELAY_CORE_TLS_KEY: files.key,
    TEXTRELAY_CORE_TLS_CLIENT_CA: files.ca,
    TEXTRELAY_DEVICE_TLS_CERT: files.cert,
    TEXTRELAY_DEVICE_TLS_KEY: files.key,
  });
  const gateway = await startGatewayProcess([core], {
    TEXTRELAY_GATEWAY_TLS_CERT: files.cert,
    TEXTRELAY_GATEWAY_TLS_KEY: files.key,
    TEXTRELAY_CORE_TLS_CA: files.ca,
    TEXTRELAY_CORE_TLS_CLIENT_CERT: files.clientCert,
    TEXTRELAY_CORE_TLS_CLIENT_KEY: files.clientKey,
  });
  return { authority, client, core, gateway };
}

/** Starts both, with an account on plan pro. */
export async function startSecureStack(): Promise<SecureStack> {
  const { authority, client, core, gateway } = await startProcesses();
  const admin = openCore({
    core: `127.0.0.1:${core.rpc.port}`,
    serviceToken,
    tls: { texts: { ca: authority.cert, ...client } },
  });
  const { account } = await admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
  const accountId = account?.id as bigint;
  const key = (await admin.createKey({ accountId })).secret;

  const send = async (port: number, path: string, { method = 'GET', body, tls = {} }: SecureAsk) => {
    const sent = request({
      host: '127.0.0.1',
      port,
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
    return { status: response.statusCode as number, text, socket: response.socket as TLSSocket };
  };
  const ask: SecureStack['ask'] = async (path, asked = {}) => {
    const { status, text, socket } = await send(gateway.port, path, asked);
    return { status, json: JSON.parse(text), socket };
  };

  return {
    authority,
    client,
    core,
    gateway,
    admin,
    accountId,
    key,
    ask,
    async shake(port, options, hello = 'GET /api/v1 HTTP/1.1\r\n\r\n') {
      const ALPNProtocols = ['h2', 'http/1.1'];
      const socket = connect({ host: '127.0.0.1', port, ca: authority.cert, ALPNProtocols, ...options });
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
    },
    async expectServing() {
      expect((await ask('/api/v1/tiers')).status).toBe(200);
      expect((await send(core.device.port, '/', {})).status).toBe(404);
    },
    async stop() {
      admin.close();
      expect([await gateway.stop(), await core.stop()]).toEqual([0, 0]);
      for (const { output } of [gateway, core]) {
        for (const secret of ['PRIVATE KEY', key, serviceToken]) expect(output()).not.toContain(secret);
        expect(output()).not.toMatch(/unhandled|uncaught|Warning/i);
      }
    },
  };
}
