// Who sends a text through which carrier, when its time is over, and whose turn it is.
import { describe, expect, test } from 'vitest';
import { type DispatchWorld, lifetimes } from './testing/dispatch_world.ts';
import { account, long, provideDispatchWorld, sendOne } from './testing/provide_dispatch_world.ts';
import { acceptAll, configured, ScriptedCarrier, silence, throttle } from './testing/scripted_carrier.ts';

let world: DispatchWorld;

provideDispatchWorld((made) => {
  world = made;
});

describe('time', () => {
  test('ends a text that no carrier took as expired_in_queue, with its unit back, queued or released', async () => {
    const [queued = 0n, released = 0n] = await world.send(account, [{}, {}], 4_999);
    await world.inspect`update message set status = 'sending', attempt = 1, retry_at = ${world.now} where id = ${released}`;
    await world.run('5 s');
    for (const id of [queued, released])
      expect(await world.message(account, id)).toMatchObject({
        status: 'failed',
        charged: false,
        error: expect.stringMatching(/^expired_in_queue: /),
      });
    expect(await world.used(account)).toBe(0);
  });

  test('ends a released text of which a part left as expired and paid for, and one with an unknown part as unknown', async () => {
    const texts = ['+15005550006', '+15005550007'].map((to) => ({ body: long, to }));
    const [left = 0n, doubtful = 0n] = await world.send(account, texts, 4_999);
    const carrier = new ScriptedCarrier({
      script: (submission) => {
        if (submission.part === 1)
          return submission.recipient.endsWith('6') ? acceptAll(submission) : silence;
        return throttle;
      },
    });
    const replica = world.start([configured('main', carrier)]);
    for (const id of [left, doubtful])
      expect(await world.message(account, id)).toMatchObject({ attempt: 1, holder: null });
    await replica.stop();
    await world.run('5 s');
    expect(await world.message(account, left)).toMatchObject({
      error: expect.stringMatching(/^expired_in_queue: /),
      charged: true,
    });
    expect(await world.message(account, doubtful)).toMatchObject({
      error: expect.stringMatching(/^outcome_unknown: /),
      charged: true,
    });
    expect(await world.used(account)).toBe(2);
  });

  test('lets a text stay claimed for the grace beyond its expiry, and a released one not', async () => {
    const id = await sendOne(world);
    const expiryMs = world.clock.nowMs() + lifetimes.queuedMs;
    const carrier = new ScriptedCarrier({ script: () => 'wait' });
    world.start([configured('main', carrier)]);
    const held = await world.message(account, id);
    expect(held.deadline_at?.getTime()).toBe(expiryMs + lifetimes.sendingGraceMs);
    expect(carrier.submits[0]?.expiresAtMs).toBe(expiryMs);
    carrier.isBackingOff = true;
    carrier.waiting[0]?.answer(throttle);
    const released = await world.message(account, id);
    expect(released.holder).toBeNull();
    expect(released.deadline_at?.getTime()).toBe(expiryMs);
  });

  test('keeps a text that is over its time from being claimed or submitted', async () => {
    const [first = 0n, second = 0n] = await world.send(account, [{}, {}], 1_000);
    const carrier = new ScriptedCarrier({ window: 1, script: () => 'wait' });
    world.start([configured('main', carrier)]);
    await world.run(1_001);
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: null });
    expect(await world.message(account, first)).toMatchObject({ status: 'sent' });
    await world.sweeper.sweep();
    expect((await world.message(account, second)).error).toMatch(/^expired_in_queue: /);
    expect(carrier.submits).toHaveLength(1);
  });

  test('keeps the parts that are left of a text from being submitted too late', async () => {
    const [id = 0n] = await world.send(account, [{ body: long }], 1_000);
    const carrier = new ScriptedCarrier({ window: 1, script: () => 'wait' });
    world.start([configured('main', carrier)]);
    await world.run(1_001);
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: 'a' });
    expect(await world.message(account, id)).toMatchObject({ holder: null });
    await world.sweeper.sweep();
    expect(await world.message(account, id)).toMatchObject({
      error: expect.stringMatching(/^expired_in_queue: /),
      charged: true,
    });
    expect(carrier.submits).toHaveLength(1);
  });
});

