// What anybody may ask in a minute: bounds for each address and for all of them together, and for each session.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { OpenRate, SessionRate } from './request_rates.ts';

const { clock, run } = simulateEachTest();

const ask = (rate: OpenRate, address: string, times: number) =>
  Array.from({ length: times }, () => rate.count('sign-in', address, undefined)?.retryAfterSeconds);

test('an address has its limit in a minute and not one request more, and takes none from others', async () => {
  const rate = new OpenRate({ clock, ofAddress: 2, inAll: 100 });
  expect(ask(rate, 'a', 3)).toEqual([undefined, undefined, 60]);
  expect(ask(rate, 'b', 2)).toEqual([undefined, undefined]);
  await run(59_999);
  expect(ask(rate, 'a', 1)).toEqual([1]);
  await run(1);
  expect(ask(rate, 'a', 3)).toEqual([undefined, undefined, 60]);
});

test('all addresses together have their limit, whatever they are', async () => {
  const rate = new OpenRate({ clock, ofAddress: 2, inAll: 5 });
  const answers = Array.from(
    { length: 20 },
    (_, n) => rate.count('sign-in', `address ${n}`, undefined)?.retryAfterSeconds,
  );
  expect(answers).toEqual([...Array(5).fill(undefined), ...Array(15).fill(60)]);
  await run(60_000);
  expect(ask(rate, 'address 7', 1)).toEqual([undefined]);
});

test('an endpoint whose limit others have used up is closed for unknown browsers alone, and no other endpoint is', () => {
  const rate = new OpenRate({ clock, ofAddress: 2, inAll: 5 });
  rate.know('of Ada');
  for (let n = 0; n < 20; n++)
    rate.count('sign-in', `address ${n}`, n % 2 === 0 ? undefined : `made up ${n}`);
  const refused = (operation: string, browser?: string) =>
    rate.count(operation, 'another', browser) !== undefined;
  expect([refused('sign-in'), refused('sign-in', 'made up')]).toEqual([true, true]);
  expect([refused('sign-in', 'of Ada'), refused('invitation')]).toEqual([false, false]);
});

test('addresses of one IPv6 network count together: a /56 or a /48 as four addresses', () => {
  const of = (network: (n: number) => string) => {
    const rate = new OpenRate({ clock, ofAddress: 2, inAll: 1_000 });
    const answers = Array.from({ length: 20 }, (_, n) => rate.count('sign-in', network(n), undefined));
    return answers.filter((refusal) => refusal === undefined).length;
  };
  expect(of((n) => `2001:db8:1:${n.toString(16)}::/64`)).toBe(8);
  expect(of((n) => `2001:db8:1:${n.toString(16)}00::/64`)).toBe(8);
  expect(of((n) => `2001:db8:${n.toString(16)}:0::/64`)).toBe(20);
  expect(of((n) => `192.0.2.${n}`)).toBe(20);
});

test('of more addresses than are counted, the first is forgotten and nothing grows', () => {
  const rate = new OpenRate({ clock, ofAddress: 1, inAll: 1_000_000 });
  ask(rate, 'first', 1);
  for (let index = 1; index < 50_000; index++) rate.count('sign-in', `other ${index}`, undefined);
  expect(ask(rate, 'first', 1)).toEqual([60]);
  rate.count('sign-in', 'one more', undefined);
  expect(ask(rate, 'first', 1)).toEqual([undefined]);
});

const askAs = (rate: SessionRate, secret: string, times: number) =>
  Array.from({ length: times }, () => rate.count(secret)?.retryAfterSeconds);

test('a session has its limit in a minute and not one request more, and takes none from others', async () => {
  const rate = new SessionRate(clock, 3);
  expect(askAs(rate, 'a', 4)).toEqual([undefined, undefined, undefined, 60]);
  expect(askAs(rate, 'b', 3)).toEqual([undefined, undefined, undefined]);
  await run(59_001);
  expect(askAs(rate, 'a', 1)).toEqual([1]);
  await run(999);
  // What was refused did not count.
  expect(askAs(rate, 'a', 4)).toEqual([undefined, undefined, undefined, 60]);
});

test('of more sessions than are counted, the first is forgotten and nothing grows', () => {
  const rate = new SessionRate(clock, 1);
  askAs(rate, 'first', 1);
  for (let index = 1; index < 50_000; index++) rate.count(`other ${index}`);
  expect(askAs(rate, 'first', 1)).toEqual([60]);
  rate.count('one more');
  expect(askAs(rate, 'first', 1)).toEqual([undefined]);
});
