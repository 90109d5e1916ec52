import { describe, expect, test } from 'vitest';
import type { Link } from '../../device/link/link.ts';
import type { ClaimVerdict } from '../../store/devices/claim_texts.ts';
import type { WaitingText } from '../../store/devices/list_queue.ts';
import { concludeRound, type Found, searchOf } from './round.ts';
import { bySim, SimQueue } from './sim_queue.ts';

const startMs = Date.parse('2026-03-10T12:00:30Z');
const link = (deviceId: bigint, capacity = 4) =>
  ({ device: { accountId: 1n, deviceId }, capacity, jobs: new Map() }) as unknown as Link;
const queue = (deviceId = 1n, capacity?: number) => new SimQueue(link(deviceId, capacity), 1, startMs);
const claimed = { kind: 'claimed' } as ClaimVerdict;

/** One round for two SIM queues: texts 1, 2, 3 ... were looked at, and some placed: [id, SIM queue, kept there already]. */
function round(
  placed: [id: number, queue: SimQueue, isKept?: boolean][],
  {
    queues,
    looked = 10,
    most = 50,
    left = new Map(),
  }: { queues: SimQueue[]; looked?: number; most?: number; left?: Found['left'] },
) {
  const device = { capacity: 4, load: 0, window: 4 };
  return {
    search: { accountId: 1n, afterId: 0n, most, queues },
    placements: placed.map(([id, of, isKept]) => ({
      text: {
        id: BigInt(id),
        parts: 3,
        sender: null,
        keptOn: isKept ? { deviceId: 1n, slot: 1 } : null,
      } as WaitingText,
      sim: of.toPlacing(device, startMs),
      isMove: false,
    })),
    left,
    last: BigInt(looked),
    looked,
  };
}

describe('after a round', () => {
  test('a search goes on behind what was looked at, and looks no further when there was no more', () => {
    const one = queue();
    expect(concludeRound(round([[1, one]], { queues: [one] }), [claimed], startMs).goOn).toBe(false);
    expect(one.afterId).toBe(10n);
    const full = round([[11, one]], { queues: [one], looked: 50 });
    expect(concludeRound(full, [claimed], startMs).goOn).toBe(true);
  });

  test('a text that was left for want of capacity holds back its own SIM, or all when it is for any', () => {
    const [one, two] = [queue(1n), queue(2n)];
    const found = round([[1, two]], { queues: [one, two] });
    const placing = one.toPlacing({ capacity: 0, load: 1, window: 4 }, startMs);
    found.left = new Map([[placing, 4n]]);
    expect(concludeRound(found, [claimed], startMs).goOn).toBe(false);
    expect([one.afterId, two.afterId]).toEqual([3n, 10n]);
    found.left = new Map([[null, 6n]]);
    concludeRound(found, [claimed], startMs);
    expect([one.afterId, two.afterId]).toEqual([5n, 5n]);
  });

  test('a SIM over its budget backs off into the next minute, 10 seconds at most, and others go on', () => {
    const [one, two] = [queue(1n), queue(2n)];
    const found = round(
      [
        [3, one, true],
        [4, two],
      ],
      { queues: [one, two] },
    );
    expect(concludeRound(found, [{ kind: 'over' }, claimed], startMs).goOn).toBe(true);
    expect([one.afterId, two.afterId]).toEqual([2n, 10n]);
    expect([one.isBackingOff(startMs + 9_999), one.isBackingOff(startMs + 10_000)]).toEqual([true, false]);
    one.backOff(startMs + 29_000);
    expect([one.isBackingOff(startMs + 29_999), one.isBackingOff(startMs + 30_000)]).toEqual([true, false]);
  });

  test('a recipient that one SIM had no budget for is still to be had by the others', () => {
    const [one, two] = [queue(1n), queue(2n)];
    concludeRound(round([[3, one]], { queues: [one, two] }), [{ kind: 'over' }], startMs);
    expect(two.afterId).toBe(2n);
  });

  test('a text that is too long is passed over, and its SIM is not asked for such again for a minute', () => {
    const one = queue();
    const device = { capacity: 4, load: 0, window: 4 };
    expect(concludeRound(round([[3, one]], { queues: [one] }), [{ kind: 'too_long' }], startMs).goOn).toBe(
      true,
    );
    expect(one.afterId).toBe(10n);
    expect(one.toPlacing(device, startMs + 59_999).mostParts).toBe(2);
    expect(one.toPlacing(device, startMs + 60_000).mostParts).toBeUndefined();
  });

  test('what another replica took is asked for again, and nothing is passed over', () => {
    const one = queue();
    const outlook = concludeRound(round([[1, one]], { queues: [one] }), [{ kind: 'lost' }], startMs);
    expect(outlook).toEqual({ goOn: false, tryAgain: true });
    expect(one.afterId).toBe(0n);
  });
});

describe('a search', () => {
  test('a search takes along the SIM queues that are not far ahead, and reads more the longer nothing is found', () => {
    const [one, two, far] = [queue(1n, 4), queue(2n, 2), queue(3n, 9)];
    one.afterId = 5n;
    two.afterId = 1_005n;
    far.afterId = 1_006n;
    expect(searchOf(1n, [far, two, one])).toMatchObject({
      afterId: 5n,
      most: 4 + 2 + 16,
      queues: [two, one],
    });
    one.searched(600n, 500, false);
    expect(searchOf(1n, [one])).toMatchObject({ afterId: 600n, most: 4 + 32 });
    for (let round = 0; round < 9; round++) one.searched(600n, 0, false);
    expect(searchOf(1n, [one])?.most).toBe(1_000);
    one.searched(600n, 0, true);
    expect(searchOf(1n, [one])?.most).toBe(4 + 16);
    expect(searchOf(1n, [])).toBeUndefined();
  });

  test('a search begins anew with each poll; a long one once a minute', () => {
    const one = queue();
    one.searched(900n, 1_000, true);
    one.restart(startMs + 1);
    expect(one.afterId).toBe(0n);
    one.searched(5_000n, 1_001, true);
    one.restart(startMs + 60_000);
    expect(one.afterId).toBe(5_000n);
    one.restart(startMs + 60_001);
    expect(one.afterId).toBe(0n);
  });

  test('a search is claimed for in the order of account, device and slot', () => {
    const queues = [queue(2n), new SimQueue(link(1n), 2, startMs), queue(1n)];
    expect(queues.sort(bySim).map(({ link, slot }) => `${link.device.deviceId}/${slot}`)).toEqual([
      '1/1',
      '1/2',
      '2/1',
    ]);
  });
});
