// The last day of the service, from its texts: what each hour had, and what each account did, within bounds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { prepareDailyHealth } from './daily_health.ts';

const nowMs = Date.parse('2026-11-20T12:30:00Z');
const hourMs = 3_600_000;
const asked = {
  fromMs: Date.parse('2026-11-19T12:00:00Z'),
  dayMs: nowMs - 24 * hourMs,
  hourMs: nowMs - hourMs,
  nowMs,
};
const at = (time: string) => ({ createdAt: `timestamptz '2026-11-${time}+00'` });

let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
  for (const [id, name] of [
    [3n, 'Quiet'],
    [4n, 'Busy'],
    [5n, 'Long ago'],
  ] as const)
    await rows.addAccount(id, { name });
  await rows.addTexts(5n, 9, at('18 10:00:00'));
  await rows.addTexts(3n, 2, at('20 09:10:00'));
  await rows.addTexts(3n, 1, { ...at('20 09:20:00'), direction: "'in'", status: "'received'" });
  await rows.addTexts(4n, 5, at('18 10:00:00'));
  await rows.addTexts(4n, 2, { ...at('19 12:10:00'), status: "'failed'" });
  await rows.addTexts(4n, 4, { ...at('20 09:59:00'), status: "'failed'" });
  await rows.addTexts(4n, 3, { ...at('20 12:00:00'), status: "'queued'" });
  await rows.inspect`update message set sent_at = created_at + interval '90 s' where account_id = 3 and direction = 'out'`;
  // One was cancelled: nothing failed, and nothing was sent.
  await rows.inspect`update message set error = 'cancelled: x' where account_id = 4 and id = 8`;
  await rows.inspect`insert into opt_out (account_id, address_norm, since, source, ends_waiting) values
    (4, '+15005550001', timestamptz '2026-11-20 12:10:00+00', 'keyword', false),
    (4, '+15005550002', timestamptz '2026-11-20 09:00:00+00', 'keyword', false),
    (4, '+15005550003', timestamptz '2026-11-18 09:00:00+00', 'keyword', false)`;
});
afterAll(() => rows.close());

test('each hour has its texts, and how long the slowest waited; each account what it did, with its opt-outs', async () => {
  const found = await rows.store.readDailyHealth(asked);
  const hours = found.filter(({ accountId }) => accountId === null);
  expect(
    hours.map(({ hourMs: hour, sent, failed, longestWaitSeconds }) => [
      new Date(hour ?? 0).toISOString().slice(5, 16),
      sent,
      failed,
      longestWaitSeconds,
    ]),
  ).toEqual([
    ['11-19T12:00', 2, 2, 0],
    ['11-20T09:00', 5, 3, 90],
    ['11-20T12:00', 3, 0, 1_800],
  ]);
  // Nobody asks about an account in which nothing went wrong.
  expect(found.filter(({ accountId }) => accountId !== null)).toMatchObject([
    {
      accountId: 4n,
      name: 'Busy',
      isSuspended: false,
      isComplete: true,
      sent: 6,
      sentLastHour: 3,
      failed: 3,
      failedLastHour: 0,
      optOuts: 2,
      optOutsLastHour: 1,
    },
  ]);
});

test('no more texts of an account, texts and accounts are looked at than have a bound, and the answer says so', async () => {
  const bounds = { accounts: 10, textsEach: 10, texts: 100, devices: 10, optOuts: 10 };
  const read = async (fewer: Partial<typeof bounds>) => {
    const found = await prepareDailyHealth(rows.database, { ...bounds, ...fewer }).readDailyHealth(asked);
    return [
      found.reduce((sum, { hourMs: hour, sent }) => sum + (hour === null ? 0 : sent), 0),
      found.every(({ isComplete }) => isComplete),
    ];
  };
  expect(await read({})).toEqual([10, true]);
  expect(await read({ textsEach: 9 })).toEqual([10, true]);
  expect(await read({ textsEach: 8 })).toEqual([9, false]);
  expect(await read({ texts: 12 })).toEqual([10, true]);
  // The busiest account is looked at first.
  expect(await read({ texts: 11 })).toEqual([8, false]);
  expect((await read({ accounts: 3 }))[1]).toBe(true);
  expect((await read({ accounts: 2 }))[1]).toBe(false);
});

test('devices that are away stand in the hour in which they were last seen', async () => {
  const add = (id: number, lastSeen: string, online: string | null, revoked: string | null = null) =>
    rows.inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at, last_seen_at, online_until, unpaired_at)
      values (3, ${id}, 'x', ${Buffer.from(String(id))}, 1, '', 'x', now(), ${lastSeen}, ${online}, ${revoked})`;
  await add(1, '2026-11-20T09:05:00Z', null);
  await add(2, '2026-11-20T09:50:00Z', '2026-11-20T09:51:00Z');
  await add(3, '2026-11-01T09:50:00Z', null);
  await add(4, '2026-11-20T12:29:00Z', '2026-11-20T12:31:00Z');
  await add(5, '2026-11-20T09:50:00Z', null, '2026-11-20T10:00:00Z');
  const away = await rows.store.readDevicesAway(nowMs, asked.fromMs);
  expect(away.toSorted((a, b) => (a.hourMs ?? 0) - (b.hourMs ?? 0))).toEqual([
    { hourMs: null, devices: 1 },
    { hourMs: Date.parse('2026-11-20T09:00:00Z'), devices: 2 },
  ]);
});
