// Budgets of SIMs: a text that is over budget waits, leaves when the next minute, day or month begins, and never fails for it.

import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { type Handed, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  bench = await LinkBench.begin();
  inspect = openInspector(bench.databaseUrl);
  // The texts that each claim took and the parts that it counted, by transaction.
  await inspect.unsafe(`
    create table taken (tx xid8, account_id int8, device_id int8, slot int2, id int8, parts int4);
    create table counted (tx xid8, account_id int8, device_id int8, slot int2, minute timestamptz, day date, month date,
      used_minute int4, used_day int4, used_month int4);
    create function note_text() returns trigger language plpgsql as $$ begin
      insert into taken values (pg_current_xact_id(), new.account_id, new.device_id, new.sim, new.id, new.segments);
      return new; end $$;
    create function note_sim() returns trigger language plpgsql as $$ begin
      insert into counted values (pg_current_xact_id(), new.account_id, new.device_id, new.slot, new.minute, new.day,
        new.month, new.used_minute, new.used_day, new.used_month);
      return new; end $$;
    create trigger note_text after update on message for each row
      when (old.status = 'queued' and new.status = 'sending') execute function note_text();
    create trigger note_sim after update on sim for each row
      when (old.used_month <> new.used_month or old.month <> new.month) execute function note_sim();`);
});

// Time only moves forward, so each test has a month of its own.
let month = 3;
const on = (dayAndTime: string) =>
  `${new Date(Date.UTC(2026, month - 1)).toISOString().slice(0, 7)}-${dayAndTime}.000Z`;
/** Sets the clocks forwards to a moment. */
const leapTo = (instant: string | number) => bench.leap(new Date(instant).getTime() - bench.nowMs());
beforeEach(() => {
  month++;
  leapTo(on('10T12:00:00'));
});
afterEach(() => bench.cut());
afterAll(async () => {
  await inspect.end();
  await bench.end();
});

const setBudget = (
  account: TestAccount,
  deviceId: bigint,
  budget: { perMinute?: number; perDay?: number; perMonth?: number },
  slot = 1,
) => bench.core.admin.setSimBudget({ accountId: account.id, id: deviceId, slot, ...budget });

const parts = (count: number) => (count === 1 ? 'hello' : 'x'.repeat(153 * count));

async function startPhone(budget: Parameters<typeof setBudget>[2]) {
  const account = await bench.core.createAccount();
  const log: Handed[] = [];
  const phone = await RobotPhone.link(bench, { deviceId: 1n, token: account.deviceToken }, log);
  await setBudget(account, 1n, budget);
  return { account, log, phone };
}

/** The texts that wait, by the queue's own account. */
const waiting = async (account: TestAccount): Promise<number> => {
  const [row] =
    await inspect`select count(*)::int4 as n from message where account_id = ${account.id} and status = 'queued'`;
  return row?.n as number;
};

/** Nothing more leaves until the minute's last second, and then it does. */
async function leavesNextMinute(log: Handed[], more: number): Promise<void> {
  const count = log.length;
  await bench.run('3 s');
  const nowMs = bench.nowMs();
  leapTo(nowMs - (nowMs % 60_000) + 57_000);
  await bench.run('2 s');
  expect(log).toHaveLength(count);
  await bench.run('3 s');
  expect(log).toHaveLength(count + more);
}

test('a minute’s budget is used, and the rest goes minute by minute', async () => {
  const { account, log } = await startPhone({ perMinute: 2 });
  const ids: bigint[] = [];
  for (let index = 0; index < 5; index++) ids.push(await bench.send(account, `+1500555${1000 + index}`));
  await bench.idle();
  expect(log).toHaveLength(2);
  expect((await bench.get(account, ids[2] as bigint)).status).toBe(MessageStatus.QUEUED);
  await leavesNextMinute(log, 2);
  await leavesNextMinute(log, 1);
  expect(log.map(({ id }) => id)).toEqual(ids);
});

test('a day’s budget is used, and the rest goes the next day', async () => {
  const { account, log } = await startPhone({ perDay: 3 });
  leapTo(on('10T23:58:00'));
  for (let index = 0; index < 4; index++) await bench.send(account, '+15005551000');
  await bench.run('2 s');
  expect(log).toHaveLength(3);
  await leavesNextMinute(log, 0);
  await leavesNextMinute(log, 1);
});

