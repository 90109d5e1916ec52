// Which of several cores texts go to: the first that serves.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { type FakeCore, startFakeCore } from '../testing/fake_core.ts';
import { type Pair, startPair } from '../testing/start_pair.ts';

const { clock, run, during } = simulateEachTest();

let pair: Pair | undefined;
let other: FakeCore | undefined;
afterEach(async () => {
  await during(Promise.all([pair?.stop(), other?.stop()]));
});

const send = async (count: number) => {
  const sends = Array.from({ length: count }, (_, index) =>
    pair?.post('/api/v1/messages', {
      address: '+15551234567',
      body: `text ${index}`,
      client_ref: `r-${index}`,
    }),
  );
  return (await during(Promise.all(sends))).map((answer) => answer?.status);
};

test('texts go to the first core that serves, many as few, and to the next while that is away', async () => {
  other = await startFakeCore();
  const { target } = other;
  pair = await startPair({
    clock,
    config: (first) => ({ coreTarget: `${first},${target.replace('ipv4:', '')}` }),
  });
  const { core } = pair;
  await run('5 s');
  expect(await pair.metric('textrelay_gateway_cores{standing="serving"}')).toBe(2);
  await send(1);
  await send(100);
  expect([core.asked.texts.length, other.asked.texts.length]).toEqual([101, 0]);
  await during(core.stop());
  expect(new Set(await send(20))).toEqual(new Set([200]));
  expect(other.asked.texts.length).toBe(20);
});
