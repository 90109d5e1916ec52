// Certificates between the gateway and the core that are replaced while both run: no restart, no request lost, and the
// old ones are worth nothing afterwards.
import { writeFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCoreTls } from '../../gateway/config_tls.ts';
import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import { defaultLimits } from '../../gateway/limits.ts';
import { holdTimers } from '../../gateway/testing/held_timers.ts';
import { createLog } from '../../runtime/log.ts';
import { until } from '../../runtime/testing/until.ts';
import { readListenerTls } from '../../server/config/config_tls.ts';
import { type Authority, createAuthority, type Pem, writeTexts } from '../support/certificates.ts';
import { serviceToken, startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { sendRequest } from '../support/http_client.ts';

/** The looks at files, every 10 seconds, are the test's to make; all other time is the machine's. */
const { clock, fire: look } = holdTimers(10_000);
let authority: Authority;
let files: Record<'ca' | 'cert' | 'key' | 'clientCert' | 'clientKey', string>;
let client: Pem;
let core: TestCore;
let gateway: Gateway;

const pems = async (from: Authority, notAfter = new Date(Date.now() + 20 * 86_400_000)) => {
  const server = await from.issue({ notAfter });
  client = await from.issue({ names: ['gateway.internal'] });
  return { ca: from.cert, ...server, clientCert: client.cert, clientKey: client.key };
};

beforeAll(async () => {
  authority = await createAuthority();
  files = writeTexts(await pems(authority));
  const errors: string[] = [];
  const tls = readListenerTls(
    {
      TEXTRELAY_CORE_TLS_CERT: files.cert,
      TEXTRELAY_CORE_TLS_KEY: files.key,
      TEXTRELAY_CORE_TLS_CLIENT_CA: files.ca,
    },
    errors,
  );
  const coreTls = readCoreTls(
    {
      TEXTRELAY_CORE_TLS_CA: files.ca,
      TEXTRELAY_CORE_TLS_CLIENT_CERT: files.clientCert,
      TEXTRELAY_CORE_TLS_CLIENT_KEY: files.clientKey,
    },
    errors,
  );
  expect(errors).toEqual([]);
  core = await startTestCore(await createDatabase(), { clock, tls });
  const anyPort = { host: '127.0.0.1', port: 0 };
  gateway = await startGateway(
    {
      listen: anyPort,
      opsListen: anyPort,
      coreTarget: `ipv4:127.0.0.1:${core.rpc.port}`,
      coreTls,
      serviceToken,
      logLevel: 'silent',
      limits: defaultLimits,
    },
    clock,
    createLog('gateway', 'silent'),
  );
});
afterAll(async () => {
  await gateway.stop();
  await core.stop();
});

/** The status of a request that needs the core: only the core refuses a wrong key. */
const ask = async () =>
  (await sendRequest(gateway.url, { path: '/api/v1/usage', key: `svc_live_${Math.random()}` })).status;

/** Whether the core lets a client of its RPC listener in, and whose certificate it shows. */
async function knock(pem: Pem, ca: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: core.rpc.port, ca, ...pem, ALPNProtocols: ['h2'] });
  return new Promise((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve('closed'));
    // The core's settings come only after it has taken the client's certificate.
    socket.on('data', () => {
      resolve('let in');
      socket.destroy();
    });
  });
}

/** When the core's certificates end, as its metrics say. */
async function certificateEnds(): Promise<(string | number)[][]> {
  const { text } = await sendRequest(`http://127.0.0.1:${core.ops.port}`, { path: '/metrics' });
  return [...text.matchAll(/^textrelay_core_certificate_end_seconds\{listener="(.*)"\} (\d+)$/gm)].map(
    ([, listener = '', seconds]) => [listener, Number(seconds)],
  );
}

test('both sides go over to another authority while requests are answered', async () => {
  await until(async () => (await ask()) === 401);
  const [old, oldCa] = [client, authority.cert];
  expect(await knock(old, oldCa)).toBe('let in');
  // First both are trusted, then the certificates change, then only the new one is trusted.
  const next = await createAuthority('The next authority');
  const ends = await certificateEnds();
  const renewed = await pems(next, new Date(Date.now() + 25 * 86_400_000));
  const settle = async (isDone: () => Promise<boolean>) => {
    for (;;) {
      look();
      expect(await ask()).toBe(401);
      if (await isDone()) return;
    }
  };
  writeFileSync(files.ca, `${oldCa}\n${next.cert}`);
  await settle(async () => (await knock(client, oldCa)) === 'let in');
  for (const name of ['cert', 'key', 'clientCert', 'clientKey'] as const)
    writeFileSync(files[name], renewed[name]);
  await settle(async () => (await knock(client, next.cert)) === 'let in');
  expect(ends).toEqual([['the RPC listener', expect.any(Number)]]);
  const [[, before]] = ends as [[string, number]];
  const [[, now]] = (await certificateEnds()) as [[string, number]];
  expect(Math.round((now - before) / 86_400)).toBe(5);
  writeFileSync(files.ca, next.cert);
  await settle(async () => (await knock(old, next.cert)) !== 'let in');
  for (let count = 0; count < 10; count++) expect(await ask()).toBe(401);
  expect(await knock(client, next.cert)).toBe('let in');
});
