// Refusals are noted without a wait, and written once a second.
import { expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { Refusal } from '../../errors.ts';
import type { NotedRefusal } from '../../store/keys/key_refusals.ts';
import { openRefusalBook } from './refusal_book.ts';

const { clock, run } = simulateEachTest();

function openBook(fail = () => {}) {
  const written: NotedRefusal[][] = [];
  const noteKeyRefusals = async (refusals: readonly NotedRefusal[]) => {
    fail();
    written.push([...refusals]);
  };
  const book = openRefusalBook({ store: { noteKeyRefusals }, clock, log: createLog('test', 'silent') });
  return { ...book, written };
}

const refusal = new Refusal('recipient_not_allowed', 'no');

test('a refusal that is repeated is one entry, and nothing is written where nothing was refused', async () => {
  const { note, written, stop } = openBook();
  await run(1_000);
  expect(written).toEqual([]);
  for (let n = 0; n < 500; n++) note('a', refusal, '+1500');
  note('b', refusal);
  await run(1_000);
  await stop();
  expect(written).toMatchObject([
    [
      { hash: 'a', addressNorm: '+1500', times: 500 },
      { hash: 'b', times: 1 },
    ],
  ]);
});

test('what is noted is bounded between two writes, however much is refused', async () => {
  const { note, written, stop } = openBook();
  for (let n = 0; n < 2_001; n++) note('a', refusal, `+${n}`);
  await stop();
  expect(written.flat()).toHaveLength(2_000);
});

test('a write that fails stops nothing, and what is refused after it is written', async () => {
  let fails = true;
  const { note, written, stop } = openBook(() => {
    if (fails) throw new Error('away');
  });
  note('a', refusal);
  await run(1_000);
  fails = false;
  await Promise.resolve();
  note('b', refusal);
  await stop();
  expect(written.flat().map(({ hash }) => hash)).toEqual(['b']);
});
