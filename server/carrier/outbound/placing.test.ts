// Where waiting texts go: by priority and room, each recipient on one carrier, nobody without a sender.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WaitingAccount } from '../../store/carriers/list_carrier_queue.ts';
import { type OpenLane, placeOnCarriers } from './placing.ts';

const lane = (name: string, free: number, priority = 50, unit: OpenLane['unit'] = 'segment'): OpenLane => {
  return { name, free, priority, unit };
};
const waiting = (
  accountId: bigint,
  count: number,
  {
    segments = 1,
    carrier = null,
    senders = ['+1', '+2'],
  }: { segments?: number; carrier?: string | null; senders?: (string | null)[] } = {},
): WaitingAccount => ({
  accountId,
  senders,
  texts: Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    attempt: 0,
    addressNorm: `+1500555${1000 + index}`,
    segments,
    carrier,
    takers: senders.map(() => true),
  })),
});
const lanesOf = ({ placements }: ReturnType<typeof placeOnCarriers>) =>
  placements.map((placement) => placement.lane);

test('a text goes to the first carrier by priority that has room and a sender for it', () => {
  const lanes = [lane('b', 2, 60), lane('a', 2, 40)];
  expect(lanesOf(placeOnCarriers([waiting(1n, 5)], lanes))).toEqual([1, 1, 0, 0]);
  expect(lanesOf(placeOnCarriers([waiting(1n, 5, { senders: ['+1', null] })], lanes))).toEqual([0, 0]);
  expect(placeOnCarriers([waiting(1n, 5)], lanes).isLeft).toBe(true);
});

test('a text of which a part left goes nowhere else', () => {
  const lanes = [lane('a', 2, 40), lane('b', 2, 60)];
  expect(lanesOf(placeOnCarriers([waiting(1n, 5, { carrier: 'b' })], lanes))).toEqual([1, 1]);
});

test('parts count where the carrier takes parts, and texts where it takes whole ones', () => {
  expect(lanesOf(placeOnCarriers([waiting(1n, 9, { segments: 3 })], [lane('a', 7)]))).toHaveLength(3);
  expect(
    lanesOf(placeOnCarriers([waiting(1n, 9, { segments: 3 })], [lane('a', 7, 50, 'message')])),
  ).toHaveLength(7);
});

test('carriers of one priority share the recipients, and each recipient stays with one', () => {
  const lanes = [lane('a', 1000), lane('b', 1000)];
  const first = placeOnCarriers([waiting(1n, 400)], lanes);
  const shares = [0, 1].map((index) => lanesOf(first).filter((each) => each === index).length);
  expect(Math.min(...shares)).toBeGreaterThan(120);
  const again = placeOnCarriers([waiting(2n, 400)], [...lanes].reverse());
  expect(lanesOf(again).map((each) => 1 - each)).toEqual(lanesOf(first));
});

test('the first account that gets nothing is named, so that it comes first in the next round', () => {
  const lanes = [lane('a', 3), lane('b', 100)];
  const both = waiting(1n, 3, { senders: ['+1', null] });
  const onlyFirst = waiting(2n, 3, { senders: ['+1', null] });
  const onlySecond = waiting(3n, 3, { senders: [null, '+2'] });
  expect(placeOnCarriers([both, onlyFirst, onlySecond], lanes).firstPassed).toBe(2n);
  expect(placeOnCarriers([both, onlySecond], lanes).firstPassed).toBeUndefined();
});

test('no carrier gets more than its room and one text, and each account keeps its order there', () => {
  const account = fc.record({
    count: fc.nat(20),
    segments: fc.integer({ min: 1, max: 5 }),
    senders: fc.array(fc.option(fc.constant('+1')), { minLength: 3, maxLength: 3 }),
  });
  const room = fc.record({ free: fc.nat(30), priority: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(account, { maxLength: 6 }), fc.tuple(room, room, room), (accounts, rooms) => {
      const lanes = rooms.map(({ free, priority }, index) => lane(`c${index}`, free, priority));
      const { placements } = placeOnCarriers(
        accounts.map(({ count, ...rest }, index) => waiting(BigInt(index), count, rest)),
        lanes,
      );
      for (const [index, { free }] of lanes.entries()) {
        const mine = placements.filter((placement) => placement.lane === index);
        const before = mine.slice(0, -1).reduce((sum, { text }) => sum + text.segments, 0);
        expect(before).toBeLessThanOrEqual(Math.max(0, free - 1));
        if (free === 0) expect(mine).toEqual([]);
        for (const { accountId } of mine) {
          const ids = mine.filter((each) => each.accountId === accountId).map(({ text }) => text.id);
          expect(ids).toEqual([...ids].sort((a, b) => Number(a - b)));
        }
      }
      for (const { accountId, lane: index } of placements)
        expect(accounts[Number(accountId)]?.senders[index]).not.toBeNull();
    }),
  );
});
