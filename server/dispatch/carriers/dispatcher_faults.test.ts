// A database that does not answer route gateway, and a stop in the midst of it: nothing goes twice, nothing is lost.
import { describe, expect, test } from 'vitest';
import { TcpProxy } from '../../../test/support/tcp_proxy.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { Store } from '../../store/store.ts';
import type { DispatchWorld } from './testing/dispatch_world.ts';
import { account, partsAt, provideDispatchWorld } from './testing/provide_dispatch_world.ts';
import { acceptAll, configured, ScriptedCarrier, throttle } from './testing/scripted_carrier.ts';

let world: DispatchWorld;
const unanswered = new DatabaseUnavailable(new Error('cut'));

provideDispatchWorld((made) => {
  world = made;
});

/** A store of which one function is committed and not answered, so many times. */
const cutting =
  (name: 'claimForCarriers' | 'concludeSubmits', times: number) =>
  (store: Store): Store => {
    let left = times;
    const run = store[name] as (...values: unknown[]) => Promise<unknown>;
    const cut = async (...values: unknown[]) => {
      const answer = await run(...values);
      if (left-- > 0) throw unanswered;
      return answer;
    };
    return { ...store, [name]: cut };
  };

describe('an answer of the database that is lost', () => {
  test('when the answer of the database to a claim is lost, what it took is given back and submitted once', async () => {
    await world.send(
      account,
      Array.from({ length: 20 }, () => ({})),
    );
    const carrier = new ScriptedCarrier();
    world.start([configured('main', carrier)], { store: cutting('claimForCarriers', 2) });
    await world.run('4 s');
    expect((await world.messages()).filter(({ status }) => status === 'sent')).toHaveLength(20);
    expect(new Set(partsAt([carrier])).size).toBe(20);
    expect(carrier.submits).toHaveLength(20);
    // The first claim took all of them. It is given back in one record or more, so the second may have taken only some.
    expect((await world.messages()).every(({ attempt }) => attempt > 1)).toBe(true);
  });

  test('when the answer of the database to a record is lost, it is repeated until it is there, and counts once', async () => {
    await world.send(
      account,
      Array.from({ length: 20 }, () => ({})),
    );
    const carrier = new ScriptedCarrier({
      script: ({ messageId, ...rest }) =>
        messageId % 2n === 0n
          ? acceptAll({ messageId, ...rest })
          : { kind: 'rejected', code: 'rejected_by_network', detail: 'no', retryable: false },
    });
    world.start([configured('main', carrier)], { store: cutting('concludeSubmits', 3) });
    await world.run('2 s');
    const ends = (await world.messages()).map(({ status }) => status);
    expect(ends.sort()).toEqual([...Array(10).fill('failed'), ...Array(10).fill('sent')]);
    expect(carrier.submits).toHaveLength(20);
    expect(await world.used(account)).toBe(10);
    expect(await world.submissions()).toHaveLength(10);
  });

  test('when the answer of the database to a record is lost, the text stays claimed until then, and is not given back', async () => {
    await world.send(account, [{}]);
    const carrier = new ScriptedCarrier();
    let isAway = true;
    const replica = world.start([configured('main', carrier)], {
      store: (store) => ({
        ...store,
        concludeSubmits: (...values) =>
          isAway ? Promise.reject(unanswered) : store.concludeSubmits(...values),
      }),
    });
    await world.run('25 s');
    expect(replica.dispatcher.countClaimed()).toBe(1);
    expect((await world.messages())[0]).toMatchObject({
      status: 'sending',
      attempt: 1,
      holder: expect.anything(),
    });
    isAway = false;
    await world.run('2 s');
    expect((await world.messages())[0]).toMatchObject({ status: 'sent' });
    expect(carrier.submits).toHaveLength(1);
  });
});

