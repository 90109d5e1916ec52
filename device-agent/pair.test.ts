// Pairing against a device service that answers as the core does.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, ConnectError } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorCode, ErrorDetailSchema } from '../proto/gen/textrelay/v1/error_pb.ts';
import { PairingService } from '../proto/gen/textrelay/v1/pairing_service_pb.ts';
import { createAuthority } from '../test/support/certificates.ts';
import { lockDir } from './home/dir_lock.ts';
import { readIdentity } from './home/identity.ts';
import { pairDevice } from './pair.ts';

let root: string;
let dir: string;
let server: Server;
let url: string;
let seen: { code: string; deviceName: string; attempt: string }[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'pair-'));
  dir = join(root, 'deep', 'agent');
  seen = [];
  const handler = connectNodeAdapter({
    routes: (router) => {
      router.service(PairingService, {
        pairDevice({ code, deviceName, attempt }) {
          seen.push({ code, deviceName, attempt });
          if (code === 'away') throw new ConnectError('the core is away', Code.Unavailable);
          if (code === 'flood') throw new ConnectError('slow down', Code.ResourceExhausted);
          if (code !== 'GOOD-CODE') {
            const value = { code: ErrorCode.NOT_FOUND, message: 'pairing code not found' };
            throw new ConnectError('no such code', Code.NotFound, undefined, [
              { desc: ErrorDetailSchema, value },
            ]);
          }
          return { deviceId: 7n, accountName: 'acme', token: 'the-token' };
        },
      });
    },
  });
  server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

test('a good code is traded for an identity that only its owner can read', async () => {
  await pairDevice(dir, `${url}/`, 'GOOD-CODE', 'my phone');
  expect(seen).toMatchObject([{ code: 'GOOD-CODE', deviceName: 'my phone' }]);
  expect(readIdentity(dir)).toEqual({ url, deviceId: '7', accountName: 'acme', token: 'the-token' });
  expect(statSync(join(dir, 'identity.json')).mode & 0o777).toBe(0o600);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test('a code that is typed again after an answer was lost is of the same attempt, and the next pairing of another', async () => {
  for (let times = 0; times < 2; times++)
    await expect(pairDevice(dir, url, 'away', '')).rejects.toThrow(/cannot reach/);
  await pairDevice(dir, url, 'GOOD-CODE', '');
  await pairDevice(dir, url, 'GOOD-CODE', '');
  const [first, again, paired, next] = seen.map(({ attempt }) => attempt);
  expect(first).toMatch(/^[\w-]{22,64}$/);
  expect([again, paired]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

const refusals: [string, string, RegExp][] = [
  ['wrong', 'WRONG', /wrong, used or expired/],
  ['tried too often', 'flood', /too many wrong codes/],
  ['empty', '', /not a pairing code/],
];
for (const [what, code, message] of refusals) {
  test(`a code that is ${what} is refused with one clear line and changes nothing`, async () => {
    await pairDevice(dir, url, 'GOOD-CODE', '');
    const before = readFileSync(join(dir, 'identity.json'), 'utf8');
    await expect(pairDevice(dir, url, code, '')).rejects.toThrow(message);
    expect(readFileSync(join(dir, 'identity.json'), 'utf8')).toBe(before);
  });
}

test('a core that is not there, or is something else, is named', async () => {
  await expect(pairDevice(dir, 'http://127.0.0.1:1', 'GOOD-CODE', '')).rejects.toThrow(
    /cannot reach .*ECONNREFUSED/,
  );
  for (const bad of ['nonsense', 'ftp://x', `${url}/path`, 'http://user@x/']) {
    await expect(pairDevice(dir, bad, 'GOOD-CODE', ''), bad).rejects.toThrow(/URL must be/);
  }
  server.removeAllListeners('request');
  server.on('request', (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>'));
  await expect(pairDevice(dir, url, 'GOOD-CODE', '')).rejects.toThrow(/not a device listener/);
});

test("pairing at the gateway's address says so, and not that the code is wrong", async () => {
  server.removeAllListeners('request');
  // As the gateway answers for a path that it does not have.
  server.on('request', (_, response) =>
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: 'there is no such endpoint', code: 'not_found' })),
  );
  await expect(pairDevice(dir, url, 'GOOD-CODE', '')).rejects.toThrow(
    /not a device listener .*TEXTRELAY_DEVICE_LISTEN.*4200/,
  );
});

test('a core whose certificate is of an unknown authority is reported as that, with what to do', async () => {
  const authority = await createAuthority();
  const secure = createTlsServer(await authority.issue());
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  await expect(pairDevice(dir, origin, 'GOOD-CODE', '')).rejects.toThrow(
    `cannot reach ${origin}: its certificate is of an unknown authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE). If the core's certificate comes from a CA of your own, set NODE_EXTRA_CA_CERTS`,
  );
  secure.close();
  await expect(pairDevice(dir, url.replace('http:', 'https:'), 'GOOD-CODE', '')).rejects.toThrow(
    /what answers speaks no TLS .* http:\/\//,
  );
});

test('a directory whose agent runs, or that cannot be written, costs no code', async () => {
  const lock = lockDir(dir);
  await expect(pairDevice(dir, url, 'GOOD-CODE', '')).rejects.toThrow(/stop it first/);
  lock?.release();
  await expect(pairDevice('/dev/null/x', url, 'GOOD-CODE', '')).rejects.toThrow(/cannot be written/);
  expect(seen).toHaveLength(0);
});
