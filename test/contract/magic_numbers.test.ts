// The simulated phone and the simulated carrier do the same with a text to the same number.
import { expect, test } from 'vitest';
import {
  magicNumbers as ofPhone,
  ordinaryFate as usualOfPhone,
} from '../../device-agent/drivers/simulated_numbers.ts';
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

test('both do the same with every other number', () => {
  expect(usualOfCarrier).toEqual(usualOfPhone);
});