describe('who sends', () => {
  test("an account's oldest number on the carrier, else the carrier's own sender, else nobody", async () => {
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
      ('main', '+15005550111', 7, '2026-01-02'), ('main', '+15005550112', 7, '2026-01-01'), ('other', '+15005550113', 7, '2025-01-01')`;
    await world.addAccount(8n);
    await world.addAccount(9n);
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
      ('own', '+15005550114', 9, '2026-01-01')`;
    for (const id of [7n, 8n, 9n]) await world.send(id, [{}]);
    const main = new ScriptedCarrier();
    const own = new ScriptedCarrier();
    world.start([configured('own', own, { priority: 1, sharedSender: null }), configured('main', main)]);
    for (const id of [7n, 8n, 9n]) expect(await world.message(id, 1n)).toMatchObject({ status: 'sent' });
    expect(main.submits.map(({ accountId, sender }) => [accountId, sender])).toEqual([
      [7n, '+15005550112'],
      [8n, '+15005550100'],
    ]);
    expect(own.submits.map(({ accountId, sender }) => [accountId, sender])).toEqual([[9n, '+15005550114']]);
  });

  test('a text that names a number leaves by a carrier that has it, with it, and waits without holding others back', async () => {
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
      ('main', '+15005550111', 7, '2026-01-01'), ('main', 'ACME', 7, '2026-01-02'), ('other', '+15005550113', 7, '2025-01-01')`;
    await world.addAccount(8n);
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
      ('main', '12345', 8, '2026-01-01')`;
    const senders = [...Array(300).fill('+15005550113'), 'ACME', null, '12345'];
    const ids = await world.send(
      account,
      senders.map(() => ({})),
    );
    for (const [index, id] of ids.entries())
      await world.inspect`update message set sender = ${senders[index]} where id = ${id}`;
    const main = new ScriptedCarrier();
    const replica = world.start([configured('main', main)]);
    for (const id of ids.slice(300, 302))
      expect(await world.message(account, id)).toMatchObject({ status: 'sent' });
    await replica.stop();
    expect(main.submits.map(({ messageId, sender }) => [messageId, sender])).toEqual([
      [ids[300], 'ACME'],
      [ids[301], '+15005550111'],
    ]);
    const other = new ScriptedCarrier();
    world.start([configured('main', main), configured('other', other, { priority: 99 })]);
    const left = (await world.messages()).filter(({ status }) => status === 'sent');
    expect(left.map(({ id }) => id)).toEqual(ids.slice(0, 302));
    expect(new Set(other.submits.map(({ sender }) => sender))).toEqual(new Set(['+15005550113']));
    expect([main.submits.length, other.submits.length]).toEqual([2, 300]);
    expect(await world.message(account, ids[302] as bigint)).toMatchObject({ status: 'queued' });
  });

  test('a claim that was listed before judges the number again', async () => {
    const id = await sendOne(world);
    await world.inspect`insert into core_replica (alive_until) values (${new Date(world.clock.nowMs() + 30_000)})`;
    const [replica] = await world.inspect`select id from core_replica`;
    const claim = async () => {
      const asked = [{ accountId: account, id, attempt: 0, carrier: 'main', number: '+15005550111' }];
      const instants = { nowMs: world.clock.nowMs(), sendingGraceMs: 0 };
      return (await world.store.claimForCarriers(replica?.id, asked, instants)).claims[0]?.id;
    };
    await world.inspect`update message set sender = '+15005550111' where id = ${id}`;
    expect(await claim()).toBeUndefined();
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
      ('main', '+15005550111', 7, now())`;
    expect(await claim()).toBe(id);
  });

  test('a text without a sender waits, lets others pass, and goes once there is one', async () => {
    await world.addAccount(8n);
    await world.send(
      account,
      Array.from({ length: 300 }, () => ({})),
    );
    await world.send(8n, [{}]);
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
      ('main', '+15005550111', 8, '2026-01-02')`;
    const carrier = new ScriptedCarrier({ window: 10 });
    world.start([configured('main', carrier, { sharedSender: null })]);
    expect(await world.message(8n, 1n)).toMatchObject({ status: 'sent' });
    expect(carrier.submits).toHaveLength(1);
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
      ('main', '+15005550112', 7, '2026-01-02')`;
    await world.run('1 s');
    expect(await world.message(account, 300n)).toMatchObject({ status: 'sent' });
    expect(carrier.submits).toHaveLength(301);
  });
});

describe('the order', () => {
  test('of submits on a carrier is that of the ids', async () => {
    await world.send(
      account,
      Array.from({ length: 700 }, (_, index) => ({ to: `+1500555${1000 + (index % 3)}` })),
    );
    const carrier = new ScriptedCarrier({ window: 50 });
    world.start([configured('main', carrier)]);
    await world.idle();
    expect(carrier.submits).toHaveLength(700);
    const ids = carrier.submits.map(({ messageId }) => messageId);
    expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
  });

  test('of carriers is that of their priorities, and what finds no capacity goes to the next', async () => {
    await world.send(
      account,
      Array.from({ length: 30 }, (_, index) => ({ to: `+1500555${1000 + index}` })),
    );
    const first = new ScriptedCarrier({ window: 20, script: () => 'wait' });
    const second = new ScriptedCarrier({ window: 20, script: () => 'wait' });
    world.start([configured('a', second, { priority: 60 }), configured('b', first, { priority: 40 })]);
    await world.idle();
    expect([first.submits.length, second.submits.length]).toEqual([20, 10]);
    for (const { submission, answer } of [...first.waiting, ...second.waiting])
      answer(acceptAll(submission) as never);
  });

  test('of texts at a full carrier goes on with its answers, without the poll, however idle another carrier is', async () => {
    await world.send(
      account,
      Array.from({ length: 24 }, () => ({})),
    );
    const full = new ScriptedCarrier({ window: 4, script: () => 'wait' });
    const idle = new ScriptedCarrier({ window: 100 });
    // The test does not move the time: no poll comes.
    world.start([configured('main', full), configured('idle', idle, { sharedSender: null })]);
    for (let answers = 0; answers < 6; answers++) {
      await world.idle();
      for (const { submission, answer } of [...full.waiting]) answer(acceptAll(submission) as never);
    }
    expect(full.submits).toHaveLength(24);
    expect(idle.submits).toEqual([]);
  });

  test('of accounts is fair: however many texts one has, a text of another waits for one round at most', async () => {
    await world.send(
      account,
      Array.from({ length: 3_000 }, () => ({})),
    );
    await world.addAccount(8n);
    const carrier = new ScriptedCarrier({ window: 10, script: () => 'wait' });
    const replica = world.start([configured('main', carrier)]);
    const answerAll = async () => {
      await world.idle();
      for (const { submission, answer } of [...carrier.waiting]) answer(acceptAll(submission) as never);
      await world.idle();
    };
    await answerAll();
    expect(carrier.submits).toHaveLength(20);
    await world.send(8n, [{}]);
    world.wake(replica, 8n);
    await answerAll();
    expect(carrier.submits).toHaveLength(30);
    expect(carrier.submits.slice(20, 30).map(({ accountId }) => accountId)).toContain(8n);
  });

  test.each([
    [30, 4],
    [120, 60],
  ])(
    'of %i accounts at a carrier of window %i goes round: none has a second turn before all had one',
    async (accounts, window) => {
      const ids = Array.from({ length: accounts }, (_, index) => BigInt(100 + index));
      for (const id of ids) {
        await world.addAccount(id);
        await world.send(
          id,
          Array.from({ length: 4 }, () => ({})),
        );
      }
      const carrier = new ScriptedCarrier({ window, script: () => 'wait' });
      world.start([configured('main', carrier)]);
      for (let answers = 0; answers < (2 * accounts) / window; answers++) {
        await world.idle();
        for (const { submission, answer } of [...carrier.waiting]) answer(acceptAll(submission) as never);
      }
      await world.idle();
      for (const round of [0, 1]) {
        const served = carrier.submits
          .slice(round * accounts, (round + 1) * accounts)
          .map(({ accountId }) => accountId);
        expect(new Set(served).size).toBe(accounts);
      }
    },
  );
});
