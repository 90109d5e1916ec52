import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { DayRow } from '../../store/operations/daily_health.ts';
import { createReadDailyHealth, mostNamed } from './daily_health.ts';

const { clock, run } = simulateEachTest();

const row: DayRow = {
  hourMs: null,
  accountId: null,
  name: null,
  isSuspended: false,
  sent: 0,
  sentLastHour: 0,
  failed: 0,
  failedLastHour: 0,
  longestWaitSeconds: 0,
  optOuts: 0,
  optOutsLastHour: 0,
  isComplete: true,
};

function open(rows: DayRow[], away: { hourMs: number | null; devices: number }[] = []) {
  let looks = 0;
  const read = createReadDailyHealth({
    clock,
    store: {
      readDailyHealth: async () => {
        looks++;
        return rows;
      },
      readDevicesAway: async () => away,
    },
  });
  return { read, looks: () => looks };
}

test('there is one look a minute, however many ask', async () => {
  const { read, looks } = open([]);
  await Promise.all([read(), read()]);
  await run(59_999);
  await read();
  expect(looks()).toBe(1);
  await run(1);
  await read();
  expect(looks()).toBe(2);
});

test('each of 25 hours has its texts, and the devices that have been away since it or longer', async () => {
  const hour = 3_600_000;
  const startMs = Math.floor(clock.nowMs() / hour) * hour;
  const { read } = open(
    [{ ...row, hourMs: startMs, sent: 4 }],
    [
      { hourMs: null, devices: 1 },
      { hourMs: startMs - hour, devices: 2 },
    ],
  );
  const { hours } = await read();
  expect(hours).toHaveLength(25);
  expect(hours.at(-1)).toMatchObject({ startMs, sent: 4, devicesAway: 3 });
  expect(hours.at(-2)).toMatchObject({ sent: 0, devicesAway: 3 });
  expect(hours[0]).toMatchObject({ startMs: startMs - 24 * hour, devicesAway: 1 });
});

test('of accounts that stand out 20 are named: those with opt-outs first, then those with most failures', async () => {
  const failing = Array.from({ length: mostNamed + 5 }, (_, index) => ({
    ...row,
    accountId: BigInt(index + 1),
    sent: 100,
    failed: 20 + index,
  }));
  const { read } = open([
    { ...row, accountId: 98n, sent: 100, failed: 19 },
    ...failing,
    { ...row, accountId: 99n, sent: 10, optOuts: 5 },
  ]);
  const { accounts } = await read();
  expect(accounts.map(({ id }) => id)).toEqual([
    99n,
    ...failing
      .toReversed()
      .slice(0, mostNamed - 1)
      .map(({ accountId }) => accountId),
  ]);
});
