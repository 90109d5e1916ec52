import { describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { FailedKeys } from './failed_keys.ts';

const { clock, run } = simulateEachTest();

function start(bounds = {}) {
  const bound: string[] = [];
  const onBound = (address: string) => bound.push(address);
  const keys = new FailedKeys({ clock, perKey: 30, perAddress: 300, onBound, ...bounds });
  /** What the core would say, were it asked. */
  const tryKey = (key: string, address: string, isGood = false): number | undefined => {
    const refusal = keys.refuse(key, () => address);
    if (refusal) return refusal.retryAfterSeconds;
    if (isGood) keys.accept(key);
    else keys.fail(key, address);
    return undefined;
  };
  const fail = (times: number, key: string, address: string) => {
    for (let i = 0; i < times; i++) expect(tryKey(key, address)).toBeUndefined();
  };
  return { keys, bound, tryKey, fail };
}

describe('one wrong key', () => {
  test('one wrong key is asked about 30 times a minute, and then again when the minute is over', async () => {
    const { tryKey, fail } = start();
    fail(30, 'wrong', 'a');
    expect(tryKey('wrong', 'a')).toBe(60);
    await run(59_001);
    expect(tryKey('wrong', 'a')).toBe(1);
    await run(999);
    fail(30, 'wrong', 'a');
    expect(tryKey('wrong', 'a')).toBe(60);
  });

  test('one wrong key is no one else’s fault: other keys of its address and the same key elsewhere are asked about', () => {
    const { tryKey, fail } = start();
    fail(30, 'wrong', 'a');
    expect(tryKey('new and good', 'a', true)).toBeUndefined();
    expect(tryKey('another wrong one', 'a')).toBeUndefined();
    expect(tryKey('wrong', 'b')).toBeUndefined();
  });
});

describe('an address that fails 300 times with whatever keys', () => {
  const flood = (started: ReturnType<typeof start>) => {
    for (let i = 0; i < 300; i++) started.fail(1, `wrong ${i}`, 'a');
  };

  test('an address that fails 300 times with whatever keys has unknown keys refused, and keys that were accepted before admitted, for the rest of the minute', async () => {
    const started = start();
    const { tryKey, bound } = started;
    tryKey('good', 'a', true);
    tryKey('good elsewhere', 'b', true);
    flood(started);
    expect(tryKey('wrong again', 'a')).toBe(60);
    expect(tryKey('good', 'a', true)).toBeUndefined();
    expect(tryKey('good elsewhere', 'a', true)).toBeUndefined();
    expect(tryKey('wrong', 'b')).toBeUndefined();
    expect(bound).toEqual(['a']);
    await run(60_000);
    expect(tryKey('new and good', 'a', true)).toBeUndefined();
  });

  test('gains nothing by a key that was good and is revoked', () => {
    const started = start();
    const { keys, tryKey } = started;
    tryKey('revoked', 'a', true);
    flood(started);
    expect(keys.refuse('revoked', () => 'a')).toBeUndefined();
    keys.fail('revoked', 'a');
    expect(tryKey('revoked', 'a')).toBe(60);
  });
});

test('what is remembered is bounded, and the newest is kept', () => {
  const { keys, tryKey, fail } = start();
  for (let i = 0; i < 20_000; i++) keys.fail('wrong', `address ${i}`);
  fail(29, 'wrong', 'address 19999');
  expect(tryKey('wrong', 'address 19999')).toBe(60);
  // The first one's failure is forgotten.
  fail(30, 'wrong', 'address 0');
  expect(tryKey('wrong', 'address 0')).toBe(60);
});

test('an accepted key is remembered while 50,000 others are', () => {
  const { keys, tryKey } = start({ perAddress: 1 });
  tryKey('wrong', 'a');
  keys.accept('old');
  for (let i = 0; i < 50_000; i++) keys.accept(`key ${i}`);
  expect(tryKey('old', 'a', true)).toBeUndefined();
  for (let i = 0; i < 150_000; i++) keys.accept(`other ${i}`);
  expect(tryKey('key 7', 'a')).toBe(60);
});

test('as long as nobody fails, no address is asked for', () => {
  const { keys } = start();
  keys.accept('good');
  const asked = () => expect.unreachable('the address was asked for');
  expect(keys.refuse('good', asked)).toBeUndefined();
  expect(keys.refuse('unknown', asked)).toBeUndefined();
});
