// The steps by which each maker's phones keep the app alive: the guide has them all, and a phone finds those of its maker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makerOf, makers, onEveryPhone } from './makers.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/phones.md'), 'utf8');

test.each([
  ['samsung/a52qnnxx', 'Samsung'],
  ['Xiaomi/sweet', 'Xiaomi, Redmi, Poco'],
  ['HUAWEI/ELE', 'Huawei, Honor'],
  ['HONOR/ANY', 'Huawei, Honor'],
  ['OnePlus/OnePlus9', 'OnePlus, Oppo, Realme'],
  ['OPPO/CPH2021', 'OnePlus, Oppo, Realme'],
  ['realme/RMX3085', 'OnePlus, Oppo, Realme'],
  ['vivo/V2036', 'Vivo, iQOO'],
  ['Google/oriole', 'Google Pixel'],
  ['motorola/corfu', 'Motorola'],
  ['Fairphone/FP4', undefined],
  ['NotSamsung/x', undefined],
  [null, undefined],
])('%s is made by %s', (model, name) => expect(makerOf(model)?.name).toBe(name));

test('the guide says the same as the page, maker by maker', () => {
  const rows = guide.split('\n');
  const rowOf = (name: string) => rows.find((row) => row.startsWith(`| ${name} |`)) ?? '';
  for (const [name, steps] of [
    ['every phone', onEveryPhone()] as const,
    ...makers.map((maker) => [maker.name, maker.steps()] as const),
  ])
    expect(rowOf(name)).toBe(`| ${name} | ${steps.join(' ')} |`);
});
