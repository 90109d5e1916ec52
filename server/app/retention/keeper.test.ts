// What is not kept longer is deleted: only what is over, in small steps, and a name that a text had stays taken.
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../runtime/clock.ts';
import { noFailpoint } from '../../../runtime/failpoint.ts';
import { createLog } from '../../../runtime/log.ts';
import type { RetentionDays } from '../../store/retention/retention_days.ts';
import { createReadStats } from '../accounts/stats.ts';
import { type OptOutWorld, recipient } from '../opt_outs/testing/opt_out_world.ts';
import { provideOptOutWorld } from '../opt_outs/testing/provide_opt_out_world.ts';
import { startPruner } from '../pruning/pruner.ts';
import { startKeeper } from './keeper.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld((shared, own) => {
  [world, account] = [shared, own];
});

const log = createLog('core', 'silent');
const other = '+15005550007';
const forEver: RetentionDays = { textsDays: null, wordsDays: null, logsDays: null };

/** A round of one replica, in which these days hold, some time later; returns how many texts went. */
async function keep(days: Partial<RetentionDays>, usual = forEver, laterMs = 0) {
  const { store, clock: now } = world;
  await store.setRetentionDays(account, { ...forEver, ...days });
  const clock: Clock = {
    nowMs: () => now.nowMs() + laterMs,
    setTimeout: (fn, delayMs) => now.setTimeout(fn, delayMs),
    setInterval: (fn, periodMs) => now.setInterval(fn, periodMs),
  };
  const keeper = startKeeper({ store, clock, log, failpoint: noFailpoint, usual });
  const done = await keeper.keep();
  await keeper.stop();
  return done;
}
/** Sends a text that was delivered so many days ago. */
async function sendOld(days: number, { ref = null as string | null, to = recipient } = {}): Promise<bigint> {
  const id = (await world.send(account, { ref, to })) as bigint;
  await end(id, days);
  return id;
}
const end = (id: bigint, days: number) => world.inspect`
  update message set status = 'delivered', deadline_at = null, created_at = created_at - make_interval(days => ${days}),
    sent_at = created_at, delivered_at = created_at
  where account_id = ${account} and id = ${id}`;
const ids = async () =>
  (await world.inspect`select id from message where account_id = ${account} order by id`).map(({ id }) => id);

