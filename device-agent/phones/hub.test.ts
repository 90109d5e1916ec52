import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PairingService } from '../../proto/gen/textrelay/v1/pairing_service_pb.ts';
import { createLog } from '../../runtime/log.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { Hub } from './hub.ts';

const { clock } = simulateEachTest();

const most = 3;
let dir: string;
let hub: Hub;
const ends: (() => Promise<unknown>)[] = [];

function open(phones: number, coreUrl = 'http://127.0.0.1:1', mostPhones = most): void {
  const stored = {
    tokenHash: '',
    codeHash: '',
    accountId: '1',
    pairedAtMs: 0,
    isTokenUsed: true,
    model: 'phone',
  };
  const json = JSON.stringify({ ...stored, version: '', sims: [], isPushed: false });
  for (let at = 0; at < phones; at += 1) {
    const home = join(dir, 'phones', at.toString(16).padStart(16, '0'));
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'phone.json'), json);
  }
  // Unless a test says otherwise, no core listens there.
  const core = { coreUrl, name: 'hub', agentVersion: '1', mostPhones };
  hub = new Hub({ ...core, dir, clock, log: createLog('agent', 'silent') });
}

const pair = (code: string, address = '127.0.0.1') =>
  hub
    .pair(code, { model: `phone ${code}`, version: '', sims: [], isPushed: false, address })
    .catch(({ message }: Error) => message);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hub-'));
});
afterEach(async () => {
  await hub.stop();
  for (const end of ends.splice(0)) await end();
  rmSync(dir, { recursive: true, force: true });
});

test('a hub that is full takes no phone, and says so before a code is spent', async () => {
  open(most);
  expect(await pair('1234567890')).toBe('a phones hub holds at most 3 phones');
});

/** A core that knows every code; its first digit is the account's id. Returns its origin. */
async function knowsAll(): Promise<string> {
  const core = createServer(
    connectNodeAdapter({
      routes: (router) =>
        router.service(PairingService, {
          getPairingCode: ({ code }) => ({ accountId: BigInt(code[0] ?? 0) }),
          pairDevice: () => ({ deviceId: 1n, accountName: 'acme', token: 'the-token' }),
        }),
    }),
  );
  await new Promise<void>((resolve) => core.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    core.closeAllConnections();
    await new Promise((resolve) => core.close(resolve));
  });
  return `http://127.0.0.1:${(core.address() as AddressInfo).port}`;
}

/** Pairs a phone of an account; returns 'paired', or the refusal. */
const pairOf = async (account: number, nth: number) => {
  const paired = await pair(`${account}${String(nth).padStart(9, '0')}`);
  return typeof paired === 'string' ? paired : 'paired';
};

test('of two phones that pair at a time the last place is for one', async () => {
  open(most - 1, await knowsAll());
  const both = await Promise.all([pairOf(2, 1), pairOf(3, 1)]);
  expect(both.toSorted()[1]).toBe('paired');
  expect(both.toSorted()[0]).toContain('a phones hub holds');
});

test('a place that was not taken is free again', async () => {
  open(most - 1);
  expect(await pair('1234567890')).toBe('the core cannot be asked now');
  expect(await pair('1234567892')).toBe('the core cannot be asked now');
});

test('an account pairs a phone while it has fewer than are free, however many come at once, so that others always can', async () => {
  open(0, await knowsAll(), 12);
  const first = await Promise.all(Array.from({ length: 10 }, (_, nth) => pairOf(1, nth)));
  expect(first.filter((said) => said === 'paired')).toHaveLength(6);
  expect(await pairOf(1, 10)).toBe(
    'of the 12 phones that a phones hub holds this account has 6, and 6 are free: it pairs a further one while it has fewer than are free',
  );
  expect(readdirSync(join(dir, 'phones'))).toHaveLength(6);
  // Others pair although the first has all that it may have.
  for (const [account, count] of [
    [2, 3],
    [3, 2],
    [4, 1],
  ] as const) {
    for (let nth = 0; nth < count; nth++) expect(await pairOf(account, nth)).toBe('paired');
    expect(await pairOf(account, count)).not.toBe('paired');
  }
  expect(await pairOf(5, 0)).toBe('a phones hub holds at most 12 phones');
});

test('wrong codes of an address are counted before a directory is made or the core is asked', async () => {
  const detail = toBinary(ErrorDetailSchema, create(ErrorDetailSchema, {}));
  const value = Buffer.from(detail).toString('base64').replace(/=+$/, '');
  const refusal = { code: 'not_found', details: [{ type: ErrorDetailSchema.typeName, value }] };
  let [asked, mostDirectories] = [0, 0];
  const core = createServer((request, response) => {
    asked++;
    mostDirectories = Math.max(mostDirectories, readdirSync(join(dir, 'phones')).length);
    request.resume();
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
  });
  await new Promise<void>((resolve) => core.listen(0, '127.0.0.1', resolve));
  open(0, `http://127.0.0.1:${(core.address() as AddressInfo).port}`, 50);
  const codes = Array.from({ length: 300 }, (_, index) => String(1_234_567_000 + index));
  const answers = await Promise.all(codes.map((code) => pair(code)));
  expect([asked, mostDirectories]).toEqual([10, 0]);
  expect(answers.filter((answer) => answer === 'the code is wrong, used or expired')).toHaveLength(10);
  expect(answers.filter((answer) => answer === 'too many wrong codes')).toHaveLength(290);
  expect(readdirSync(join(dir, 'phones'))).toEqual([]);
  // Another address is not kept waiting by it.
  expect(await pair('1234567890', '192.0.2.7')).toBe('the code is wrong, used or expired');
  core.closeAllConnections();
  await new Promise((resolve) => core.close(resolve));
});
