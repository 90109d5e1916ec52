import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../runtime/log.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { Hub } from './hub.ts';

const most = 3;
let dir: string;
let hub: Hub;

function open(phones: number): void {
  const stored = { tokenHash: '', codeHash: '', pairedAtMs: 0, isTokenUsed: true, model: 'phone' };
  const json = JSON.stringify({ ...stored, version: '', sims: [], isPushed: false });
  for (let at = 0; at < phones; at += 1) {
    const home = join(dir, 'phones', at.toString(16).padStart(16, '0'));
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'phone.json'), json);
  }
  // No core listens there.
  const core = { coreUrl: 'http://127.0.0.1:1', name: 'hub', agentVersion: '1', mostPhones: most };
  hub = new Hub({ ...core, dir, clock: new ManualClock(), log: createLog('agent', 'silent') });
}

const pair = (code: string) =>
  hub
    .pair(code, { model: `phone ${code}`, version: '', sims: [], isPushed: false, address: '127.0.0.1' })
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
