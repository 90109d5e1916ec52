// The console offers each country that the service reads numbers of, and no other.
import { getCountries } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { countryCodes } from './countries.ts';

test('every country whose numbers the service reads can be chosen', () => {
  expect(countryCodes).toEqual(getCountries().toSorted());
});