describe('texts', () => {
  test('go once they are older than they are kept, and not a day before', async () => {
    await sendOld(91);
    const young = await sendOld(89);
    expect(await keep({ textsDays: 90 })).toBe(1);
    expect(await ids()).toEqual([young]);
    expect(await keep({ textsDays: 90 })).toBe(0);
  });

  test('stay while something may still become of them, and go a day after they were found so', async () => {
    const waiting = (await world.send(account)) as bigint;
    await world.inspect`update message set created_at = created_at - interval '100 days' where account_id = ${account}`;
    const over = await sendOld(95, { to: other });
    expect(await keep({ textsDays: 90 })).toBe(1);
    expect(await ids()).toEqual([waiting]);
    expect(over).not.toBe(waiting);
    await end(waiting, 0);
    expect(await keep({ textsDays: 90 })).toBe(0);
    expect(await keep({ textsDays: 90 }, forEver, 86_400_000)).toBe(1);
    expect(await ids()).toEqual([]);
  });

  test('that are for later count from when they leave', async () => {
    const id = await sendOld(100);
    await world.inspect`update message set send_at = created_at + interval '30 days' where account_id = ${account}`;
    expect(await keep({ textsDays: 90 })).toBe(0);
    expect(await ids()).toEqual([id]);
  });

  test('that somebody has locked are waited for by nobody', async () => {
    const [locked, free] = [await sendOld(100), await sendOld(100)];
    await world.inspect.begin(async (sql) => {
      await sql`select from message where account_id = ${account} and id = ${locked} for update`;
      expect(await keep({ textsDays: 90 })).toBe(1);
    });
    expect(await ids()).toEqual([locked]);
    expect(free).not.toBe(locked);
  });

  test('keep their client_ref: a repeat sends nothing, and is answered with the id and the state of the deleted text', async () => {
    const id = await sendOld(100, { ref: 'visit-1' });
    await keep({ textsDays: 90 });
    expect(await ids()).toEqual([]);
    const [before] = await world.inspect`select texts_used from account where id = ${account}`;
    expect(await world.send(account, { ref: 'visit-1' })).toBe(id);
    expect(await world.send(account, { ref: 'visit-1', replica: 1 })).toBe(id);
    expect(await ids()).toEqual([]);
    expect(await world.inspect`select texts_used from account where id = ${account}`).toEqual([before]);
    const { outcome } = await (world.replicas[0] as (typeof world.replicas)[0]).send(account, {
      ...{ address: recipient, body: 'hello', clientRef: 'visit-1' },
    });
    expect(outcome).toMatchObject({ replayed: true, differs: false, message: { id, status: 'delivered' } });
  });

  test('that a phone brings once more after they were deleted are no new texts', async () => {
    const bring = () =>
      (world.replicas[0] as (typeof world.replicas)[0]).receive({
        ...{ accountId: account, deviceId: 1n, country: 'US', inboundId: 'a', address: recipient },
        ...{ body: 'hello', receivedAtMs: world.clock.nowMs() },
      });
    await bring();
    await world.inspect`update message set created_at = created_at - interval '100 days' where account_id = ${account}`;
    expect(await keep({ textsDays: 90 })).toBe(1);
    await bring();
    expect(await ids()).toEqual([]);
  });

  test('leave no gap to their readers: one that comes from before them learns of it, and one from behind them does not', async () => {
    await sendOld(100);
    const last = await sendOld(100);
    const kept = await sendOld(1);
    await keep({ textsDays: 90 });
    const read = async (since: bigint) => {
      const page = await world.store.listChanges(account, since, 10, 1e6);
      return { ids: page?.messages.map(({ id }) => id), isTruncated: page?.isTruncated };
    };
    expect(await read(0n)).toEqual({ ids: [kept], isTruncated: true });
    expect(await read(last - 1n)).toEqual({ ids: [kept], isTruncated: true });
    expect(await read(last)).toEqual({ ids: [kept], isTruncated: false });
    expect(await read(kept)).toEqual({ ids: [], isTruncated: false });
  });

  test('are missing from the last page of their conversation and of the log, which say so; a younger conversation does not', async () => {
    await sendOld(100);
    await sendOld(1, { to: other });
    await sendOld(1);
    const young = await sendOld(1);
    const { store } = world;
    const conversation = async (address: string, limit = 10) =>
      (await store.listThreadMessages(account, address, 2n ** 62n, limit, 1e6)).isTruncated;
    const all = { direction: null, status: null, route: null, addressNorm: null, keyId: null };
    const log = async (least: bigint, limit = 10) =>
      (await store.listLog(account, all, { before: 2n ** 62n, least }, limit, 1e6)).isTruncated;
    expect([await conversation(recipient), await log(0n)]).toEqual([false, false]);
    await keep({ textsDays: 90 });
    expect([await conversation(recipient), await log(0n)]).toEqual([true, true]);
    expect([await conversation(recipient, 1), await log(0n, 1)]).toEqual([false, false]);
    expect([await conversation(other), await log(young + 1n)]).toEqual([false, false]);
  });

  test('take their conversation along when its newest goes, and leave one that goes on', async () => {
    await sendOld(100, { to: other });
    await sendOld(100);
    const kept = await sendOld(1);
    await keep({ textsDays: 90 });
    const { threads } = await world.store.listThreads(account, 2n ** 62n, 10, 1e6);
    expect(threads).toMatchObject([{ addressNorm: recipient, lastMessage: { id: kept } }]);
    expect(await world.inspect`select from thread where account_id = ${account}`).toHaveLength(1);
  });

  test('stay in the stats of their days, also when their block is counted again', async () => {
    await sendOld(60);
    await sendOld(60);
    const { clock, store } = world;
    const stats = createReadStats({ store, clock, log });
    const read = async () => {
      const asked = { from: '2026-01-01', to: '2026-03-31', by: 'month', split: null } as const;
      return (await stats(account, asked)).stats;
    };
    const before = await read();
    expect(before).toMatchObject([{ sent: 2, delivered: 2 }]);
    expect(await keep({ textsDays: 32 })).toBe(2);
    await sendOld(1);
    expect(await read()).toEqual([...before, expect.objectContaining({ sent: 1, delivered: 1 })]);
  });
});

