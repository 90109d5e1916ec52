import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { createLog } from '../../runtime/log.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { Hub } from './hub.ts';

const most = 3;
let dir: string;
let hub: Hub;

function open(phones: number, coreUrl = 'http://127.0.0.1:1', mostPhones = most): void {
  const stored = { tokenHash: '', codeHash: '', pairedAtMs: 0, isTokenUsed: true, model: 'phone' };
  const json = JSON.stringify({ ...stored, version: '', sims: [], isPushed: false });
  for (let at = 0; at < phones; at += 1) {
    const home = join(dir, 'phones', at.toString(16).padStart(16, '0'));
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'phone.json'), json);
  }
  // Unless a test says otherwise, no core listens there.
  const core = { coreUrl, name: 'hub', agentVersion: '1', mostPhones };
  hub = new Hub({ ...core, dir, clock: new ManualClock(), log: createLog('agent', 'silent') });
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
  rmSync(dir, { recursive: true, force: true });
});

test('a hub that is full takes no phone, and says so before a code is spent', async () => {
  open(most);
  expect(await pair('1234567890')).toBe('a phones hub holds at most 3 phones');
});

test('of two phones that pair at a time the last place is for one', async () => {
  open(most - 1);
  const [first, second] = await Promise.all([pair('1234567890'), pair('1234567891')]);
  expect(second).toBe('a phones hub holds at most 3 phones');
  expect(first).toBe('the core cannot be asked now');
  // Nothing holds the place that was not taken.
  expect(await pair('1234567892')).toBe('the core cannot be asked now');
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
  expect([asked, mostDirectories <= 10]).toEqual([10, true]);
  expect(answers.filter((answer) => answer === 'the code is wrong, used or expired')).toHaveLength(10);
  expect(answers.filter((answer) => answer === 'too many wrong codes')).toHaveLength(290);
  expect(readdirSync(join(dir, 'phones'))).toEqual([]);
  // Another address is not kept waiting by it.
  expect(await pair('1234567890', '192.0.2.7')).toBe('the code is wrong, used or expired');
  core.closeAllConnections();
  await new Promise((resolve) => core.close(resolve));
});
