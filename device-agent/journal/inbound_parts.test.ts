// What the journal promises of received texts that come in parts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { provideJournal, startMs } from '../testing/provide_journal.ts';
import { type InboundPart, incompleteAfterMs, maxWaitingParts } from './inbound_parts.ts';
import type { Journal } from './journal.ts';

let journal: Journal;

const open = provideJournal((provided) => {
  ({ journal } = provided);
});

const part = (
  number: number,
  total: number,
  over: Partial<InboundPart> = {},
  reference = 7,
): InboundPart => ({
  inboundId: `${over.address ?? 'a'}-${reference}-${number}`,
  address: '+15005550101',
  body: `<${number}>`,
  receivedAtMs: startMs + number,
  concat: { reference, total, number },
  ...over,
});
const store = (one: InboundPart, atMs = startMs) =>
  journal.write(() => journal.inboundParts.store(one, atMs));
const release = (atMs: number) => journal.write(() => journal.inboundParts.releaseStale(atMs));
const waiting = () => journal.inbound.listAfter(0n, 100);
const bodies = () => waiting().map((text) => text.body);

test('parts in any order, some of them twice and over restarts, are one text, once', async () => {
  const arrivals = fc.integer({ min: 1, max: 12 }).chain((total) =>
    fc
      .tuple(
        fc.shuffledSubarray(
          Array.from({ length: total }, (_, index) => index + 1),
          { minLength: total, maxLength: total },
        ),
        fc.array(fc.integer({ min: 1, max: total }), { maxLength: 4 }),
        fc.nat(total),
      )
      .map(([order, again, restartAfter]) => ({ total, order, again, restartAfter })),
  );
  let reference = 0;
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ total, order, again, restartAfter }) => {
      reference += 1;
      const name = `run-${reference}`;
      const receive = (number: number) => store(part(number, total, { address: name }, reference));
      for (const [index, number] of order.entries()) {
        if (index === restartAfter) {
          journal.close();
          journal = open();
        }
        await receive(number);
      }
      for (const number of again) await receive(number);
      const texts = waiting().filter((text) => text.address === name);
      expect(texts.map((text) => text.body)).toEqual([
        Array.from({ length: total }, (_, index) => `<${index + 1}>`).join(''),
      ]);
      await journal.write(() => journal.inbound.ack(texts[0]!.inboundId, startMs));
      for (const number of again) expect(await receive(number)).toBe('acked');
      expect(await release(startMs + incompleteAfterMs)).toBe(0);
      expect(waiting().some((text) => text.address === name)).toBe(false);
    }),
    { numRuns: 40 },
  );
});

test('parts of different senders, references and totals are never joined', async () => {
  await store(part(1, 2));
  await store(part(2, 2, { address: '+15005550102', inboundId: 'b' }));
  await store(part(2, 2, { inboundId: 'c' }, 8));
  await store(part(2, 3, { inboundId: 'd' }));
  expect(bodies()).toEqual([]);
});

test('a text whose parts do not all come is released after ten minutes and says what is missing', async () => {
  await store(part(2, 5));
  await store(part(5, 5), startMs + 60_000);
  expect(await release(startMs + incompleteAfterMs - 1)).toBe(0);
  expect(await release(startMs + incompleteAfterMs)).toBe(1);
  expect(bodies()).toEqual(['[part 1 of 5 missing]<2>[parts 3 to 4 of 5 missing]<5>']);
  expect(await release(startMs + 2 * incompleteAfterMs)).toBe(0);
});

test('the device may delete every part once the core has the text, and none before', async () => {
  await store(part(1, 2));
  expect(await store(part(2, 2))).toBe('stored');
  const { inboundId } = waiting()[0]!;
  expect(await store(part(1, 2))).toBe('stored');
  await journal.write(() => journal.inbound.ack(inboundId, startMs));
  expect(journal.inboundParts.namesOf(inboundId).sort()).toEqual(['a-7-1', 'a-7-2']);
  expect(await store(part(2, 2))).toBe('acked');
});

test('a part that came twice with different names is taken once, and both are let go of', async () => {
  await store(part(1, 2));
  await store(part(1, 2, { inboundId: 'again' }));
  await store(part(2, 2));
  expect(bodies()).toEqual(['<1><2>']);
  expect(journal.inboundParts.namesOf(waiting()[0]!.inboundId)).toHaveLength(3);
});

test('nothing is lost when a second text comes under the reference of one that still waits', async () => {
  await store(part(1, 2));
  await store(part(1, 2, { inboundId: 'other', body: '<other>' }));
  await store(part(2, 2));
  expect(bodies()).toEqual(['<1>[part 2 of 2 missing]', '<other><2>']);
});

test('a clock that is set back does not make a part wait for days', async () => {
  await store(part(1, 2), startMs + 86_400_000);
  expect(await release(startMs)).toBe(1);
  expect(bodies()).toEqual(['<1>[part 2 of 2 missing]']);
});

test('more parts than the bound stay on the device', async () => {
  await journal.write(() => {
    for (let index = 0; index < maxWaitingParts; index += 1)
      journal.inboundParts.store(part(1, 2, { address: `s${index}`, inboundId: `p${index}` }), startMs);
  });
  expect(await store(part(1, 2, { inboundId: 'more' }))).toBe('full');
  expect(await store(part(1, 2, { inboundId: 'p1' }))).toBe('stored');
  expect(await release(startMs + incompleteAfterMs)).toBe(100);
  expect(await store(part(1, 2, { inboundId: 'more' }))).toBe('stored');
});