describe('words', () => {
  test('go while the text stays with its states and its place in the feed, and says when they went', async () => {
    const id = await sendOld(8, { ref: 'a' });
    const [before] = await world.feed(account);
    expect(await keep({ wordsDays: 7 })).toBe(1);
    const [after] = await world.feed(account);
    expect(after).toEqual({ ...before, body: '', bodyRemovedAtMs: world.clock.nowMs() });
    expect(await keep({ wordsDays: 7 })).toBe(0);
    const { outcome } = await (world.replicas[0] as (typeof world.replicas)[0]).send(account, {
      ...{ address: recipient, body: 'hello', clientRef: 'a' },
    });
    expect(outcome).toMatchObject({ replayed: true, differs: false, message: { id, body: '' } });
  });

  test('of a text that is not over stay', async () => {
    await world.send(account);
    await world.inspect`update message set created_at = created_at - interval '100 days' where account_id = ${account}`;
    expect(await keep({ wordsDays: 7 })).toBe(0);
    expect((await world.feed(account))[0]?.body).toBe('hello');
  });
});

test('an approval is kept for ever: whatever else is deleted, the page of its key reads who decided, until its text goes', async () => {
  const id = await sendOld(4_000);
  const keyId = 7n;
  await world.inspect`insert into approval (account_id, message_id, key_id, created_at, expires_at, is_urgent, decision,
    decided_at, user_id) select account_id, id, ${keyId}, created_at, created_at + interval '1 day', false, 'approved', created_at, 3
    from message where account_id = ${account} and id = ${id}`;
  await world.inspect`insert into key_refusal (account_id, key_id, code, address_norm, message, times, first_at, last_at)
    select account_id, ${keyId}, 'recipient_not_allowed', '', 'not allowed', 1, created_at, created_at
    from message where account_id = ${account} and id = ${id}`;
  const { store, clock } = world;
  const pruner = startPruner({ store, clock, log });
  const readDecided = async () =>
    (await store.listDecidedApprovals(account, keyId, 2n ** 62n, 10)).map(({ messageId, userId, body }) => ({
      ...{ messageId, userId, body },
    }));

  expect(await pruner.prune()).toBeGreaterThan(0);
  await keep({ wordsDays: 1, logsDays: 1, textsDays: 0 });
  expect(await readDecided()).toEqual([{ messageId: id, userId: 3n, body: '' }]);
  await keep({ textsDays: 3_650 });
  await pruner.stop();
  expect(await readDecided()).toEqual([]);
  expect(await world.inspect`select from approval where account_id = ${account}`).toHaveLength(0);
});

describe('an account', () => {
  test('without days of its own keeps texts as is usual, and for ever where it says 0', async () => {
    await sendOld(100);
    const usual = { ...forEver, textsDays: 90 };
    expect(await keep({ textsDays: 0 }, usual)).toBe(0);
    expect(await keep({ textsDays: 200 }, usual)).toBe(0);
    expect(await keep({}, usual)).toBe(1);
  });

  test('is deleted from by one core at a time', async () => {
    for (let n = 0; n < 5; n++) await sendOld(100);
    const step = { accountId: account, nowMs: world.clock.nowMs(), beforeMs: world.clock.nowMs() };
    const [one, two] = await Promise.all(
      world.replicas.map(({ store }) => store.deleteTexts({ ...step, most: 3 })),
    );
    expect((one?.rows ?? 0) + (two?.rows ?? 0)).toBeGreaterThanOrEqual(3);
    expect(await ids()).toHaveLength(5 - (one?.rows ?? 0) - (two?.rows ?? 0));
  });
});
