// The way of a text through route gateway, on a real database, with carriers that answer what the test says.
import { describe, expect, test } from 'vitest';
import { type DispatchWorld, lifetimes } from './testing/dispatch_world.ts';
import { account, long, provideDispatchWorld, sendOne } from './testing/provide_dispatch_world.ts';
import {
  acceptAll,
  configured,
  refuse,
  ScriptedCarrier,
  silence,
  throttle,
} from './testing/scripted_carrier.ts';

let world: DispatchWorld;

provideDispatchWorld((made) => {
  world = made;
});

describe('a text', () => {
  test('a text that a carrier accepts is sent, and its name there is written down', async () => {
    const id = await sendOne(world);
    const carrier = new ScriptedCarrier();
    const reported: bigint[] = [];
    world.start([configured('main', carrier)], {
      publish: (advances) => reported.push(...advances.map(({ seq }) => seq)),
    });
    const row = await world.message(account, id);
    expect(row).toMatchObject({
      status: 'sent',
      attempt: 1,
      carrier: 'main',
      holder: null,
      error: null,
      charged: true,
    });
    // Queued, sending, sent: each a change of its own, and those that happen here are announced.
    expect(row.seq).toBe(3n);
    expect(reported).toEqual([2n, 3n]);
    expect(row.sent_at?.getTime()).toBe(world.clock.nowMs());
    expect(row.deadline_at?.getTime()).toBe(world.clock.nowMs() + lifetimes.sentMs);
    expect(await world.submissions()).toMatchObject([
      { message_id: id, part: 1, total: 1, carrier: 'main', ref: `7.${id}.1.1`, state: 'accepted' },
    ]);
    expect(carrier.submits).toMatchObject([
      {
        accountId: account,
        messageId: id,
        attempt: 1,
        part: 1,
        total: 1,
        sender: '+15005550100',
        text: 'hello',
      },
    ]);
  });

  test('a text is committed as sending before its first part is submitted', async () => {
    const id = await sendOne(world);
    const carrier = new ScriptedCarrier({ script: () => 'wait' });
    world.start([configured('main', carrier)]);
    expect(await world.message(account, id)).toMatchObject({
      status: 'sending',
      attempt: 1,
      carrier: 'main',
    });
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: null });
    expect(await world.message(account, id)).toMatchObject({ status: 'sent' });
  });

  test('a text that is long goes part by part with one reference, or whole where the carrier divides', async () => {
    for (const unit of ['segment', 'message'] as const) {
      const id = await sendOne(world, long);
      const carrier = new ScriptedCarrier({ unit, window: 1 });
      const replica = world.start([configured('main', carrier)]);
      expect(await world.message(account, id)).toMatchObject({ status: 'sent' });
      await replica.stop();
      expect(carrier.submits.map(({ part, total }) => [part, total])).toEqual(
        unit === 'segment'
          ? [
              [1, 3],
              [2, 3],
              [3, 3],
            ]
          : [[1, 1]],
      );
      expect(carrier.submits.map(({ text }) => text).join('')).toBe(long);
      expect(new Set(carrier.submits.map(({ reference }) => reference)).size).toBe(1);
    }
  });

  test('a text that is refused for good has failed and costs nothing', async () => {
    const id = await sendOne(world);
    world.start([configured('main', new ScriptedCarrier({ script: () => refuse }))]);
    const row = await world.message(account, id);
    expect(row).toMatchObject({
      status: 'failed',
      error: 'rejected_by_network: the number does not exist',
      charged: false,
      sent_at: null,
      deadline_at: null,
    });
    expect(await world.used(account)).toBe(0);
    expect(await world.submissions()).toEqual([]);
  });

  test('a text of which a part left and another is refused has failed as one that was sent, and is paid for', async () => {
    const id = await sendOne(world, long);
    const script = (submission: Parameters<typeof acceptAll>[0]) =>
      submission.part === 2 ? refuse : acceptAll(submission);
    const carrier = new ScriptedCarrier({ window: 1, script });
    world.start([configured('main', carrier)]);
    const row = await world.message(account, id);
    expect(row).toMatchObject({
      status: 'failed',
      error: 'rejected_by_network: the number does not exist',
      charged: true,
    });
    expect(row.sent_at).not.toBeNull();
    expect(await world.used(account)).toBe(1);
    expect(carrier.submits.map(({ part }) => part)).toEqual([1, 2]);
  });

  test('a text of which nobody knows whether it left has failed as outcome_unknown and is never submitted again', async () => {
    const id = await sendOne(world);
    const carrier = new ScriptedCarrier({ script: () => silence });
    world.start([configured('main', carrier)]);
    const row = await world.message(account, id);
    expect(row).toMatchObject({
      status: 'failed',
      error: 'outcome_unknown: the carrier did not answer in time',
      charged: true,
      sent_at: null,
    });
    expect(carrier.submits).toHaveLength(1);
    expect(await world.submissions()).toMatchObject([{ part: 1, ref: null, state: 'unknown' }]);
  });
});