test('a month’s budget is used, and the rest goes next month', async () => {
  const { account, log } = await startPhone({ perMonth: 2 });
  leapTo(Date.UTC(2026, month) - 90_000);
  for (let index = 0; index < 3; index++) await bench.send(account, '+15005551000');
  await bench.run('2 s');
  expect(log).toHaveLength(2);
  await leavesNextMinute(log, 0);
  await leavesNextMinute(log, 1);
});

test('parts are counted, and a text with more of them than a whole minute goes in a minute of its own', async () => {
  const { account, log } = await startPhone({ perMinute: 2 });
  await bench.send(account, '+15005551000', parts(1));
  await bench.send(account, '+15005551001', parts(5));
  await bench.send(account, '+15005551002', parts(1));
  await bench.idle();
  expect(log).toHaveLength(1);
  await leavesNextMinute(log, 1);
  await leavesNextMinute(log, 1);
  expect(log.map((handed) => handed.parts)).toEqual([1, 5, 1]);
});

test('a text that no day’s budget can hold waits until it expires, and holds back only its own recipient', async () => {
  const { account, log } = await startPhone({ perDay: 2 });
  const long = await bench.send(account, '+15005551000', parts(3));
  const behind = await bench.send(account, '+15005551000', parts(1));
  const other = await bench.send(account, '+15005551001', parts(1));
  await bench.idle();
  expect(log).toHaveLength(1);
  expect(log[0]?.id).toBe(other);
  expect((await bench.get(account, long)).status).toBe(MessageStatus.QUEUED);
  expect((await bench.get(account, behind)).status).toBe(MessageStatus.QUEUED);
});

test('a text that is too long for one SIM’s budget goes through another, and its recipient stays there', async () => {
  const { account, log } = await startPhone({ perDay: 2 });
  const second = await pairDevice(bench.core, bench.core.admin, account.id);
  await RobotPhone.link(bench, second, log);
  for (let index = 0; index < 3; index++) await bench.send(account, '+15005551000', parts(3));
  await bench.run('4 s');
  expect(log).toHaveLength(3);
  expect(log.map(({ device }) => device)).toEqual([2n, 2n, 2n]);
});

test('parts that were claimed stay counted when the text fails', async () => {
  const { account, log, phone } = await startPhone({ perDay: 1 });
  phone.hold();
  await bench.send(account);
  await bench.idle();
  expect(phone.held).toHaveLength(1);
  phone.agent.report(phone.held[0] as Job, 2, 'device_failed: no');
  await phone.agent.expect('reportAck');
  await bench.send(account);
  await bench.run('4 s');
  expect(log).toHaveLength(1);
  const { devices } = await bench.core.admin.listDevices({ accountId: account.id });
  expect(devices[0]?.sims).toMatchObject([{ slot: 1, perDay: 1, usedMinute: 1, usedDay: 1, usedMonth: 1 }]);
});

test('a budget that is raised lets waiting texts go before the minute is over', async () => {
  const { account, log } = await startPhone({ perDay: 1 });
  for (let index = 0; index < 3; index++) await bench.send(account);
  await bench.idle();
  expect(log).toHaveLength(1);
  await bench.run('2 s');
  await setBudget(account, 1n, {});
  // What a budget holds back is asked for again after ten seconds.
  await bench.run('10 s');
  expect(log).toHaveLength(3);
});

test('a SIM whose budget is used up holds back no other SIM', async () => {
  const { account, log } = await startPhone({ perDay: 1 });
  for (let index = 0; index < 30; index++) await bench.send(account, '+15005551000');
  await bench.idle();
  expect(log).toHaveLength(1);
  const second = await pairDevice(bench.core, bench.core.admin, account.id);
  await RobotPhone.link(bench, second, log);
  const id = await bench.send(account, '+15005552000');
  await bench.run('4 s');
  expect(log).toHaveLength(2);
  expect(log[1]).toMatchObject({ device: 2n, id });
});

/** A day that has not begun. */
const day = () => new Date(bench.nowMs() + 24 * 3600_000).toISOString().slice(0, 10);

