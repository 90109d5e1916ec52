// What people read of a line of their file that was not taken.
import { afterEach, expect, test } from 'vitest';
import { errors } from '../words/de/errors.ts';
import { speak } from '../words/language.ts';
import { lineFault } from './line_fault.ts';

const said = [
  'address is not a phone number that can be texted',
  'the address is missing',
  'a quotation mark is not closed',
  'its number stands on line 12 already',
  'groups must have at most 20 names',
];

afterEach(() => speak('en', {}));

test('a line that was not taken is explained without names of the interface', () => {
  expect(said.map(lineFault)).toEqual([
    'This is not a phone number that can be texted.',
    'There is no number in this line.',
    'A quotation mark is not closed.',
    'This number is in line 12 already.',
    'Groups must have at most 20 names.',
  ]);
});

test('it is in German, too; what has no words of its own is said in general', () => {
  speak('de', { errors });
  expect(said.map(lineFault)).toEqual([
    'An diese Telefonnummer kann keine SMS gehen.',
    'In dieser Zeile steht keine Nummer.',
    'Ein Anführungszeichen ist nicht geschlossen.',
    'Diese Nummer steht schon in Zeile 12.',
    errors.general.invalid_request,
  ]);
});
