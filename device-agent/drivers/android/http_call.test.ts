// What is known of a request that came to no good end: whether it can have arrived.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';
import { type Exchange, exchange } from './http_call.ts';

const simulated = simulateEachTest();
let bench: AndroidBench;
afterEach(() => bench.close());

async function ask(url: string): Promise<Exchange | undefined> {
  let ended: Exchange | undefined;
  const call = { method: 'POST', url, body: {}, timeoutMs: 5_000 } as const;
  void exchange(call, bench.clock, new AbortController().signal).then((got) => {
    ended = got;
  });
  await bench.passUntil('it ends', () => ended !== undefined);
  expect(simulated.simulation.time.describe()).toEqual([]);
  return ended;
}

test('only a connection that never came about means that nothing left', async () => {
  bench = await AndroidBench.open(simulated);
  const url = `${bench.phone.url}/message`;
  for (const [action, why] of [
    ['cut', 'broken'],
    ['half', 'broken'],
    ['silence', 'timeout'],
    ['flood', 'too_long'],
  ] as const) {
    bench.phone.planFault({ at: 'before', action });
    expect(await ask(url)).toEqual({ kind: 'no_answer', why });
  }
  bench.phone.planFault({ at: 'before', action: 'garbage' });
  expect(await ask(url)).toMatchObject({ kind: 'answer', status: 200, body: undefined });
  await bench.phone.unplug();
  expect(await ask(url)).toEqual({ kind: 'not_sent', why: 'refused' });
});

test('a redirect is not followed: the password is for the phone alone', async () => {
  bench = await AndroidBench.open(simulated);
  bench.phone.planFault({ at: 'before', action: { status: 302 } });
  expect(await ask(bench.phone.url)).toMatchObject({ kind: 'answer', status: 302 });
});
