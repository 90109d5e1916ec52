// The simulated phone and the simulated carrier do the same with a text to the same number, and both documents that list
// the numbers list these.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  magicNumbers as ofPhone,
  ordinaryFate as usualOfPhone,
} from '../../device-agent/drivers/simulated_numbers.ts';
import { magicNumbers as ofGuide } from '../../gateway/guide/number_section.ts';
import {
  magicNumbers as ofCarrier,
  ordinaryFate as usualOfCarrier,
} from '../../server/carrier/simulated_numbers.ts';
import { magicNumbers } from '../../server/domain/simulators.ts';

test('both know the same magic numbers, with the same fates', () => {
  expect(Object.fromEntries(ofCarrier)).toEqual(
    Object.fromEntries(ofPhone.map(({ address, fate }) => [address, fate])),
  );
  expect(ofCarrier.size).toBe(ofPhone.length);
  expect([...ofCarrier.keys()]).toEqual(magicNumbers);
});

test('the guide for agents and the README list the same numbers', () => {
  expect(ofGuide.map(([number]) => number)).toEqual(magicNumbers);
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
  expect(readme.match(/^\| \+1500555\d{4}/gm)?.map((cell) => cell.slice(2))).toEqual(magicNumbers);
});

test('both do the same with every other number', () => {
  expect(usualOfCarrier).toEqual(usualOfPhone);
});
