import { existsSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SentLog } from './simulated_log.ts';

const line = {
  ...{ journal: 'a', message_id: '1', attempt: 1, recipient: '0'.repeat(16), at_ms: 0 },
  ...{ receipt: 'none' as const, receipt_after_ms: 0 },
};

test('a log of 64 MiB is written on, and one beyond that is put aside in place of the one before', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sent-log-'));
  const path = join(dir, 'simulated_sent.log');
  const open = (bytes: number) => {
    writeFileSync(path, '');
    truncateSync(path, bytes - 1);
    writeFileSync(path, '\n', { flag: 'a' });
    const log = new SentLog(dir);
    log.append(line);
    log.close();
  };
  const bound = 64 * 1024 * 1024;
  open(bound);
  expect([existsSync(`${path}.1`), statSync(path).size > bound]).toEqual([false, true]);
  for (const more of [1, 2]) {
    open(bound + more);
    expect([statSync(`${path}.1`).size, statSync(path).size < 1_000]).toEqual([bound + more, true]);
  }
  rmSync(dir, { recursive: true });
});
