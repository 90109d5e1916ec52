// Where waiting texts go: by priority and capacity, each recipient on one carrier, nobody without a sender.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WaitingAccount } from '../../store/carriers/list_carrier_queue.ts';
import { type PlaceableCarrier, placeTexts } from './place.ts';

const carrier = (
  name: string,
  free: number,
  priority = 50,
  unit: PlaceableCarrier['unit'] = 'segment',
): PlaceableCarrier => {
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
    sender: null,
    carrier,
    takers: senders.map(() => true),
  })),
});
const carriersOf = ({ placements }: ReturnType<typeof placeTexts>) =>
  placements.map((placement) => placement.carrier);

test('a text goes to the first carrier by priority that has capacity and a sender for it', () => {
  const carriers = [carrier('b', 2, 60), carrier('a', 2, 40)];
  expect(carriersOf(placeTexts([waiting(1n, 5)], carriers))).toEqual([1, 1, 0, 0]);
  expect(carriersOf(placeTexts([waiting(1n, 5, { senders: ['+1', null] })], carriers))).toEqual([0, 0]);
  expect(placeTexts([waiting(1n, 5)], carriers).isLeft).toBe(true);
});

test('a text of which a part left goes nowhere else', () => {
  const carriers = [carrier('a', 2, 40), carrier('b', 2, 60)];
  expect(carriersOf(placeTexts([waiting(1n, 5, { carrier: 'b' })], carriers))).toEqual([1, 1]);
});

test('parts count where the carrier takes parts, and texts where it takes whole ones', () => {
  expect(carriersOf(placeTexts([waiting(1n, 9, { segments: 3 })], [carrier('a', 7)]))).toHaveLength(3);
  expect(
    carriersOf(placeTexts([waiting(1n, 9, { segments: 3 })], [carrier('a', 7, 50, 'message')])),
  ).toHaveLength(7);
});

test('carriers of one priority share the recipients, and each recipient stays with one', () => {
  const carriers = [carrier('a', 1000), carrier('b', 1000)];
  const first = placeTexts([waiting(1n, 400)], carriers);
  const shares = [0, 1].map((index) => carriersOf(first).filter((each) => each === index).length);
  expect(Math.min(...shares)).toBeGreaterThan(120);
  const again = placeTexts([waiting(2n, 400)], [...carriers].reverse());
  expect(carriersOf(again).map((each) => 1 - each)).toEqual(carriersOf(first));
});

test('the first account that gets nothing is named, so that it comes first in the next round', () => {
  const carriers = [carrier('a', 3), carrier('b', 100)];
  const both = waiting(1n, 3, { senders: ['+1', null] });
  const onlyFirst = waiting(2n, 3, { senders: ['+1', null] });
  const onlySecond = waiting(3n, 3, { senders: [null, '+2'] });
  expect(placeTexts([both, onlyFirst, onlySecond], carriers).firstPassed).toBe(2n);
  expect(placeTexts([both, onlySecond], carriers).firstPassed).toBeUndefined();
});

test('no carrier gets more than its capacity and one text, and each account keeps its order there', () => {
  const account = fc.record({
    count: fc.nat(20),
    segments: fc.integer({ min: 1, max: 5 }),
    senders: fc.array(fc.option(fc.constant('+1')), { minLength: 3, maxLength: 3 }),
  });
  const capacity = fc.record({ free: fc.nat(30), priority: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(
      fc.array(account, { maxLength: 6 }),
      fc.tuple(capacity, capacity, capacity),
      (accounts, capacities) => {
        const carriers = capacities.map(({ free, priority }, index) => carrier(`c${index}`, free, priority));
        const { placements } = placeTexts(
          accounts.map(({ count, ...rest }, index) => waiting(BigInt(index), count, rest)),
          carriers,
        );
        for (const [index, { free }] of carriers.entries()) {
          const mine = placements.filter((placement) => placement.carrier === index);
          const before = mine.slice(0, -1).reduce((sum, { text }) => sum + text.segments, 0);
          expect(before).toBeLessThanOrEqual(Math.max(0, free - 1));
          if (free === 0) expect(mine).toEqual([]);
          for (const { accountId } of mine) {
            const ids = mine.filter((each) => each.accountId === accountId).map(({ text }) => text.id);
            expect(ids).toEqual([...ids].sort((a, b) => Number(a - b)));
          }
        }
        for (const { accountId, carrier: index } of placements)
          expect(accounts[Number(accountId)]?.senders[index]).not.toBeNull();
      },
    ),
  );
});
