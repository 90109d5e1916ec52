// A list of the longest length gives way to other requests while it is read.
import { expect, test } from 'vitest';
import { queueText, readAddresses } from './outbound_text.ts';

/** How many turns others get until the work is done. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const done = work.then(() => {
    isDone = true;
  });
  const count = () => {
    if (isDone) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await done;
  return turns;
}

test('of 500 national numbers, 50 are read in a turn of the loop', async () => {
  const texts = Array.from({ length: 500 }, (_, index) =>
    queueText(
      {
        ...{ accountId: 1n, address: `(201) 555-0${100 + index}`, body: 'hello', clientRef: null },
        ...{ sender: null, route: null, sendAtMs: null, statusCallback: null },
      } as never,
      { referenceBits: 8 },
      {},
    ),
  ) as never;
  const store = { listCountries: async () => new Map([[1n, 'US']]) } as never;
  const read = await readAddresses(texts, store);
  expect(read).toHaveLength(500);
  expect(read[499]).toMatchObject({ addressNorm: '+12015550599' });
  expect(await turnsOf(readAddresses(texts, store))).toBeGreaterThanOrEqual(9);
});
