// What people read of a line of their file that was not taken.
import { afterEach, expect, test } from 'vitest';
import { lineFaultCodes } from '../../../runtime/files/line_fault.ts';
import { errors as german } from '../words/de/errors.ts';
import { errors as english } from '../words/en/errors.ts';
import { speak } from '../words/language.ts';
import { lineFault } from './line_fault.ts';

const error = 'groups must have at most 20 names';

afterEach(() => speak('en', {}));

test('every kind of fault has its words in both languages', () => {
  const kinds = lineFaultCodes.filter((code) => code !== 'other').toSorted();
  for (const { lines } of [english, german]) expect(Object.keys(lines).toSorted()).toEqual(kinds);
});

test('a line that was not taken is explained by its kind, whatever the sentence is', () => {
  expect(lineFault({ code: 'number_missing', error })).toBe('There is no number here.');
  speak('de', { errors: german });
  expect(lineFault({ code: 'number_missing', error })).toBe('Hier fehlt die Nummer.');
});

test('what is of no kind is said as the service says it; in German it is said that there is something', () => {
  expect(lineFault({ code: 'other', error })).toBe('Groups must have at most 20 names.');
  speak('de', { errors: german });
  expect(lineFault({ code: 'other', error })).toBe(german.general.invalid_request);
});
