import { expect, test } from 'vitest';
import { hubOf } from './hubs.ts';

const [a, b] = [
  { host: '127.0.0.1', port: 1 },
  { host: '127.0.0.1', port: 2 },
];
const hubs = new Map([
  ['a', a],
  ['b', b],
]);
const phone = '0123456789abcdef';

test('a phone’s token, and the address that it calls, name its hub', () => {
  const of = (path: string, authorization?: string) => hubOf(hubs, { path, authorization });
  expect(of('/m/message', `Bearer b.${phone}.secret`)).toBe(b);
  expect(of(`/m/hook/a.${phone}.secret`, `Bearer b.${phone}.secret`)).toBe(a);
  expect(of('/m/message', `Bearer gone.${phone}.secret`)).toBeUndefined();
});

test('a code goes to the same hub each time, and codes to all of them', () => {
  const of = (code: number) => hubOf(hubs, { path: '/m/device', authorization: `Code ${code}` });
  const chosen = Array.from({ length: 40 }, (_, code) => of(code));
  expect(chosen).toEqual(Array.from({ length: 40 }, (_, code) => of(code)));
  expect(new Set(chosen)).toEqual(new Set([a, b]));
});
