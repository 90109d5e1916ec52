// What a killed run leaves behind is gone when the next one starts.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeInstanceLock } from '../../server/embedded/host/instance_lock.ts';
import { removeAbandoned } from './embedded.ts';

const root = mkdtempSync(join(tmpdir(), 'abandoned-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function makeCluster(name: string): string {
  const dataDir = join(root, name);
  mkdirSync(join(dataDir, 'pg'), { recursive: true });
  writeFileSync(join(dataDir, 'pg.lock'), '');
  return dataDir;
}

test('a cluster whose lock nobody holds is removed, and one whose run goes on is left alone', async () => {
  const [abandoned, held, other] = ['textrelay-pg-1', 'textrelay-pg-2', 'data'].map(makeCluster) as [
    string,
    string,
    string,
  ];
  const lock = takeInstanceLock(join(held, 'pg.lock'), held);
  await removeAbandoned(root);
  lock.release();
  expect([abandoned, held, other].map((dataDir) => existsSync(dataDir))).toEqual([false, true, true]);
});
