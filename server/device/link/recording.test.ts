// What a link has on its way to a database that is away: it is tried again, and the log stays short.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { IntakeShares, Recording } from './recording.ts';

const { clock, run, idle } = simulateEachTest();

test('what a link cannot store is tried again frame by frame, and is one line of the log for all of it', async () => {
  const lines: string[] = [];
  const tries: string[] = [];
  let isAway = true;
  const stored: string[] = [];
  const share = new IntakeShares().open(1n, () => {});
  const recording = new Recording({
    ...{ clock, device: '1/1', share, onFull: () => {} },
    log: { warn: (_fields: object, line: string) => lines.push(line) } as never,
  });
  for (let frame = 0; frame < 400; frame++)
    recording.take({
      ...{ name: `report ${frame}`, bytes: 100, onStored: () => stored.push(`report ${frame}`) },
      store: async () => {
        tries.push(`report ${frame}`);
        if (isAway) throw new Error('away');
      },
    });
  await idle();
  expect([tries.length, lines.length]).toEqual([400, 1]);
  isAway = false;
  await run('500 ms');
  expect([tries.length, stored.length, lines.length]).toEqual([800, 400, 1]);
});
