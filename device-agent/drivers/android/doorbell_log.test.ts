import { expect, test } from 'vitest';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { Doorbell } from './doorbell.ts';

test('calls without a signature are all refused, and are a line of the log every ten seconds at most', async () => {
  const lines: string[] = [];
  let nowMs = 0;
  const port = await freePort();
  const doorbell = new Doorbell({
    ...{ listen: { host: '127.0.0.1', port }, signingKey: 'key', phoneNowMs: () => nowMs },
    log: { warn: (line: string) => lines.push(line) } as never,
    onEvent: async () => true,
  });
  await doorbell.open();
  const call = async () => (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' })).status;
  try {
    for (const [atMs, count] of [
      [0, 1],
      [0, 1],
      [9_999, 1],
      [10_000, 2],
      [10_001, 2],
    ] as const) {
      nowMs = atMs;
      expect([await call(), lines.length]).toEqual([401, count]);
    }
  } finally {
    doorbell.close();
  }
});