describe('a text that a carrier is not ready for', () => {
  test('a text that a carrier is not ready for waits for another try, longer each time, and is tried by whichever carrier has capacity', async () => {
    const id = await sendOne(world);
    const main = new ScriptedCarrier({ script: () => throttle });
    const spare = new ScriptedCarrier();
    spare.isBackingOff = true;
    world.start([configured('main', main, { priority: 1 }), configured('spare', spare, { priority: 2 })]);
    for (const [attempt, waitMs] of [
      [1, 250],
      [2, 500],
      [3, 1_000],
    ] as const) {
      const row = await world.message(account, id);
      expect(row).toMatchObject({ status: 'sending', attempt, holder: null });
      expect(row).toMatchObject({ carrier: null, error: null, sent_at: null });
      expect(row.retry_at?.getTime()).toBe(world.clock.nowMs() + waitMs);
      // It is tried by the first poll after that.
      if (attempt < 3) await world.run('1 s');
    }
    main.isBackingOff = true;
    spare.isBackingOff = false;
    await world.run('1 s');
    expect(await world.message(account, id)).toMatchObject({ status: 'sent', carrier: 'spare' });
    expect(main.submits).toHaveLength(3);
    expect(spare.submits).toHaveLength(1);
  });

  test('a text that a carrier is not ready for stays with the carrier that has a part of it, and no part goes twice', async () => {
    const id = await sendOne(world, long);
    const seen = new Set<number>();
    const script = (submission: Parameters<typeof acceptAll>[0]) => {
      if (submission.part === 1 || seen.has(submission.part)) return acceptAll(submission);
      seen.add(submission.part);
      return throttle;
    };
    const main = new ScriptedCarrier({ window: 1, script });
    const spare = new ScriptedCarrier();
    world.start([configured('main', main, { priority: 2 }), configured('spare', spare, { priority: 1 })]);
    spare.isBackingOff = true;
    const released = await world.message(account, id);
    spare.wake();
    expect(released).toMatchObject({ attempt: 1, holder: null, carrier: 'main', charged: true });
    expect(released.sent_at).not.toBeNull();
    await world.run('2 s');
    expect(await world.message(account, id)).toMatchObject({ status: 'sent' });
    expect(spare.submits).toEqual([]);
    expect(main.submits.map(({ part }) => part)).toEqual([1, 2, 2, 3, 3]);
    expect(new Set(main.submits.map(({ reference }) => reference)).size).toBe(1);
    expect(await world.submissions()).toMatchObject([{ part: 1 }, { part: 2 }, { part: 3 }]);
  });
});

test('what a carrier does not take for five seconds is given up, and goes by another', async () => {
  const first = await sendOne(world);
  const second = await sendOne(world, long);
  const main = new ScriptedCarrier({ window: 2, script: () => 'wait' });
  const spare = new ScriptedCarrier();
  spare.isBackingOff = true;
  world.start([configured('main', main, { priority: 1 }), configured('spare', spare, { priority: 2 })]);
  await world.idle();
  expect(main.waiting).toHaveLength(2);
  main.isBackingOff = true;
  spare.isBackingOff = false;
  main.waiting[0]?.answer(acceptAll(main.waiting[0].submission) as never);
  main.waiting[0]?.answer(throttle);
  expect(await world.message(account, first)).toMatchObject({ status: 'sent' });
  await world.run('5 s');
  expect(await world.message(account, second)).toMatchObject({ status: 'sent' });
  expect(main.submits.map(({ messageId, part }) => [messageId, part])).toEqual([
    [first, 1],
    [second, 1],
  ]);
  expect(spare.submits.map(({ messageId, part }) => [messageId, part])).toEqual([
    [second, 1],
    [second, 2],
    [second, 3],
  ]);
});

test('what waits behind a carrier that went down is given up after a second and a half', async () => {
  const id = await sendOne(world, long);
  const main = new ScriptedCarrier({ window: 1, script: () => 'wait' });
  world.start([configured('main', main)]);
  await world.idle();
  main.isBackingOff = true;
  main.waiting[0]?.answer({ kind: 'accepted', ref: 'a' });
  await world.run('1 s');
  expect(await world.message(account, id)).toMatchObject({ status: 'sending', holder: expect.anything() });
  await world.run('1 s');
  expect(await world.message(account, id)).toMatchObject({ status: 'sending', holder: null });
  main.script = acceptAll;
  main.wake();
  await world.run('1 s');
  expect(await world.message(account, id)).toMatchObject({ status: 'sent' });
  expect(main.submits.map(({ part }) => part)).toEqual([1, 2, 3]);
});
