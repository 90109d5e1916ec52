// How accounts share the slots, and what becomes of a request that lasts.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { quickSlots, Share, type Slot, Slots, slowSlots } from './slots.ts';

const { clock, run } = simulateEachTest();

const slowAfterMs = 1_000;
const accounts = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));
const newcomer = 1_000_000n;

/** Lets accounts take in turns until none of them may have another one. */
function takeAll(share: Share, accountIds: readonly bigint[]): void {
  for (let isOpen = true; isOpen; ) {
    const open = accountIds.filter((id) => share.isOpenTo(id));
    for (const id of open) if (share.isOpenTo(id)) share.take(id);
    isOpen = open.length > 0;
  }
}

test('however many places accounts want, one is left for whoever has none, up to one account less than there are places', () => {
  for (const count of [1, 2, 16, 31, quickSlots - 1]) {
    const share = new Share(quickSlots);
    takeAll(share, accounts(count));
    expect([count, share.isOpenTo(newcomer)]).toEqual([count, true]);
    const most = Math.max(...accounts(count).map((id) => share.heldBy(id)));
    expect(most).toBe(Math.ceil(quickSlots / (count + 1)));
    for (const id of accounts(count)) expect(share.isOpenTo(id)).toBe(false);
  }
  const full = new Share(quickSlots);
  takeAll(full, accounts(quickSlots));
  expect([full.free, full.isOpenTo(newcomer)]).toEqual([0, false]);
  full.leave(1n);
  expect([full.isOpenTo(newcomer), full.isOpenTo(2n)]).toEqual([true, false]);
});

/** Takes slots for requests that never end; returns how many were put off. */
function hang(slots: Slots, accountId: bigint, count: number) {
  const taken: Slot[] = [];
  let putOff = 0;
  for (let index = 0; index < count; index += 1) {
    const slot = slots.take(accountId, false);
    slot.begin(() => {
      putOff += 1;
      slot.leave();
    });
    taken.push(slot);
  }
  return { taken, putOff: () => putOff };
}

test('a request has its quick slot for a second, whether a slow one is left for it or not', async () => {
  const freed: string[] = [];
  const slots = new Slots(clock, (kind) => freed.push(kind));
  const first = hang(slots, 1n, 3);
  await run(slowAfterMs - 1);
  expect(slots.held()).toEqual([{ accountId: 1n, quick: 3, slow: 0 }]);
  await run(1);
  expect(slots.held()).toEqual([{ accountId: 1n, quick: 0, slow: 3 }]);
  expect(freed).toEqual(['quick', 'quick', 'quick']);

  for (let round = 0; round < 10; round += 1) {
    hang(slots, 1n, 20);
    await run(slowAfterMs);
  }
  expect(slots.held()).toEqual([{ accountId: 1n, quick: 0, slow: slowSlots / 2 }]);
  expect(slots.quick.free).toBe(quickSlots);
  const last = hang(slots, 1n, 2);
  const other = hang(slots, 2n, 1);
  await run(slowAfterMs);
  expect([first.putOff(), last.putOff(), other.putOff()]).toEqual([0, 2, 0]);
});

test('a request that has ended is moved nowhere, and a slot is given back once', async () => {
  const slots = new Slots(clock, () => undefined);
  const { taken } = hang(slots, 1n, 1);
  taken[0]?.end();
  await run(10 * slowAfterMs);
  expect(slots.held()).toEqual([{ accountId: 1n, quick: 1, slow: 0 }]);
  taken[0]?.leave();
  expect([slots.held(), slots.quick.free]).toEqual([[], quickSlots]);
});

test('the last slow slot has one owner, whether it is being given out or a request moves to it', async () => {
  const slots = new Slots(clock, () => undefined);
  for (const id of accounts(slowSlots - 1)) slots.take(id, true);
  const lasting = hang(slots, newcomer, 1);
  const ended = hang(slots, newcomer, 1);
  const given = Promise.withResolvers<void>();
  const giving = slots.giveOut(async () => {
    await given.promise;
    slots.take(newcomer + 1n, true);
  });
  await run(slowAfterMs);
  ended.taken[0]?.leave();
  expect([slots.quick.free, slots.slow.free, lasting.putOff()]).toEqual([quickSlots - 1, 1, 0]);
  given.resolve();
  await giving;
  expect([slots.quick.free, slots.slow.free, lasting.putOff()]).toEqual([quickSlots, 0, 1]);
  const total = slots.held().reduce((sum, { slow }) => sum + slow, 0);
  expect([total, ended.putOff()]).toEqual([slowSlots, 0]);
});
