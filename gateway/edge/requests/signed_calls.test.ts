// Calls whose signatures only the core can check: what wrong ones cost is bounded, and right ones go on beside them.
import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { invalidKey, Refusal } from '../../errors/errors.ts';
import {
  mostAtOnce,
  mostDelayed,
  mostFailures,
  mostOfAddress,
  refusalDelayMs,
  SignedCalls,
} from './signed_calls.ts';

const { clock, run, idle, during } = simulateEachTest();
let calls: SignedCalls;
beforeEach(() => {
  calls = new SignedCalls({ clock, trustedProxies: undefined, wrong: [ErrorCode.INVALID_API_KEY] });
});

const from = (remoteAddress: string) => ({
  raw: { socket: { remoteAddress }, headers: {} } as unknown as IncomingMessage,
});
const right = (address: string) => calls.judge(from(address), async () => 'right');
const wrong = (address: string) =>
  calls.judge(from(address), () => Promise.reject(invalidKey())).catch((error: Refusal) => error.code);
const admitted = async (address: string) => {
  const admission = during(calls.admit(from(address)));
  return admission.then(
    () => true,
    (error) => {
      expect(error).toBeInstanceOf(Refusal);
      return false;
    },
  );
};

describe('wrong calls', () => {
  test('of any addresses are refused before they are read after 60 in a minute, and again after it', async () => {
    for (let index = 0; index < mostFailures - 1; index++) await wrong(`192.0.2.${index}`);
    expect(await admitted('192.0.2.200')).toBe(true);
    await wrong('192.0.2.200');
    expect(await admitted('192.0.2.201')).toBe(false);
    await run(60_000);
    expect(await admitted('192.0.2.201')).toBe(true);
  });

  test('refuse nobody from whom a call was right', async () => {
    await right('198.51.100.1');
    for (let index = 0; index < mostFailures; index++) await wrong(`192.0.2.${index}`);
    expect([await admitted('198.51.100.1'), await admitted('198.51.100.2')]).toEqual([true, false]);
  });

  test('are known by what the core answers, and by an answer that is no error', async () => {
    const answered = { status: 401 };
    for (let index = 0; index < mostFailures; index++)
      await calls.judge(
        from('192.0.2.1'),
        async () => answered,
        ({ status }) => status === 401,
      );
    expect(await admitted('192.0.2.2')).toBe(false);
  });

  test('are not those that are refused for something else, or not answered', async () => {
    const other = new Refusal(ErrorCode.INVALID_REQUEST, 'the text is empty');
    for (let index = 0; index <= mostFailures; index++)
      await calls.judge(from('192.0.2.1'), () => Promise.reject(other)).catch(() => undefined);
    expect(await admitted('192.0.2.2')).toBe(true);
  });
});

describe('a refusal', () => {
  test('comes after a second, and at once to those who are more than may wait', async () => {
    for (let index = 0; index < mostFailures; index++) await wrong('192.0.2.1');
    let refused = 0;
    const call = () => calls.admit(from('192.0.2.1')).catch(() => refused++);
    const delayed = Array.from({ length: mostDelayed }, call);
    await call();
    expect(refused).toBe(1);
    await run(refusalDelayMs - 1);
    expect(refused).toBe(1);
    await run(1);
    await Promise.all(delayed);
    expect(refused).toBe(1 + mostDelayed);
  });
});

describe('a turn', () => {
  /** Begins calls that stay until they are let go; returns the addresses whose calls have begun. */
  function hold() {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (address: string) =>
      calls.judge(from(address), () => {
        begun.push(address);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    return { begun, ends, begin };
  }

  test('is given to four at a time, and to one address after the other', async () => {
    const { begun, ends, begin } = hold();
    const flood = Array.from({ length: mostAtOnce + mostOfAddress }, () => begin('192.0.2.1'));
    const other = begin('198.51.100.1');
    await idle();
    expect(begun).toEqual(Array(mostAtOnce).fill('192.0.2.1'));
    await expect(begin('192.0.2.1')).rejects.toMatchObject({ status: 503 });
    // One of the flood is next, then the other address, whatever stands before it.
    for (let index = 0; index < 2; index++) {
      ends[index]?.();
      await flood[index];
      await idle();
    }
    expect(begun.slice(mostAtOnce)).toEqual(['192.0.2.1', '198.51.100.1']);
    for (let index = 0; index < mostAtOnce + mostOfAddress + 1; index++) {
      ends[index]?.();
      await idle();
    }
    await Promise.all([...flood, other]);
  });

  test('is not waited for where a call was right before', async () => {
    await right('198.51.100.1');
    const { begun, ends, begin } = hold();
    const held = Array.from({ length: mostAtOnce }, () => begin('192.0.2.1'));
    await idle();
    held.push(begin('198.51.100.1'));
    await idle();
    expect(begun.at(-1)).toBe('198.51.100.1');
    for (const end of ends) end();
    await Promise.all(held);
  });

  test('of a call that failed is the next one’s', async () => {
    const { begun, ends, begin } = hold();
    for (let index = 0; index < mostAtOnce; index++) void wrong('192.0.2.1');
    await idle();
    const next = begin('198.51.100.1');
    await idle();
    expect(begun).toHaveLength(1);
    ends[0]?.();
    await next;
  });
});