test('connections that are cut or swallow everything cost time and nothing else', async () => {
  const part = await world.newPart();
  const proxy = await TcpProxy.to(part.url);
  const carrier = new ScriptedCarrier({ window: 20 });
  await world.send(
    account,
    Array.from({ length: 600 }, () => ({})),
  );
  let cuts = 0;
  const replica = world.start([configured('main', carrier)], {
    clock: part.clock,
    // The simulation between it and PostgreSQL knows no TLS.
    url: `${proxy.url}?sslmode=disable`,
    deadlineMs: 300,
    failpoint: (name) => {
      // Between a statement and its answer, in turn for claims and records.
      if (name !== 'carrier_before_claim' && name !== 'carrier_after_record') return;
      if (cuts++ % 5 !== 0 || cuts > 60) return;
      if (cuts % 2 === 0) proxy.blackHole();
      else proxy.reset();
    },
  });
  await world.run('30 s');
  expect((await world.messages()).filter(({ status }) => status === 'sent')).toHaveLength(600);
  expect(cuts).toBeGreaterThan(10);
  expect(new Set(partsAt([carrier])).size).toBe(600);
  expect(carrier.submits).toHaveLength(600);
  expect(await world.submissions()).toHaveLength(600);
  await replica.stop();
  await proxy.close();
});

describe('a stop', () => {
  test('a stop waits for what is under way and gives back the rest, to be claimed at once', async () => {
    await world.send(account, [
      { body: 'x'.repeat(400), to: '+15005550006' },
      { to: '+15005550007' },
      { to: '+15005550008' },
    ]);
    const carrier = new ScriptedCarrier({ window: 1, script: () => 'wait' });
    const other = new ScriptedCarrier({ script: () => 'wait' });
    const replica = world.start([configured('main', carrier), configured('other', other, { priority: 60 })]);
    await world.idle();
    expect([carrier.waiting.length, other.waiting.length]).toEqual([1, 2]);
    const stopping = replica.stop();
    other.waiting[0]?.answer({ kind: 'accepted', ref: 'a' });
    other.waiting[0]?.answer(throttle);
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: 'b' });
    await stopping;
    expect(replica.dispatcher.countClaimed()).toBe(0);
    expect(carrier.submits.length + other.submits.length).toBe(3);
    const rows = await world.messages();
    expect(rows.every(({ holder, retry_at }) => holder === null && retry_at === null)).toBe(true);
    expect(rows.map(({ status }) => status).sort()).toEqual(['sending', 'sending', 'sent']);
    expect(await world.inspect`select id from core_replica`).toEqual([]);
  });

  test('a stop is bounded: what a carrier does not answer ends as outcome_unknown', async () => {
    await world.send(account, [{}]);
    const carrier = new ScriptedCarrier({ script: () => 'wait' });
    const replica = world.start([configured('main', carrier)]);
    await world.idle();
    await Promise.all([replica.stop(), replica.stop()]);
    expect((await world.messages())[0]).toMatchObject({
      status: 'failed',
      error: 'outcome_unknown: the core stopped before the carrier answered',
    });
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: 'a' });
  });
});

test('a text that a carrier does not take within a moment is claimed anew, so that a STOP meanwhile holds', async () => {
  const carrier = new ScriptedCarrier({
    script: () => {
      carrier.isBackingOff = true;
      return throttle;
    },
  });
  const [, stopped] = await world.send(account, [{}, { to: '+15005550014' }, { to: '+15005550015' }]);
  const replica = world.start([configured('main', carrier)]);
  await world.idle();
  expect([carrier.submits.length, replica.dispatcher.countClaimed()]).toEqual([1, 2]);
  expect(await world.store.addOptOuts(account, ['+15005550014'], 'api', world.clock.nowMs())).toBe(1);
  await world.run(1_499);
  carrier.script = acceptAll;
  expect(replica.dispatcher.countClaimed()).toBe(2);
  await world.run(501);
  expect(replica.dispatcher.countClaimed()).toBe(0);
  carrier.wake();
  await world.run('2 s');
  expect((await world.messages()).map(({ status }) => status)).toEqual(['sent', 'failed', 'sent']);
  expect(carrier.submits.map(({ recipient }) => recipient)).not.toContain('+15005550014');
  expect(await world.message(account, stopped as bigint)).toMatchObject({ status: 'failed', charged: false });
});