/** Each of `texts` texts was claimed once. No SIM's claims exceed its budget, except by a single text that is longer than it. */
async function expectWithinBudgets(
  account: TestAccount,
  sims: readonly (readonly [bigint, number])[],
  budgets: readonly { perMinute?: number | undefined; perDay?: number | undefined }[],
  texts: number,
): Promise<void> {
  const claims = await inspect`
  select c.device_id, c.slot, c.minute, c.day, sum(t.parts)::int4 as parts, count(*)::int4 as texts
  from counted c join taken t on t.tx = c.tx and t.account_id = c.account_id and t.device_id = c.device_id
    and t.slot = c.slot
  where c.account_id = ${account.id} group by 1, 2, 3, 4`;
  const taken = await inspect`select id from taken where account_id = ${account.id}`;
  expect(new Set(taken.map(({ id }) => id)).size).toBe(texts);
  expect(taken).toHaveLength(texts);
  expect(claims.reduce((sum, claim) => sum + claim.texts, 0)).toBe(texts);
  for (const [index, [deviceId, slot]] of sims.entries()) {
    const { perMinute = Infinity, perDay = Infinity } = budgets[index] ?? {};
    const own = claims.filter((claim) => claim.device_id === deviceId && claim.slot === slot);
    for (const claim of own) if (claim.texts > 1) expect(claim.parts).toBeLessThanOrEqual(perMinute);
    for (const day of Map.groupBy(own, (claim) => String(claim.day)).values())
      expect(day.reduce((sum, claim) => sum + claim.parts, 0)).toBeLessThanOrEqual(perDay);
  }
}

test('property: with two cores no budget is ever exceeded, nothing is lost or repeated, and all of it goes', async () => {
  const budgets = fc.record({
    perMinute: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    perDay: fc.option(fc.integer({ min: 32, max: 40 }), { nil: undefined }),
  });
  const sends = fc.array(fc.record({ recipient: fc.nat(5), parts: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 5,
    maxLength: 14,
  });
  // Two days' budgets hold all texts, whichever SIM they go to.
  await fc.assert(
    fc.asyncProperty(
      fc.array(budgets, { minLength: 3, maxLength: 3 }),
      sends,
      fc.nat(3),
      async (three, drawn, flips) => {
        leapTo(`${day()}T23:56:00.000Z`);
        const account = await bench.core.createAccount();
        const first = { deviceId: 1n, token: account.deviceToken };
        const second = await pairDevice(bench.core, bench.core.admin, account.id);
        const log: Handed[] = [];
        const hello = { sims: [1, 2] };
        const phones = [
          await RobotPhone.link(bench, first, log, { window: 4, hello }),
          await RobotPhone.link(bench, second, log, { window: 3, at: bench.other }),
        ];
        const sims = [
          [1n, 1],
          [1n, 2],
          [2n, 1],
        ] as const;
        for (const [index, [deviceId, slot]] of sims.entries()) {
          const { perMinute, perDay } = three[index] ?? {};
          await setBudget(
            account,
            deviceId,
            { ...(perMinute && { perMinute }), ...(perDay && { perDay }) },
            slot,
          );
        }
        const half = Math.ceil(drawn.length / 2);
        const send = (list: typeof drawn, at: typeof bench.core) =>
          at.messages.sendMessages({
            texts: list.map((text) => ({
              accountId: account.id,
              address: `+1500555${1000 + text.recipient}`,
              body: parts(text.parts),
            })),
          });
        await Promise.all([send(drawn.slice(0, half), bench.core), send(drawn.slice(half), bench.other)]);

        for (let minutes = 0; (await waiting(account)) > 0; minutes++) {
          expect(minutes).toBeLessThan(60);
          await bench.run('4 s');
          const nowMs = bench.nowMs();
          leapTo(nowMs - (nowMs % 60_000) + 58_000);
          await bench.run('4 s');
          if (minutes < flips) {
            // The first device moves to the other core, or comes back.
            phones[0]?.cut();
            const at = minutes % 2 === 0 ? bench.other : bench.core;
            phones[0] = await RobotPhone.link(bench, first, log, { window: 4, hello, at });
          }
        }
        expect(new Set(log.map(({ id }) => id)).size).toBe(drawn.length);
        for (const phone of phones) phone.cut();

        await expectWithinBudgets(account, sims, three, drawn.length);
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
