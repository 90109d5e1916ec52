import { expect, test } from 'vitest';
import { Parts } from './parts.ts';

test('Parts are stopped in the reverse order, one after the other and once', async () => {
  const seen: string[] = [];
  const parts = new Parts();
  parts.add('first', (name) => seen.push(name));
  parts.add('second', async (name) => {
    await Promise.resolve();
    seen.push(name);
  });
  parts.atStop(() => seen.push('third'));
  expect(parts.isStopping).toBe(false);
  await Promise.all([parts.stop(), parts.stop()]);
  expect(seen).toEqual(['third', 'second', 'first']);
  expect(parts.isStopping).toBe(true);
});

test('A part that cannot be stopped keeps no other one running', async () => {
  const seen: string[] = [];
  const parts = new Parts();
  parts.add('first', (name) => seen.push(name));
  parts.atStop(() => {
    throw new Error('stuck');
  });
  await expect(parts.stop()).rejects.toThrow('stuck');
  expect(seen).toEqual(['first']);
});
